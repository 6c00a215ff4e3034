/**
 * Charsets in which every sequence of bytes is a valid text. Decoding therefore does not show that
 * an email names one of them by mistake.
 */
const singleByte =
  /^(iso-?8859-?\d+|latin-?\d+|l\d|windows-125\d|cp-?125\d|x-cp125\d|us-ascii|ascii)$/i;
/** The sequences with which ISO-2022-JP, a 7-bit encoding, changes its character set (RFC 1468). */
const japaneseEscapes = ['$@', '$B', '(B', '(J', '(I'].map((code) => `\u001b${code}`);

/**
 * Decodes the text of an email. Many programs name a wrong charset, or none. Bytes with escape
 * sequences are then read as ISO-2022-JP, valid UTF-8 as UTF-8, and all others as windows-1252.
 * @param charset the charset that the email names; null if it names none
 */
export function decodeText(bytes: Uint8Array, charset: string | null): string {
  const label = charset?.trim() ?? '';
  const isCertain = label !== '' && !singleByte.test(label) && !/^utf-?8$/i.test(label);
  const named = isCertain ? decodeAs(label, bytes) : null;
  if (named !== null && !named.includes('\ufffd')) return named;
  const isJapanese = japaneseEscapes.some((escape) => Buffer.from(bytes).includes(escape));
  if (isJapanese) return decodeAs('iso-2022-jp', bytes) ?? '';
  const guessed = decodeAs('utf-8', bytes, true) ?? named;
  return guessed ?? decodeAs(singleByteLabel(label), bytes) ?? '';
}

/** Returns null for an unknown charset. If `isStrict`, also returns null for invalid bytes. */
function decodeAs(label: string, bytes: Uint8Array, isStrict = false): string | null {
  try {
    return new TextDecoder(label, { fatal: isStrict }).decode(bytes);
  } catch {
    return null;
  }
}

/**
 * Returns windows-1252 for unknown names. WHATWG decodes ASCII and Latin-1 as it (Encoding, 4.2).
 */
function singleByteLabel(label: string): string {
  const isKnown = singleByte.test(label) && decodeAs(label, new Uint8Array()) !== null;
  return isKnown ? label : 'windows-1252';
}

/**
 * Returns a text in the form in which it is stored: line ends are `\n`, and there are neither
 * control characters nor halves of surrogate pairs.
 */
export function cleanText(text: string): string {
  return text
    .toWellFormed()
    .replace(/\r\n?|[\v\f\u0085\u2028\u2029]/g, '\n')
    .replace(/[^\P{Cc}\t\n]/gu, '');
}
