import { type ComponentProps } from 'react';
import { parseMoney, toDecimal } from '#libs/money';
import { cn } from '../../../lib/cn';
import { controlClass } from './input';

/** Takes `1,234.50`, `$25` and the like, and tidies it when it is left. */
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

/** `1234.5` → `1,234.50`, the way the field shows an amount. */
export const tidy = (cents: bigint) => toDecimal(cents).replace(/\B(?=(\d{3})+\.)/g, ',');
