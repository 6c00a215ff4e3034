import { type ComponentProps } from 'react';
import { cn } from '../../lib/cn';

export interface SwitchProps extends Omit<ComponentProps<'button'>, 'onChange'> {
  checked: boolean;
  onCheckedChange: (checked: boolean) => void;
}

/**
 * A switch that takes effect at once. For a choice that a button saves, use a checkbox. It needs an
 * `aria-label` or a label.
 */
export function Switch({ checked, onCheckedChange, className, ...rest }: SwitchProps) {
  return (
    <button
      type="button"
      role="switch"
      aria-checked={checked}
      onClick={() => onCheckedChange(!checked)}
      className={cn(
        'relative h-5 w-9 shrink-0 rounded-full transition-colors duration-150 ' +
          'disabled:opacity-55 touch:before:absolute touch:before:-inset-3',
        checked ? 'bg-accent' : 'bg-control-line',
        className,
      )}
      {...rest}
    >
      <span
        className={cn(
          'block size-4 rounded-full bg-white transition-transform duration-150 ease-out',
          checked ? 'translate-x-4.5 dark:bg-page' : 'translate-x-0.5',
        )}
      />
    </button>
  );
}
