import { describe, expect, it, test } from '@jest/globals';
import fc from 'fast-check';
import { formatUsd, fromDecimal, parseMoney, sum, toDecimal } from './index.js';

const amounts = fc.bigInt({ min: -(10n ** 17n) + 1n, max: 10n ** 17n - 1n });
const cents = (value: string | number, style?: 'point' | 'comma') => {
  const parsed = parseMoney(value, style);
  return parsed.ok ? parsed.cents : parsed.message;
};
/** Puts a separator between groups of three digits. */
const withGroups = (text: string, separator: string) =>
  text.replace(/\B(?=(?:\d{3})+$)/g, separator);
const writeAmount = (value: bigint, group: string, decimal: string) => {
  const [integerPart, fraction] = toDecimal(value < 0n ? -value : value).split('.');
  return `${value < 0n ? '-' : ''}${withGroups(integerPart!, group)}${decimal}${fraction!}`;
};

describe('the reader of amounts', () => {
  test.each([
    ['25', 2500n],
    ['25.5', 2550n],
    ['25.50', 2550n],
    ['.5', 50n],
    ['0', 0n],
    ['007.00', 700n],
    ['  25.00\t', 2500n],
    ['\u00a025.00', 2500n],
    ['1,234.50', 123450n],
    ['1,234,567', 123456700n],
    ['1234567.89', 123456789n],
    ['$25', 2500n],
    ['$ 1,234.50', 123450n],
    ['25 USD', 2500n],
    ['usd 25.01', 2501n],
    ['25$', 2500n],
    ['-5.00', -500n],
    ['\u22125.00', -500n],
    ['-$5.00', -500n],
    ['$-5.00', -500n],
    ['($1,234.50)', -123450n],
    ['( 5 )', -500n],
    ['$(5)', -500n],
    ['$5.00 USD', 500n],
    ['999999999999999.99', 99999999999999999n],
  ])('reads %j as %s cents', (text, expected) => expect(cents(text)).toBe(expected));

  test.each([
    '12,34',
    '1,23,456',
    '1234,567',
    ',123',
    '0,123',
    '1,,234',
    '1,234,',
    '1.234.50',
    '25.',
    '.',
    '-',
    '$',
    '()',
    '1e5',
    '1E5',
    'NaN',
    'Infinity',
    '0x10',
    '--5',
    '-(5)',
    '(-5)',
    '(5',
    '5)',
    '25 00',
    '1 234.50',
    "1'234.50",
    '$$5',
    '+5',
    'abc',
    '5 EUR',
    '\u0662\u0665',
    '5\u00005',
    '5'.repeat(101),
  ])('refuses %j, which is no amount', (text) =>
    expect(cents(text)).toMatch(/not an amount|Please enter an amount/),
  );

  test.each(['', '  ', '$'])('asks for an amount if the text has none: %j', (text) =>
    expect(cents(text)).toBe('Please enter an amount.'),
  );

  test.each(['25.005', '25.000', '1,234.567', '-0.001', 0.1 + 0.2, 25.005, 1e-7])(
    'refuses more than two decimals: %p',
    (value) => expect(cents(value)).toBe('Amounts have at most two decimals.'),
  );

  test.each(['1000000000000000', '1,000,000,000,000,000.00', 1e15, 1e21, Number.MAX_VALUE])(
    'refuses more than fifteen digits: %p',
    (value) => expect(cents(value)).toBe('This amount is too large.'),
  );

  test.each([NaN, Infinity, -Infinity])('refuses %p', (value) =>
    expect(cents(value)).toMatch(/not an amount/),
  );

  test.each([
    [25, 2500n],
    [25.5, 2550n],
    [0.07, 7n],
    [1.1, 110n],
    [-0, 0n],
    [-5.25, -525n],
    [8.95, 895n],
  ])('reads the number %p', (value, expected) => expect(cents(value)).toBe(expected));

  test.each([
    ['1.234,50', 123450n],
    ['1 234,50', 123450n],
    ['1\u00a0234,50', 123450n],
    ['1\u202f234,50', 123450n],
    ["1'234,50", 123450n],
    ['1\u2019234,50', 123450n],
    ['25,00', 2500n],
    ['25,5', 2550n],
    ['25', 2500n],
    ['1.234', 123400n],
    ['1.234.567,89', 123456789n],
    ['-1.234,50', -123450n],
    ['1.234,50 $', 123450n],
  ])('reads %j with a decimal comma as %s cents', (text, expected) =>
    expect(cents(text, 'comma')).toBe(expected),
  );

  test.each(['25.50', '1,234.50', '1.234 567,00', '1.23,00', '25,', '12 34,00', '1,2,3'])(
    'refuses %j with a decimal comma',
    (text) => expect(cents(text, 'comma')).toBe('This is not an amount. Write it like 1.234,50.'),
  );

  it('reads every amount that was written with a decimal point or comma', () => {
    const groups = { point: ['', ','], comma: ['', '.', ' ', '\u00a0', '\u202f', "'"] } as const;
    fc.assert(
      fc.property(
        amounts,
        fc.constantFrom('point' as const, 'comma' as const),
        fc.nat(),
        (value, style, pick) => {
          const choices = groups[style];
          const text = writeAmount(
            value,
            choices[pick % choices.length]!,
            style === 'point' ? '.' : ',',
          );
          expect(parseMoney(text, style)).toEqual({ ok: true, cents: value });
        },
      ),
    );
  });

  it('reads the number that is nearest to an amount as exactly that amount', () => {
    fc.assert(
      fc.property(fc.integer({ min: -(10 ** 13), max: 10 ** 13 }), (value) => {
        // The division returns the number that is nearest to the decimal amount.
        expect(cents(value / 100)).toBe(BigInt(value));
      }),
    );
  });

  it('never throws, and accepts only texts with a digit', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.string({ unit: fc.constantFrom(...Array.from("0123456789.,-$() 'eUSD\u00a0")) }),
        ),
        fc.constantFrom('point' as const, 'comma' as const),
        (text, style) => {
          const parsed = parseMoney(text, style);
          if (parsed.ok) expect(text).toMatch(/\d/);
          else expect(parsed.message).toMatch(/^[A-Z].*\.$/);
        },
      ),
    );
  });

  it('needs only a short time for hostile texts', () => {
    // If the time were quadratic, the test would time out.
    expect(cents('5' + ' '.repeat(3_000_000) + '5')).toBe(cents('nonsense'));
    expect(cents('('.repeat(3_000_000))).toBe(cents('nonsense'));
  });
});

