import { describe, expect, it, test } from '@jest/globals';
import fc from 'fast-check';
import { parseFileMoney, parseMoney, toDecimal } from './index.js';

const cents = (text: string, style?: 'point' | 'comma') => {
  const parsed = parseFileMoney(text, style);
  return parsed.ok ? parsed.cents : parsed.message;
};
const blanks = [' ', '\u00a0', '\u2007', '\u2009', '\u202f', '\u3000'];

describe('an amount of a file', () => {
  test.each([
    ['+20', 2000n],
    ['+ 20.50', 2050n],
    ['+$20', 2000n],
    ['$+20', 2000n],
    ['US$5', 500n],
    ['-US$5.00', -500n],
    ['US $5', 500n],
    ['(US$5.00)', -500n],
    ['5.00-', -500n],
    ['5.00 -', -500n],
    ['$5.00\u2212', -500n],
    ['5.00 CR', 500n],
    ['5.00CR', 500n],
    ['1,234.50 cr', 123450n],
    ['5.00 DR', -500n],
    ['5.00dr', -500n],
    ['="5.00"', 500n],
    ['="+5.00"', 500n],
    ['="1,234.50"', 123450n],
    ['="1 234.50"', 123450n],
    ['1 234.50', 123450n],
    ['12\u00a0345\u00a0678.90', 1234567890n],
    ['1\u2009234', 123400n],
    ['$1 234.50', 123450n],
    ['-1 234.50', -123450n],
    ['(1 234.50)', -123450n],
    ['$ 25', 2500n],
    ['-0.00', 0n],
  ])('is read: %j is %s cents', (text, expected) => expect(cents(text)).toBe(expected));

  test.each([
    ['+1.234,50', 123450n],
    ['1 234,50-', -123450n],
    ['1\u2007234,50', 123450n],
    ['US$ 1.234,50', 123450n],
    ['="1.234,50"', 123450n],
  ])('with a decimal comma: %j is %s cents', (text, expected) =>
    expect(cents(text, 'comma')).toBe(expected),
  );

  test.each([
    '--5',
    '+-5',
    '++5',
    '+5-',
    '-5-',
    '-5.00 CR',
    '(5.00) DR',
    '+(5)',
    '5.00 CR DR',
    'CR',
    '+',
    '=5.00',
    '="5',
    '5.00 C',
    '25 00',
    '1 23',
    '1234 567',
    '1 234 56',
    '0 123',
    '1,234 567',
    '1 234,567',
    'C$5',
    'A$5',
    '5 EUR',
    '5.00 €',
    '1e5',
    '12,34',
    "1'234.50",
    '5'.repeat(101),
  ])('cannot be %j', (text) => expect(cents(text)).toMatch(/not an amount|Please enter an amount/));

  test.each(['25.005', '+25.005', '25.005 CR'])('has at most two decimals: %j', (text) =>
    expect(cents(text)).toBe('Amounts have at most two decimals.'),
  );

  it('is read like an amount in a form if a form accepts it', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom(...Array.from("0123456789.,-()$ 'USD\u00a0")) }),
        fc.constantFrom('point' as const, 'comma' as const),
        (text, style) => {
          const typed = parseMoney(text, style);
          if (typed.ok) expect(parseFileMoney(text, style)).toEqual(typed);
        },
      ),
    );
  });

  it('is read correctly with all kinds of spaces and signs', () => {
    const amount = fc.bigInt({ min: 1n, max: 10n ** 15n });
    fc.assert(
      fc.property(
        amount,
        fc.constantFrom(...blanks),
        fc.constantFrom('.', ','),
        fc.constantFrom('plus', 'minus', 'after', 'CR', 'DR', 'quoted'),
        (value, blank, decimal, sign) => {
          const [integer, fraction] = toDecimal(value).split('.');
          const digits = `${integer!.replace(/\B(?=(?:\d{3})+$)/g, blank)}${decimal}${fraction!}`;
          const text = {
            plus: `+${digits}`,
            minus: `-${digits}`,
            after: `${digits}-`,
            CR: `${digits} CR`,
            DR: `${digits} DR`,
            quoted: `="${digits}"`,
          }[sign];
          const expected = ['minus', 'after', 'DR'].includes(sign) ? -value : value;
          expect(parseFileMoney(text, decimal === '.' ? 'point' : 'comma')).toEqual({
            ok: true,
            cents: expected,
          });
        },
      ),
    );
  });

  it('is refused in bounded time if the text is hostile', () => {
    for (const text of [
      '1 '.repeat(50),
      '+'.repeat(100),
      ' '.repeat(3_000_000),
      `=${'"'.repeat(99)}`,
    ])
      expect(typeof cents(text)).toBe('string');
  });
});
