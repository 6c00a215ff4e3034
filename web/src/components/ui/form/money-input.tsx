import { type ComponentProps } from 'react';
import { parseMoney, toDecimal } from '#libs/money';
import { cn } from '../../../lib/cn';
import { controlClass } from './input';

/**
 * An input for an amount. It accepts `1,234.50`, `$25` and similar, and formats the amount on blur.
 */
export function MoneyInput({ className, onBlur, ...rest }: ComponentProps<'input'>) {
  return (
    <div className="relative">
      <span
        aria-hidden
        className="pointer-events-none absolute inset-y-0 left-3 flex items-center text-ink-2"
      >
        $
      </span>
      <input
        inputMode="decimal"
        autoComplete="off"
        placeholder="0.00"
        className={cn(controlClass, 'h-control pr-3 pl-7 tabular-nums', className)}
        onBlur={(event) => {
          const parsed = parseMoney(event.target.value);
          if (parsed.ok) event.target.value = tidy(parsed.cents);
          onBlur?.(event);
        }}
        {...rest}
      />
    </div>
  );
}

/** Formats cents as the field shows an amount: `1,234.50`. */
export const tidy = (cents: bigint) => toDecimal(cents).replace(/\B(?=(\d{3})+\.)/g, ',');
