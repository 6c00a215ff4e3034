import { type ReactNode } from 'react';
import { cn } from '../../lib/cn';

export interface PageHeaderProps {
  title: ReactNode;
  /** One sentence that says what the page is for. */
  description?: ReactNode;
  /** Buttons at the right; on phones in a bar at the bottom. At most one is primary. */
  actions?: ReactNode;
  /** True if the actions stay in the header on phones, because they are seldom needed. */
  areActionsInHeader?: boolean;
  /** Shown above the title of pages below the second level. */
  breadcrumb?: ReactNode;
}

// The limit for narrow phones is in rem, as that of `sm`: Tailwind sorts limits in one unit only.

/** The page's h1, which takes the focus after navigation. */
export function PageHeader({
  title,
  description,
  actions,
  areActionsInHeader = false,
  breadcrumb,
}: PageHeaderProps) {
  return (
    <header
      className={cn(
        'flex justify-between gap-x-6 gap-y-3',
        areActionsInHeader ? 'items-start sm:items-end' : 'flex-wrap items-end',
      )}
    >
      <div className="min-w-0 flex-1 basis-72">
        {breadcrumb && <div className="mb-1 text-grid text-ink-2">{breadcrumb}</div>}
        <h1 tabIndex={-1} data-page-heading className="text-title">
          {title}
        </h1>
        {description && <p className="mt-1 prose-width text-ink-2">{description}</p>}
      </div>
      {actions && areActionsInHeader && (
        <div data-noprint className="flex shrink-0 gap-2">
          {actions}
        </div>
      )}
      {actions && !areActionsInHeader && (
        <div
          data-noprint
          data-page-actions
          className={
            'flex gap-2 max-sm:fixed max-sm:inset-x-0 max-sm:bottom-(--above-player) max-sm:z-20 ' +
            'max-sm:border-t max-sm:bg-surface max-sm:px-4 max-sm:py-2.5 ' +
            'max-sm:pb-[max(10px,var(--safe-bottom))] max-sm:[&>*]:min-w-0 ' +
            'max-sm:[&>:not([data-narrow])]:flex-1 max-[22.4rem]:[&>*]:gap-1.5 ' +
            'max-[22.4rem]:gap-1.5 max-[22.4rem]:px-3 ' +
            'max-[22.4rem]:[&>:not([data-narrow])]:flex-auto ' +
            'max-[22.4rem]:[&>:not([data-narrow])]:px-2'
          }
        >
          {actions}
        </div>
      )}
    </header>
  );
}
