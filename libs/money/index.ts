/** Money is whole US cents in a `bigint`: no value passes through a floating-point calculation anywhere. */
export { parseMoney, type DecimalStyle, type ParsedMoney } from './parse.js';
export { parseFileMoney } from './file.js';

export type Cents = bigint;

/** Cents as a plain decimal, as it stands in JSON, CSV and the database: `123450n` → `"1234.50"`, `-5n` → `"-0.05"`. */
export function toDecimal(cents: Cents): string {
  const { sign, dollars, fraction } = split(cents);
  return `${sign && '-'}${dollars}.${fraction}`;
}

/** The exact inverse of `toDecimal`. Throws a RangeError on any other text, because that is our own data gone wrong. */
export function fromDecimal(text: string): Cents {
  const match = /^(-?)(0|[1-9]\d*)\.(\d{2})$/.exec(text);
  if (!match || text === '-0.00')
    throw new RangeError(`Not a decimal amount: ${JSON.stringify(text)}`);
  const cents = BigInt(match[2]! + match[3]!);
  return match[1] ? -cents : cents;
}

/** Cents for people to read: `$1,234.50`; negative amounts carry a real minus sign (U+2212): `−$5.00`. */
export function formatUsd(cents: Cents): string {
  const { sign, dollars, fraction } = split(cents);
  return `${sign}$${dollars.replace(/\B(?=(?:\d{3})+$)/g, ',')}.${fraction}`;
}

/** The sum of any number of amounts; of none, `0n`. */
export function sum(amounts: Iterable<Cents>): Cents {
  let total = 0n;
  for (const amount of amounts) total += amount;
  return total;
}

function split(cents: Cents) {
  const digits = (cents < 0n ? -cents : cents).toString().padStart(3, '0');
  return {
    sign: cents < 0n ? '\u2212' : '',
    dollars: digits.slice(0, -2),
    fraction: digits.slice(-2),
  };
}
