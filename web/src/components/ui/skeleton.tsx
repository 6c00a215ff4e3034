import { cn } from '../../lib/cn';

/** A gray placeholder. Give it the size of the content that will replace it. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <span
      aria-hidden
      data-skeleton
      className={cn('block animate-breathe rounded-md bg-line', className)}
    />
  );
}

/** Says to screen readers that content is loading. */
export function LoadingNote({ children = 'Loading…' }: { children?: string }) {
  return (
    <span role="status" className="sr-only">
      {children}
    </span>
  );
}

/** A placeholder for lines of text. */
export function SkeletonLines({ lines = 3 }: { lines?: number }) {
  return (
    <div className="space-y-2.5">
      <LoadingNote />
      {Array.from({ length: lines }, (_, index) => (
        <Skeleton key={index} className={cn('h-4', index === lines - 1 ? 'w-2/5' : 'w-full')} />
      ))}
    </div>
  );
}
