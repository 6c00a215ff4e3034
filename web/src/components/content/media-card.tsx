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
  'focus-visible:after:outline-offset-2 focus-visible:after:outline-accent';

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
  /** The id of the item. Its buttons are described by its title (`titleId`). */
  id?: string;
}

/**
 * The id of a card's title for `aria-describedby` of its buttons, because their labels are the same
 * on every card.
 */
export const titleId = (id: string) => `title-${id}`;

/** A card with a picture, a title of at most two lines, a short description, and one action. */
export function MediaCard({
  picture,
  meta,
  title,
  menu,
  description,
  children,
  action,
  level = 3,
  id,
}: MediaCardProps) {
  const Heading = level === 2 ? 'h2' : 'h3';
  return (
    <article
      className={
        'relative flex min-w-0 flex-col overflow-hidden rounded-lg border bg-surface ' +
        'transition-colors duration-150 hover:border-line-strong'
      }
    >
      {picture}
      <div className="flex flex-1 flex-col p-4">
        {meta && <div className="mb-1 text-label text-ink-2">{meta}</div>}
        <div className="flex items-start justify-between gap-2">
          <Heading
            {...(id ? { id: titleId(id) } : {})}
            className="line-clamp-2 min-w-0 text-card break-words"
          >
            {title}
          </Heading>
          {menu && <div className="relative z-10 -mt-1 -mr-2 shrink-0">{menu}</div>}
        </div>
        {description && <p className="mt-1 line-clamp-2 text-ink-2">{description}</p>}
        {children && <div className="mt-2">{children}</div>}
        {action && <div className="mt-auto pt-4">{action}</div>}
      </div>
    </article>
  );
}

/** A grid of cards, at most three in a row. */
export function CardGrid({ label, children }: { label?: string; children: ReactNode }) {
  return (
    <ul
      aria-label={label}
      className="grid gap-4 sm:grid-cols-2 sm:gap-6 xl:grid-cols-3 [&>li]:grid"
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
            'overflow-hidden rounded-lg border bg-surface',
            index > 2 && 'max-sm:hidden',
          )}
        >
          {withPicture && <Skeleton className="aspect-video w-full rounded-none" />}
          <div className="space-y-2.5 p-4">
            <Skeleton className="h-3.5 w-1/3" />
            <Skeleton className="h-5 w-4/5" />
            <Skeleton className="h-4 w-full" />
            <Skeleton className="mt-4 h-control w-full" />
          </div>
        </div>
      ))}
    </div>
  );
}
