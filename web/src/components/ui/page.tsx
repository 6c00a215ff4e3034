import { type ReactNode } from 'react';
import { cn } from '../../lib/cn';

/** Gutters and rhythm of a screen: 32 (16 on phones) around, 32 between sections. */
export function Page({
  children,
  wide,
}: {
  children: ReactNode;
  /** Grids take the whole width. */ wide?: boolean;
}) {
  return (
    <div
      className={cn(
        'px-4 pt-6 pb-24 sm:px-8 sm:pt-8 sm:pb-12',
        !wide && 'mx-auto max-w-[1120px]',
        'space-y-6 sm:space-y-8',
      )}
    >
      {children}
    </div>
  );
}

/** A screen whose grid fills the window's height; the open side panel takes its place beside it. */
export function GridPage({ children }: { children: ReactNode }) {
  return (
    <div
      data-grid-page
      className="flex flex-col gap-5 px-4 pt-6 pb-24 sm:h-dvh sm:min-h-[640px] sm:px-8 sm:pt-8 sm:pb-6 max-lg:sm:h-[calc(100dvh-56px)]"
    >
      {children}
    </div>
  );
}
