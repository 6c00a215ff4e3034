import { type ReactNode, useId } from 'react';
import { cn } from '../../lib/cn';

export interface CardProps {
  title?: ReactNode;
  /** An icon of 18 px before the title. */
  icon?: ReactNode;
  /** One sentence below the title. */
  description?: ReactNode;
  /** Buttons to the right of the title. */
  actions?: ReactNode;
  footer?: ReactNode;
  children?: ReactNode;
  className?: string;
  /** The heading level of the title. Level 2 is directly below the page's h1. */
  level?: 2 | 3;
}

export function Card({
  title,
  icon,
  description,
  actions,
  footer,
  children,
  className,
  level = 2,
}: CardProps) {
  const Heading = level === 2 ? 'h2' : 'h3';
  const id = useId();
  return (
    <section
      aria-labelledby={title ? id : undefined}
      className={cn('rounded-lg border bg-surface', className)}
    >
      <div className="p-4 sm:p-5">
        {(title ?? actions) && (
          <div className="mb-3 flex flex-wrap items-start justify-between gap-x-4 gap-y-2 sm:mb-4">
            <div className="min-w-0">
              {title && (
                <Heading
                  id={id}
                  className="flex items-center gap-2 text-card [&_svg]:size-4.5 [&_svg]:shrink-0"
                >
                  {icon}
                  {title}
                </Heading>
              )}
              {description && <p className="mt-0.5 prose-width text-ink-2">{description}</p>}
            </div>
            {actions && <div className="flex shrink-0 gap-2">{actions}</div>}
          </div>
        )}
        {children}
      </div>
      {footer && (
        <div
          className={
            'flex flex-wrap items-center justify-between gap-3 border-t px-4 py-3 ' +
            'text-ink-2 sm:px-5'
          }
        >
          {footer}
        </div>
      )}
    </section>
  );
}
