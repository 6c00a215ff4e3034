import { formatUsd, fromDecimal } from '#libs/money';
import { cn } from '../../lib/cn';

export interface MoneyProps {
  /** A decimal string as the server sends it (`"1234.50"`), or cents. */
  amount: string | bigint;
  /** For large figures, in which the cents are less prominent. */
  figure?: boolean;
  className?: string;
}

/** A deleted amount, marked for the eye and for screen readers. */
export function DeletedMoney({ amount }: Pick<MoneyProps, 'amount'>) {
  return (
    <del className="text-ink-2 decoration-bad">
      <span className="sr-only">(deleted) </span>
      <Money amount={amount} />
    </del>
  );
}

/** An amount as `$1,234.50`, with digits of equal width and a real minus sign. */
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
