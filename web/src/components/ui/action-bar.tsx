import type { ReactNode } from 'react';

/**
 * A bar at the bottom of a long page that stays visible. It says what the page will do, and has the
 * button for it.
 */
export function ActionBar({ children }: { children: ReactNode }) {
  return (
    <div
      data-action-bar
      className={
        'sticky bottom-(--above-actions) z-10 flex flex-wrap items-center justify-between ' +
        'gap-x-4 gap-y-2 border-t bg-surface px-4 py-3 pb-[max(12px,var(--safe-bottom))] ' +
        'max-sm:-mx-4 sm:bottom-[max(16px,var(--above-actions))] sm:rounded-lg sm:border ' +
        'sm:px-5 sm:pb-3 sm:shadow-float'
      }
    >
      {children}
    </div>
  );
}
