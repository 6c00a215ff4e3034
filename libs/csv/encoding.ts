import iconv from 'iconv-lite';
import type { ImportMapping } from '#libs/contracts';
import { badEncoding, notText, nulBytes, tooFewRows } from './messages.js';

export type Encoding = NonNullable<ImportMapping['encoding']>;

/** `certain` is false where only a person can say whether the letters come out right. */
export interface DetectedEncoding {
  encoding: Encoding;
  certain: boolean;
}

const saveAsCsv = 'In Excel choose File › Save as › CSV UTF-8, then upload that file.';
const exportCsv = 'Download the donations as CSV instead, then upload that file.';
/** The first bytes of files that people upload by mistake. */
const kinds: [magic: string, what: string, advice: string][] = [
  ['\xd0\xcf\x11\xe0', 'an Excel workbook', saveAsCsv],
  ['%PDF', 'a PDF document', exportCsv],
  ['\x89PNG', 'a picture', exportCsv],
  ['\xff\xd8\xff', 'a picture', exportCsv],
  ['GIF8', 'a picture', exportCsv],
  ['\x1f\x8b', 'a compressed file', 'Unpack it, then upload the CSV file inside.'],
  ['{\\rtf', 'a text document', exportCsv],
  ['OFXHEADER', 'a bank file in OFX format', exportCsv],
  ['<', 'a web page or XML file', exportCsv],
];

/**
 * How the file's text is stored, judged by its beginning. `whole` says that the sample is the entire
 * file: otherwise it may end inside a character. Throws a CsvError for an empty file and for what is
 * no text. Pure UTF-8 so far counts as certain: `decode` throws should the rest be anything else.
 */
export function detectEncoding(sample: Uint8Array, whole: boolean): DetectedEncoding {
  if (sample.length === 0) throw tooFewRows();
  refuseKnownKinds(sample);
  const marked = byteOrderMark(sample) ?? utf16Pattern(sample);
  if (marked) {
    // bytes that happen to begin like UTF-16: more of them would not make it text
    if (marked !== 'utf-8' && !isValid(sample, marked, false))
      throw notText('not a text file', exportCsv);
    return { encoding: marked, certain: true };
  }
  if (sample.includes(0)) throw nulBytes();
  if (controlBytes(sample) > sample.length / 100) throw notText('not a text file', exportCsv);
  return isValid(sample, 'utf-8', whole)
    ? { encoding: 'utf-8', certain: true }
    : { encoding: likeliest(sample), certain: false };
}

/** The encodings of one byte a letter, the likeliest first: which of them it is, only a person can say. */
export const singleByte = [
  'windows-1252',
  'windows-1250',
  'macintosh',
] as const satisfies Encoding[];

/** A letter beyond ASCII where the words around it want one: small within small ones, large at the beginning or within large ones. */
const fittingLetter =
  /(?<=\p{Ll})[^\0-\x7f\P{Ll}]|[^\0-\x7f\P{Ll}](?=\p{Ll})|(?<!\p{L})[^\0-\x7f\P{Lu}](?=\p{Ll})|(?<=\p{Lu})[^\0-\x7f\P{Lu}](?!\p{Ll})/gu;

/** Of these, the one in which most letters fit into their words. */
function likeliest(sample: Uint8Array): Encoding {
  const fit = (encoding: Encoding) => {
    if (!isValid(sample, encoding, true)) return -1;
    return [...decodeSample(sample, encoding, true).matchAll(fittingLetter)].length;
  };
  const fits = singleByte.map(fit);
  return singleByte[fits.indexOf(Math.max(...fits))]!;
}

/**
 * Turns bytes into text, piece by piece, without a byte order mark. Throws a CsvError of kind
 * `encoding` at the first byte that the encoding does not allow: replacing it would change a name
 * without anybody noticing.
 */
export async function* decode(
  bytes: AsyncIterable<Uint8Array>,
  encoding: Encoding,
): AsyncGenerator<string> {
  const decoder = decoderFor(encoding);
  for await (const chunk of bytes) {
    // A huge chunk would become a huge text at once.
    for (let at = 0; at < chunk.length; at += pieceBytes)
      yield decoder.write(chunk.subarray(at, at + pieceBytes));
  }
  yield decoder.end();
}

/** The sample's text; of a sample that is not whole, without the character it may end in the middle of. */
export function decodeSample(sample: Uint8Array, encoding: Encoding, whole: boolean): string {
  const decoder = decoderFor(encoding);
  return decoder.write(sample) + (whole ? decoder.end() : '');
}

const pieceBytes = 65_536;

function decoderFor(encoding: Encoding): { write(bytes: Uint8Array): string; end(): string } {
  if (singleByte.some((one) => one === encoding)) {
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
  const strictly = (read: () => string) => {
    try {
      return read();
    } catch {
      throw badEncoding(encoding);
    }
  };
  return {
    write: (bytes) => strictly(() => decoder.decode(bytes, { stream: true })),
    end: () => strictly(() => decoder.decode()),
  };
}

function isValid(sample: Uint8Array, encoding: Encoding, whole: boolean): boolean {
  try {
    decodeSample(sample, encoding, whole);
    return true;
  } catch {
    return false;
  }
}

function refuseKnownKinds(sample: Uint8Array): void {
  const start = Buffer.from(sample.subarray(0, 4096)).toString('latin1');
  if (start.startsWith('PK\x03\x04')) {
    const office = /xl\/|\[Content_Types\]|opendocument\.spreadsheet/.test(start);
    throw office
      ? notText('an Excel workbook', saveAsCsv)
      : notText('a ZIP archive', 'Unpack it, then upload the CSV file inside.');
  }
  const text = start.replace(/^(?:\xef\xbb\xbf)?\s*/, '');
  const kind = kinds.find(([magic]) =>
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

/** Bytes that no text has: control characters other than tab, line ends, form feed, and the end mark of old DOS files. */
function controlBytes(sample: Uint8Array): number {
  let found = 0;
  for (const byte of sample) if (byte < 32 && (byte < 9 || byte > 13) && byte !== 26) found++;
  return found;
}

/** Delimiters, digits and line ends are ASCII, so every other byte of most UTF-16 CSV is NUL, on one side only. */
function utf16Pattern(sample: Uint8Array): Encoding | null {
  const looked = sample.subarray(0, 4096);
  const nuls = [0, 0];
  for (const [index, byte] of looked.entries()) if (byte === 0) nuls[index % 2]!++;
  const [even, odd] = nuls as [number, number];
  if (Math.max(even, odd) < looked.length / 5 || Math.min(even, odd) > 0) return null;
  const encoding = odd > even ? 'utf-16le' : 'utf-16be';
  return isValid(looked, encoding, false) ? encoding : null;
}
