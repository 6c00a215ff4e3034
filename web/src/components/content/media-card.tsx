import { type ReactNode } from 'react';
import { cn } from '../../lib/cn';
import { LoadingNote, Skeleton } from '../ui/skeleton';

/** The link in a card's title reaches over the whole card; what can be pressed besides needs `relative`. */
export const cardLinkClass =
  'after:absolute after:inset-0 after:rounded-lg hover:text-accent focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-offset-2 focus-visible:after:outline-accent';

export interface MediaCardProps {
  picture?: ReactNode;
  /** Small, above the title: what kind of thing, when. */
  meta?: ReactNode;
  /** With a link of `cardLinkClass`, where there is a page for it. */
  title: ReactNode;
  /** At the right of the title. */
  menu?: ReactNode;
  description?: ReactNode;
  /** Below: tags and the like. */
  children?: ReactNode;
  /** One act, at the foot. */
  action?: ReactNode;
  level?: 2 | 3;
  /** What the card is of: its acts are described by its title. */
  id?: string;
}

/** For `aria-describedby` of an act: the words on it are the same on every card. */
export const titleId = (id: string) => `title-${id}`;

/** Picture first, title of two lines at most, a line or two of what it is, one act. */
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
    <article className="relative flex min-w-0 flex-col overflow-hidden rounded-lg border bg-surface transition-colors duration-150 hover:border-line-strong">
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

/** At most three in a row. */
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

/** Cards that will be. */
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
