/** `point` is the style of the United States (`1,234.50`), `comma` that of Europe (`1.234,50`). */
export type DecimalStyle = 'point' | 'comma';

/** Cents, or a sentence that tells the user what is wrong. */
export type ParsedMoney = { ok: true; cents: bigint } | { ok: false; message: string };

const styles = {
  point: { decimal: '.', group: /^,$/, example: '1,234.50' },
  // groups: point, space, no-break space, narrow no-break space, straight or curly apostrophe
  comma: { decimal: ',', group: /^[. \u00a0\u202f'\u2019]$/, example: '1.234,50' },
} as const;

// 10^15 dollars are far more than any church receives, and far below any limit of the database.
const maxDigits = 15;
const maxLength = 100;

/**
 * Reads an amount of dollars from a form, an API client or a file, and returns cents.
 *
 * A text may have `$` or `USD` before or after the number, a leading minus (`-` or U+2212) or
 * accounting parentheses, well-formed groups of thousands, and at most two decimals. A JSON number
 * is read by its shortest decimal text, always in the style `point`, so that `0.1 + 0.2` is refused
 * and not rounded. The caller checks the sign and the size of the amount.
 */
export function parseMoney(value: string | number, style: DecimalStyle = 'point'): ParsedMoney {
  if (typeof value === 'number') return parseNumber(value);
  const { decimal, example } = styles[style];
  if (value.length > maxLength) return refuse(`This is not an amount. Write it like ${example}.`);
  const { body, negative } = unwrap(value.trim());
  if (body === '') return refuse('Please enter an amount.');
  const [integerPart, fraction, ...more] = body.split(decimal);
  const digits = integerPart === '' && fraction !== undefined ? '0' : ungroup(integerPart!, style);
  if (digits === null || more.length > 0 || (fraction !== undefined && !/^\d+$/.test(fraction))) {
    return refuse(`This is not an amount. Write it like ${example}.`);
  }
  if (fraction !== undefined && fraction.length > 2)
    return refuse('Amounts have at most two decimals.');
  if (digits.length > maxDigits) return refuse('This amount is too large.');
  const cents = BigInt(digits) * 100n + BigInt((fraction ?? '').padEnd(2, '0'));
  return { ok: true, cents: negative ? -cents : cents };
}

function parseNumber(value: number): ParsedMoney {
  if (!Number.isFinite(value)) return refuse('This is not an amount. Write it like 1,234.50.');
  const text = String(value);
  // A number has an exponent below 1e-6 (too many decimals) and from 1e21 on (too many digits).
  if (text.includes('e'))
    return refuse(
      text.includes('e-') ? 'Amounts have at most two decimals.' : 'This amount is too large.',
    );
  return parseMoney(text);
}

/** Removes one sign and the currency marks around the digits, in any order. */
function unwrap(text: string): { body: string; negative: boolean } {
  let [body, signs, before, after] = [text, 0, 0, 0];
  for (let previous = ''; previous !== body; body = body.trim()) {
    previous = body;
    body = body.replace(/^[-\u2212]|^\((.*)\)$/s, (_, inner?: string) => (signs++, inner ?? ''));
    body = body.replace(/^(?:\$|USD)/i, () => (before++, ''));
    body = body.replace(/(?:\$|USD)$/i, () => (after++, ''));
  }
  // A doubled sign or mark (`--5`, `(-5)`, `$$5`) has no clear meaning. The caller refuses the
  // unchanged text.
  const isClear = signs <= 1 && before <= 1 && after <= 1;
  return isClear ? { body, negative: signs === 1 } : { body: text, negative: false };
}

/** Returns the digits of a whole number without separators, or null if the groups are malformed. */
function ungroup(integerPart: string, style: DecimalStyle): string | null {
  if (/^\d+$/.test(integerPart)) return integerPart;
  const separator = /\D/.exec(integerPart)?.[0] ?? '';
  if (!styles[style].group.test(separator)) return null;
  const [first, ...groups] = integerPart.split(separator);
  // `0,123` is no thousand, but a decimal comma
  const isWellFormed =
    /^[1-9]\d{0,2}$/.test(first!) && groups.every((group) => /^\d{3}$/.test(group));
  return isWellFormed ? first! + groups.join('') : null;
}

const refuse = (message: string): ParsedMoney => ({ ok: false, message });
