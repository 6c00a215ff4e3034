import iconv from 'iconv-lite';
import type { ImportMapping } from '#libs/contracts';
import { badEncoding, notText, nulBytes, tooFewRows } from './messages.js';

export type Encoding = NonNullable<ImportMapping['encoding']>;

export interface DetectedEncoding {
  encoding: Encoding;
  /** False if a user must say whether the characters are correct. */
  certain: boolean;
}

const saveAsCsvAdvice = 'In Excel choose File › Save as › CSV UTF-8, then upload that file.';
const downloadCsvAdvice = 'Download the list as CSV instead, then upload that file.';
/** Files that users upload by mistake: the first bytes, the name of the kind, and the advice. */
const refusedKinds: [magic: string, kind: string, advice: string][] = [
  ['\xd0\xcf\x11\xe0', 'an Excel workbook', saveAsCsvAdvice],
  ['%PDF', 'a PDF document', downloadCsvAdvice],
  ['\x89PNG', 'a picture', downloadCsvAdvice],
  ['\xff\xd8\xff', 'a picture', downloadCsvAdvice],
  ['GIF8', 'a picture', downloadCsvAdvice],
  ['\x1f\x8b', 'a compressed file', 'Unpack it, then upload the CSV file inside.'],
  ['{\\rtf', 'a text document', downloadCsvAdvice],
  ['OFXHEADER', 'a bank file in OFX format', downloadCsvAdvice],
  ['<', 'a web page or XML file', downloadCsvAdvice],
];

/**
 * Finds the encoding of a file by its beginning. A sample of valid UTF-8 is certain, because
 * `decode` throws if the rest of the file is not.
 * @param isWhole whether the sample is the whole file. Otherwise it may end inside a character.
 * @throws CsvError for an empty file, and for a file that is no text
 */
export function detectEncoding(sample: Uint8Array, isWhole: boolean): DetectedEncoding {
  if (sample.length === 0) throw tooFewRows();
  refuseKnownKinds(sample);
  const marked = byteOrderMark(sample) ?? findUtf16(sample);
  if (marked) {
    // the bytes begin like UTF-16, but are no text
    if (marked !== 'utf-8' && !isValid(sample, marked, false))
      throw notText('not a text file', downloadCsvAdvice);
    return { encoding: marked, certain: true };
  }
  if (sample.includes(0)) throw nulBytes();
  if (countControlBytes(sample) > sample.length / 100)
    throw notText('not a text file', downloadCsvAdvice);
  return isValid(sample, 'utf-8', isWhole)
    ? { encoding: 'utf-8', certain: true }
    : { encoding: findLikeliestEncoding(sample), certain: false };
}

/** The encodings with one byte for each letter, the likeliest first. A user has to choose one. */
export const singleByte = [
  'windows-1252',
  'windows-1250',
  'macintosh',
] as const satisfies Encoding[];

/**
 * A letter beyond ASCII that fits into its word: a small letter beside small letters, or a capital
 * letter at the beginning of a word or after capital letters.
 */
const letterThatFits =
  /(?<=\p{Ll})[^\0-\x7f\P{Ll}]|[^\0-\x7f\P{Ll}](?=\p{Ll})|(?<!\p{L})[^\0-\x7f\P{Lu}](?=\p{Ll})|(?<=\p{Lu})[^\0-\x7f\P{Lu}](?!\p{Ll})/gu;

/** Returns the encoding of one byte in which most letters fit into their words. */
function findLikeliestEncoding(sample: Uint8Array): Encoding {
  const countFitting = (encoding: Encoding) => {
    if (!isValid(sample, encoding, true)) return -1;
    return [...decodeSample(sample, encoding, true).matchAll(letterThatFits)].length;
  };
  const counts = singleByte.map(countFitting);
  return singleByte[counts.indexOf(Math.max(...counts))]!;
}

/**
 * Decodes bytes in pieces, without a byte order mark.
 * @throws CsvError of kind `encoding` at the first byte that the encoding does not allow. To
 *   replace the byte would change a name, and nobody would notice.
 */
