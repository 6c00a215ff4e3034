import { type ComponentProps, type ReactNode } from 'react';
import { ChevronDown } from 'lucide-react';
import { cn } from '../../../lib/cn';

export const controlClass =
  'w-full min-w-0 rounded-md border border-control-line bg-surface text-body text-ink ' +
  'transition-colors duration-150 hover:border-ink-3 disabled:bg-sunken ' +
  'disabled:text-ink-2 aria-invalid:border-bad touch:text-[16px]';

export function Input({ className, ...rest }: ComponentProps<'input'>) {
  return <input className={cn(controlClass, 'h-control px-3', className)} {...rest} />;
}

export function Textarea({ className, rows = 3, ...rest }: ComponentProps<'textarea'>) {
  return <textarea rows={rows} className={cn(controlClass, 'px-3 py-2', className)} {...rest} />;
}

/** The native date input. Its value is `YYYY-MM-DD`, and it can be typed, pasted and picked. */
export function DateInput({ className, ...rest }: ComponentProps<'input'>) {
  return (
    <input
      type="date"
      max="2999-12-31"
      className={cn(controlClass, 'h-control px-3 tabular-nums', className)}
      {...rest}
    />
  );
}

/** The native select, which works best on phones and with screen readers. */
export function Select({ className, children, ...rest }: ComponentProps<'select'>) {
  return (
    <div className="relative">
      <select
        className={cn(controlClass, 'h-control appearance-none pr-9 pl-3', className)}
        {...rest}
      >
        {children}
      </select>
      <ChevronDown
        aria-hidden
        className="pointer-events-none absolute top-1/2 right-3 size-4 -translate-y-1/2 text-ink-2"
      />
    </div>
  );
}

export function Checkbox({
  label,
  className,
  ...rest
}: ComponentProps<'input'> & { label: ReactNode }) {
  return (
    <label className={cn('flex min-h-control items-center gap-2.5', className)}>
      <input type="checkbox" className="size-4 shrink-0 rounded-sm accent-(--accent)" {...rest} />
      <span>{label}</span>
    </label>
  );
}
