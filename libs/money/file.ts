import { parseMoney, type DecimalStyle, type ParsedMoney } from './parse.js';

const maxLength = 100;

/**
 * Reads an amount in the forms in which banks, giving services and spreadsheets write it into
 * files: all forms of `parseMoney`, a leading plus, `US$`, a minus or `CR` or `DR` after the number
 * (a debit is negative), `="5.00"`, and any Unicode spaces between thousands. An amount with two
 * signs has no clear meaning and is refused.
 */
export function parseFileMoney(text: string, style: DecimalStyle = 'point'): ParsedMoney {
  // most amounts are normalized, and files are long
  if (style === 'point' && /^\d{1,13}\.\d{2}$/.test(text))
    return { ok: true, cents: BigInt(text.replace('.', '')) };
  if (text.length > maxLength) return parseMoney(text, style);
  const normalized = (/^="([^"]*)"$/.exec(text.trim())?.[1] ?? text)
    .replace(/\p{Zs}/gu, ' ')
    .trim()
    .replace(/US ?\$/i, '$');
  const parts =
    /^(?<before>(?:\$ ?)?\+ ?)?(?<number>.*?)(?: ?(?<after>[-\u2212]|(?<![a-z])(?:CR|DR)))?$/is.exec(
      normalized,
    )!.groups!;
  const { before, number = '', after } = parts;
  const mark = before ?? after;
  const body = withoutBlanks(mark === undefined ? normalized : number);
  // `--5`, `+(5)`, `+5-`, `(5) CR`
  if (mark !== undefined && ((before && after) || /[-+\u2212()]/.test(body) || body === ''))
    return parseMoney(text, style);
  const parsed = parseMoney(body, style);
  return parsed.ok && after !== undefined && after.toUpperCase() !== 'CR'
    ? { ok: true, cents: -parsed.cents }
    : parsed;
}

/**
 * Removes the spaces between well-formed groups of three digits. `parseMoney` checks other
 * characters between groups.
 */
const withoutBlanks = (text: string) =>
  text.replace(/(?<![\d.,'\u2019] ?)[1-9]\d{0,2}(?: \d{3})+(?! ?\d)/, (number) =>
    number.replaceAll(' ', ''),
  );