export async function* decode(
  bytes: AsyncIterable<Uint8Array>,
  encoding: Encoding,
): AsyncGenerator<string> {
  const decoder = decoderFor(encoding);
  for await (const chunk of bytes) {
    // in pieces, so that a large chunk does not become one large text
    for (let start = 0; start < chunk.length; start += pieceBytes)
      yield decoder.write(chunk.subarray(start, start + pieceBytes));
  }
  yield decoder.end();
}

/**
 * Decodes a sample. If it is not the whole file, an incomplete character at its end is left out.
 */
export function decodeSample(sample: Uint8Array, encoding: Encoding, isWhole: boolean): string {
  const decoder = decoderFor(encoding);
  return decoder.write(sample) + (isWhole ? decoder.end() : '');
}

const pieceBytes = 65_536;

function decoderFor(encoding: Encoding): { write(bytes: Uint8Array): string; end(): string } {
  if (singleByte.some((name) => name === encoding)) {
    const decoder = iconv.getDecoder(encoding);
    return {
      write(bytes) {
        const text = decoder.write(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length));
        if (text.includes('\ufffd')) throw badEncoding(encoding);
        return text;
      },
      end: () => decoder.end() ?? '',
    };
  }
  const decoder = new TextDecoder(encoding, { fatal: true });
  const orBadEncoding = (decodePart: () => string) => {
    try {
      return decodePart();
    } catch {
      throw badEncoding(encoding);
    }
  };
  return {
    write: (bytes) => orBadEncoding(() => decoder.decode(bytes, { stream: true })),
    end: () => orBadEncoding(() => decoder.decode()),
  };
}

function isValid(sample: Uint8Array, encoding: Encoding, isWhole: boolean): boolean {
  try {
    decodeSample(sample, encoding, isWhole);
    return true;
  } catch {
    return false;
  }
}

function refuseKnownKinds(sample: Uint8Array): void {
  const start = Buffer.from(sample.subarray(0, 4096)).toString('latin1');
  if (start.startsWith('PK\x03\x04')) {
    const isWorkbook = /xl\/|\[Content_Types\]|opendocument\.spreadsheet/.test(start);
    throw isWorkbook
      ? notText('an Excel workbook', saveAsCsvAdvice)
      : notText('a ZIP archive', 'Unpack it, then upload the CSV file inside.');
  }
  const text = start.replace(/^(?:\xef\xbb\xbf)?\s*/, '');
  const kind = refusedKinds.find(([magic]) =>
    magic === '<'
      ? /^<(?:\?xml|!doctype|html|table|head|ofx)\b/i.test(text)
      : start.startsWith(magic),
  );
  if (kind) throw notText(kind[1], kind[2]);
}

function byteOrderMark([first, second, third]: Uint8Array): Encoding | null {
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8';
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : null;
}

/**
 * Counts bytes that no text has: control characters other than tabs, line ends, form feeds, and the
 * end mark of old DOS files.
 */
function countControlBytes(sample: Uint8Array): number {
  let count = 0;
  for (const byte of sample) if (byte < 32 && (byte < 9 || byte > 13) && byte !== 26) count++;
  return count;
}

/**
 * Recognizes UTF-16 without a byte order mark. Delimiters, digits and line ends are ASCII, so that
 * many bytes of UTF-16 are NUL: all at even, or all at odd places.
 */
function findUtf16(sample: Uint8Array): Encoding | null {
  const beginning = sample.subarray(0, 4096);
  const nuls = [0, 0];
  for (const [index, byte] of beginning.entries()) if (byte === 0) nuls[index % 2]!++;
  const [even, odd] = nuls as [number, number];
  if (Math.max(even, odd) < beginning.length / 5 || Math.min(even, odd) > 0) return null;
  const encoding = odd > even ? 'utf-16le' : 'utf-16be';
  return isValid(beginning, encoding, false) ? encoding : null;
}
