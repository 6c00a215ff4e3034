import { cn } from '../../lib/cn';

export interface ProgressProps {
  /** 0 to 100. */
  value: number;
  label: string;
  /** Read by screen readers instead of the percentage: "$1,200.00 of $5,000.00". */
  valueText?: string;
  className?: string;
}

export function Progress({ value, label, valueText, className }: ProgressProps) {
  const done = value >= 100;
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={value}
      aria-valuetext={valueText}
      className={cn('h-2 w-full overflow-hidden rounded-full bg-line', className)}
    >
      <div
        className={cn(
          'h-full rounded-full transition-[width] duration-180 ease-out',
          done ? 'bg-good' : 'bg-accent',
        )}
        style={{ width: `${Math.min(100, Math.max(0, value))}%` }}
      />
    </div>
  );
}
