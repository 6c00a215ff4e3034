import { type ReactNode } from 'react';
import { cn } from '../../lib/cn';
import { LoadingNote, Skeleton } from '../ui/skeleton';

/**
 * The link in a card's title covers the whole card. Other controls of the card need the class
 * `relative` to stay above it.
 */
export const cardLinkClass =
  'after:absolute after:inset-0 after:rounded-lg hover:text-accent ' +
  'focus-visible:outline-none focus-visible:after:outline-2 ' +
  'focus-visible:after:outline-offset-2 max-sm:focus-visible:after:-outline-offset-2 ' +
  'focus-visible:after:outline-accent';

/**
 * On a phone, the buttons of a card are quiet, and only as wide as their labels. In forced colors
 * they keep their borders, because the color of their labels does not show that they are buttons.
 */
const actionClass =
  'mt-auto pt-4 max-sm:-mb-1.5 max-sm:pt-0 max-sm:[&_:is(a,button)]:w-auto ' +
  'max-sm:[&_:is(a,button)]:flex-none max-sm:[&_:is(a,button)]:bg-transparent ' +
  'max-sm:[&_:is(a,button)]:text-accent max-sm:not-forced-colors:[&_:is(a,button)]:border-0 ' +
  'max-sm:not-forced-colors:[&_:is(a,button)]:px-0';

export interface MediaCardProps {
  picture?: ReactNode;
  /** Small text above the title: the kind of item, its date. */
  meta?: ReactNode;
  /** Contains a link with `cardLinkClass` if the item has a page. */
  title: ReactNode;
  /** To the right of the title. */
  menu?: ReactNode;
  description?: ReactNode;
  /** Below the description: tags and similar facts. */
  children?: ReactNode;
  /** One action, at the bottom. */
  action?: ReactNode;
  level?: 2 | 3;
  /** True if no page shows the whole description and all tags, so that phones show them too. */
  showsAllOnPhones?: boolean;
  /** The id of the item. Its buttons are described by its title (`titleId`). */
  id?: string;
}

/**
 * The id of a card's title for `aria-describedby` of its buttons, because their labels are the same
 * on every card.
 */
export const titleId = (id: string) => `title-${id}`;

/**
 * A card with a picture, a title of at most two lines, a short description, and one action. On a
 * phone it is a compact row with one line of tags. The page of the item shows everything.
 */
export function MediaCard({
  picture,
  meta,
  title,
  menu,
  description,
  children,
  action,
  level = 3,
  showsAllOnPhones = false,
  id,
}: MediaCardProps) {
  const Heading = level === 2 ? 'h2' : 'h3';
  return (
    <article
      className={
        'relative flex min-w-0 flex-col overflow-hidden rounded-lg border bg-surface ' +
        'transition-colors duration-150 hover:border-line-strong max-sm:flex-row max-sm:gap-3 ' +
        'max-sm:rounded-none max-sm:border-0 max-sm:p-3'
      }
    >
      {picture && (
        <div
          className={
            'max-sm:w-21 max-sm:shrink-0 max-sm:*:data-picture:aspect-[4/3] ' +
            'max-sm:*:data-picture:rounded-md'
          }
        >
          {picture}
        </div>
      )}
      <div className="flex min-w-0 flex-1 flex-col sm:p-4">
        {meta && <div className="mb-1 text-label text-ink-2 max-sm:mb-0">{meta}</div>}
        <div className="flex items-start justify-between gap-2">
          <Heading
            {...(id ? { id: titleId(id) } : {})}
            className="line-clamp-2 min-w-0 text-card break-words max-sm:text-body"
          >
            {title}
          </Heading>
          {menu && <div className="relative z-10 -mt-1 -mr-2 shrink-0 max-sm:-my-2">{menu}</div>}
        </div>
        {description && (
          <p
            className={cn(
              'mt-1 line-clamp-2 text-ink-2 max-sm:mt-0',
              !showsAllOnPhones && 'max-sm:line-clamp-1',
            )}
          >
            {description}
          </p>
        )}
        {children && (
          <div
            className={cn(
              'mt-2 max-sm:mt-1',
              // Tags that have no room in the first line are cut off as a whole.
              !showsAllOnPhones && 'max-sm:max-h-5 max-sm:overflow-hidden',
            )}
          >
            {children}
          </div>
        )}
        {action && <div className={actionClass}>{action}</div>}
      </div>
    </article>
  );
}

/** A grid of cards, at most three in a row. */
export function CardGrid({ label, children }: { label?: string; children: ReactNode }) {
  return (
    <ul
      aria-label={label}
      className={
        'grid empty:hidden sm:grid-cols-2 sm:gap-6 xl:grid-cols-3 max-sm:overflow-hidden ' +
        'max-sm:rounded-lg max-sm:border max-sm:bg-surface max-sm:[&>li+li]:border-t [&>li]:grid'
      }
    >
      {children}
    </ul>
  );
}

/** A placeholder while cards are loading. */
export function CardGridSkeleton({
  count = 6,
  withPicture = true,
}: {
  count?: number;
  withPicture?: boolean;
}) {
  return (
    <div className="grid gap-4 sm:grid-cols-2 sm:gap-6 xl:grid-cols-3">
      <LoadingNote />
      {Array.from({ length: count }, (_, index) => (
        <div
          key={index}
          className={cn(
            'overflow-hidden rounded-lg border bg-surface max-sm:flex',
            index > 4 && 'max-sm:hidden',
          )}
        >
          {withPicture && (
            <Skeleton
              className={'m-3 aspect-[4/3] w-21 sm:m-0 sm:aspect-video sm:w-full sm:rounded-none'}
            />
          )}
          <div className="flex-1 space-y-2.5 p-4 max-sm:pl-0">
            <Skeleton className="h-3.5 w-1/3" />
            <Skeleton className="h-5 w-4/5" />
            <Skeleton className="h-4 w-full" />
            <Skeleton className="mt-4 h-control w-full max-sm:hidden" />
          </div>
        </div>
      ))}
    </div>
  );
}
