import { formatUsd, fromDecimal } from '#libs/money';
import { cn } from '../../lib/cn';

export interface MoneyProps {
  /** Decimal text as the server sends it, `"1234.50"`, or cents. */
  amount: string | bigint;
  /** In large figures the cents stand back. */
  figure?: boolean;
  className?: string;
}

/** A figure that counts no more, to eyes and to screen readers. */
export function DeletedMoney({ amount }: Pick<MoneyProps, 'amount'>) {
  return (
    <del className="text-ink-2 decoration-bad">
      <span className="sr-only">(deleted) </span>
      <Money amount={amount} />
    </del>
  );
}

/** `$1,234.50`, figures of equal width, a real minus sign. */
export function Money({ amount, figure, className }: MoneyProps) {
  const text = formatUsd(typeof amount === 'bigint' ? amount : fromDecimal(amount));
  return (
    <span className={cn('whitespace-nowrap tabular-nums', className)}>
      {figure ? (
        <>
          {text.slice(0, -3)}
          <span className="text-ink-3">{text.slice(-3)}</span>
        </>
      ) : (
        text
      )}
    </span>
  );
}
