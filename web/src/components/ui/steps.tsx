import { Check } from 'lucide-react';
import { cn } from '../../lib/cn';

export interface StepsProps {
  label: string;
  steps: readonly string[];
  /** The index of the current step. The steps before it are done. */
  current: number;
}

/** Shows the current step of a wizard. Phones name only the current step. */
export function Steps({ label, steps, current }: StepsProps) {
  return (
    <nav aria-label={label}>
      <ol className="flex flex-wrap items-center gap-x-2 gap-y-2">
        {steps.map((step, index) => {
          const done = index < current;
          const isCurrent = index === current;
          return (
            <li
              key={step}
              aria-current={isCurrent ? 'step' : undefined}
              className="flex items-center gap-2"
            >
              {index > 0 && (
                <span
                  aria-hidden
                  className={cn(
                    'h-px w-4 sm:w-8',
                    done || isCurrent ? 'bg-accent' : 'bg-line-strong',
                  )}
                />
              )}
              <span
                aria-hidden
                className={cn(
                  'grid size-6 place-items-center rounded-full border text-label ' +
                    'font-semibold tabular-nums',
                  done && 'border-accent bg-accent text-on-accent',
                  isCurrent && 'border-accent text-accent',
                  !done && !isCurrent && 'border-line-strong text-ink-2',
                )}
              >
                {done ? <Check className="size-3.5" /> : index + 1}
              </span>
              <span
                className={cn(
                  'text-grid',
                  isCurrent ? 'font-medium text-ink' : 'text-ink-2 max-sm:sr-only',
                )}
              >
                {step}
                {done && <span className="sr-only"> (done)</span>}
              </span>
            </li>
          );
        })}
      </ol>
    </nav>
  );
}
