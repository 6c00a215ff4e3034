/** Money is a whole number of US cents in a `bigint`. No calculation uses floating point. */
export { parseMoney, type DecimalStyle, type ParsedMoney } from './parse.js';
export { parseFileMoney } from './file.js';

export type Cents = bigint;

/** Formats cents as a decimal for JSON and CSV: `123450n` → `"1234.50"`, `-5n` → `"-0.05"`. */
export function toDecimal(cents: Cents): string {
  const { sign, dollars, fraction } = split(cents);
  return `${sign && '-'}${dollars}.${fraction}`;
}

/**
 * The exact inverse of `toDecimal`.
 * @throws {RangeError} for any other text, because the program itself wrote the text
 */
export function fromDecimal(text: string): Cents {
  const match = /^(-?)(0|[1-9]\d*)\.(\d{2})$/.exec(text);
  if (!match || text === '-0.00')
    throw new RangeError(`Not a decimal amount: ${JSON.stringify(text)}`);
  const cents = BigInt(match[2]! + match[3]!);
  return match[1] ? -cents : cents;
}

/** Formats cents for users: `$1,234.50`. A negative amount has the minus sign U+2212: `−$5.00`. */
export function formatUsd(cents: Cents): string {
  const { sign, dollars, fraction } = split(cents);
  return `${sign}$${dollars.replace(/\B(?=(?:\d{3})+$)/g, ',')}.${fraction}`;
}

/** Adds amounts; the sum of no amounts is `0n`. */
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
