import { type ReactNode } from 'react';
import { cn } from '../../lib/cn';

/** The layout of a screen: 32 px of padding (16 px on phones) and 32 px between sections. */
export function Page({
  children,
  wide,
  isCompact = false,
}: {
  children: ReactNode;
  /** Use the whole width, for grids. */ wide?: boolean;
  /** True for less space between the sections on phones. */
  isCompact?: boolean;
}) {
  return (
    <div
      className={cn(
        'px-4 pt-6 pb-[calc(var(--page-actions)+24px)] sm:px-8 sm:pt-8 sm:pb-12',
        !wide && 'mx-auto max-w-[1120px]',
        isCompact ? 'space-y-4 max-sm:pt-4 sm:space-y-8' : 'space-y-6 sm:space-y-8',
      )}
    >
      {children}
    </div>
  );
}

/**
 * A screen whose grid fills the height of the window (`tall`), or scrolls with the page if the
 * window is too low. An open side panel takes space next to the grid.
 */
export function GridPage({ children }: { children: ReactNode }) {
  return (
    <div
      data-grid-page
      className={
        'flex flex-col gap-5 px-4 pt-6 pb-[calc(var(--page-actions)+24px)] sm:px-8 sm:pt-8 ' +
        'sm:pb-6 tall:h-[calc(100dvh-var(--top-bar)-var(--player))]'
      }
    >
      {children}
    </div>
  );
}