describe('an amount in cents', () => {
  test.each([
    [123450n, '1234.50'],
    [-5n, '-0.05'],
    [0n, '0.00'],
    [7n, '0.07'],
    [-100n, '-1.00'],
  ])('is written as a decimal: %s as %j', (value, text) => expect(toDecimal(value)).toBe(text));

  test.each([
    [123450n, '$1,234.50'],
    [-500n, '\u2212$5.00'],
    [0n, '$0.00'],
    [99999n, '$999.99'],
    [9_999_999_999n, '$99,999,999.99'],
  ])('is formatted for users: %s as %j', (value, text) => expect(formatUsd(value)).toBe(text));

  it('is the same after it was written and read again', () => {
    fc.assert(
      fc.property(fc.bigInt(), (value) => {
        expect(fromDecimal(toDecimal(value))).toBe(value);
      }),
    );
    fc.assert(
      fc.property(amounts, (value) => {
        expect(cents(formatUsd(value))).toBe(value);
        expect(cents(toDecimal(value))).toBe(value);
      }),
    );
  });

  test.each([
    '1',
    '1.5',
    '01.00',
    '1,234.50',
    '-0.00',
    '+1.00',
    ' 1.00',
    '1.00\n',
    '',
    '.50',
    '1e2',
  ])('is not read from %j', (text) => expect(() => fromDecimal(text)).toThrow(RangeError));

  it('is added without errors of floating-point numbers', () => {
    expect(sum([])).toBe(0n);
    expect(sum([10n, 20n])).toBe(30n);
    fc.assert(
      fc.property(fc.array(amounts), (values) => {
        expect(sum(values)).toBe(values.reduce((total, value) => total + value, 0n));
        expect(sum(new Set(values))).toBe(
          [...new Set(values)].reduce((total, value) => total + value, 0n),
        );
      }),
    );
    expect(toDecimal(sum(Array.from({ length: 1_000_000 }, () => 10n)))).toBe('100000.00');
  });
});
