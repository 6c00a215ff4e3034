import iconv from 'iconv-lite';
import type { FileRow } from './records.js';

/** In which encodings others read UTF-8 by mistake. Which one it was, the result tells. */
const mistaken = ['windows-1252', 'macintosh'] as const;

/** Latin letters with all their accents, punctuation, currencies and emoji. */
const plausible =
  /^(?:[\0-\x7f\u00a0-\u017f\u2010-\u205f\u20a0-\u20bf\u2122\p{Emoji}]|\u200d|\ufe0f)*$/u;

/**
 * The text that was meant where somebody stored UTF-8 as if it were something else: `N√∫√±ez` and `NÃºÃ±ez` are `Núñez`.
 * Null for every text that cannot have come about so: the mend is the exact inverse of the mistake, or none is made.
 */
export function repairText(text: string): string | null {
  if (!/[^\0-\x7f]/.test(text)) return null;
  for (const encoding of mistaken) {
    const bytes = iconv.encode(text, encoding);
    if (iconv.decode(bytes, encoding) !== text) continue;
    const meant = asUtf8(bytes);
    // the wrong inverse gives letters of scripts in which nobody writes to this church
    if (meant !== null && meant !== text && plausible.test(meant)) return meant;
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

/** The rows with every cell as it was meant, where a person has said so. */
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
