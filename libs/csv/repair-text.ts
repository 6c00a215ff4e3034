import iconv from 'iconv-lite';
import type { FileRow } from './records.js';

/** The encodings in which programs read UTF-8 by mistake. */
const wrongEncodings = ['windows-1252', 'macintosh'] as const;

/** Latin letters with all accents, punctuation, currency signs and emoji. */
const plausible =
  /^(?:[\0-\x7f\u00a0-\u017f\u2010-\u205f\u20a0-\u20bf\u2122\p{Emoji}]|\u200d|\ufe0f)*$/u;

/**
 * Repairs a text if a program has read UTF-8 in another encoding: `N√∫√±ez` and `NÃºÃ±ez` are
 * `Núñez`.
 * @returns null if the text cannot be the result of this mistake. A repaired text gives exactly the
 *   damaged one if the mistake is repeated.
 */
export function repairText(text: string): string | null {
  if (!/[^\0-\x7f]/.test(text)) return null;
  for (const encoding of wrongEncodings) {
    const bytes = iconv.encode(text, encoding);
    if (iconv.decode(bytes, encoding) !== text) continue;
    const repaired = asUtf8(bytes);
    // the wrong encoding gives letters of other scripts
    if (repaired !== null && repaired !== text && plausible.test(repaired)) return repaired;
  }
  return null;
}

function asUtf8(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** Repairs the cells of all rows if a user has chosen this (`mendText`). */
export async function* repairRows(
  batches: AsyncIterable<FileRow[]>,
  mendText: boolean,
): AsyncGenerator<FileRow[]> {
  for await (const batch of batches) yield mendText ? batch.map(repairRow) : batch;
}

export const repairRow = ({ cells, ...rest }: FileRow): FileRow => ({
  ...rest,
  cells: cells.map((cell) => repairText(cell) ?? cell),
});
