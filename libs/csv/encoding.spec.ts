import { describe, expect, it, test } from '@jest/globals';
import fc from 'fast-check';
import iconv from 'iconv-lite';
import { decode, detectEncoding } from './encoding.js';
import { CsvError } from './messages.js';
import { bytes, chunked, problemOf } from './support.js';

const csv = 'email,amount,date\njosé@example.com,25.00,2025-03-02\n';

async function text(
  chunks: AsyncIterable<Uint8Array>,
  encoding: Parameters<typeof decode>[1],
): Promise<string> {
  let all = '';
  for await (const piece of decode(chunks, encoding)) all += piece;
  return all;
}

describe('the encoding of a file', () => {
  test.each([
    ['utf-8', iconv.encode(csv, 'utf-8')],
    ['utf-8', iconv.encode(csv, 'utf-8', { addBOM: true })],
    ['utf-16le', iconv.encode(csv, 'utf-16le', { addBOM: true })],
    ['utf-16le', iconv.encode(csv, 'utf-16le')],
    ['utf-16be', iconv.encode(csv, 'utf-16be', { addBOM: true })],
    ['utf-16be', iconv.encode(csv, 'utf-16be')],
  ] as const)('is certain for %s, and the text is read correctly', async (encoding, file) => {
    expect(detectEncoding(file, true)).toEqual({ encoding, certain: true });
    expect(await text(chunked(file, 3), encoding)).toBe(csv);
  });

  it('is not certain for Windows-1252', async () => {
    const file = iconv.encode('name,amount\nJosé “Pepe” €,25\n', 'windows-1252');
    expect(detectEncoding(file, true)).toEqual({ encoding: 'windows-1252', certain: false });
    expect(await text(chunked(file, 1), 'windows-1252')).toBe('name,amount\nJosé “Pepe” €,25\n');
  });

  it('is certain for a sample that ends inside a character, but not for a whole file', () => {
    const file = bytes('é');
    expect(detectEncoding(file.subarray(0, 1), false)).toEqual({
      encoding: 'utf-8',
      certain: true,
    });
    expect(detectEncoding(file.subarray(0, 1), true).certain).toBe(false);
  });
});

describe('a file of another type', () => {
  const latin = (raw: string) => Buffer.from(raw, 'latin1');
  test.each([
    [
      'PK\x03\x04\x14\0\x06\0[Content_Types].xml',
      'This is an Excel workbook. In Excel choose File › Save as › CSV UTF-8, then upload ' +
        'that file.',
    ],
    [
      '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1',
      'This is an Excel workbook. In Excel choose File › Save as › CSV UTF-8, then upload ' +
        'that file.',
    ],
    [
      'PK\x03\x04\x14\0\0\0a.csv',
      'This is a ZIP archive. Unpack it, then upload the CSV file inside.',
    ],
    [
      '%PDF-1.7\n',
      'This is a PDF document. Download the list as CSV instead, then upload that file.',
    ],
    [
      '\x89PNG\r\n\x1a\n',
      'This is a picture. Download the list as CSV instead, then upload that file.',
    ],
    [
      '\xff\xd8\xff\xe0',
      'This is a picture. Download the list as CSV instead, then upload that file.',
    ],
    ['\x1f\x8b\x08', 'This is a compressed file. Unpack it, then upload the CSV file inside.'],
    [
      '\xef\xbb\xbf <!DOCTYPE html><table>',
      'This is a web page or XML file. Download the list as CSV instead, then upload ' +
        'that file.',
    ],
    [
      'email,amount\0\n',
      'This file contains NUL bytes, so it is not a plain text file. Save it as CSV UTF-8, ' +
        'then upload that file.',
    ],
    [
      'ab\x01\x02\x03',
      'This is not a text file. Download the list as CSV instead, then upload that file.',
    ],
    [
      '\xfe\xff\xd8\x00\xd8\x00\x12\x34',
      'This is not a text file. Download the list as CSV instead, then upload that file.',
    ],
    ['', 'CSV file must have at least a header row and one data row'],
  ])('is refused with advice: %j', (raw, message) =>
    expect(problemOf(() => detectEncoding(latin(raw), true))).toBe(message),
  );

  it('is not assumed if a header of a CSV file begins with "<"', () => {
    expect(detectEncoding(bytes('<amount>,date\n'), true).certain).toBe(true);
  });
});

describe('the decoder', () => {
  test.each([
    ['utf-8', [0x61, 0xff, 0x62]],
    ['utf-8', [0x61, 0xc3]],
    ['utf-8', [0xed, 0xa0, 0x80]],
    ['utf-16le', [0x00, 0xd8, 0x61, 0x00]],
    ['utf-16be', [0x00]],
  ] as const)('refuses bytes that are invalid in %s: %j', async (encoding, raw) => {
    await expect(text(chunked(Uint8Array.from(raw), 1), encoding)).rejects.toMatchObject({
      kind: 'encoding',
    });
  });

  it('returns the same text for chunks of any size, in every encoding', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.string({ unit: 'binary' }),
        fc.constantFrom('utf-8' as const, 'utf-16le' as const, 'utf-16be' as const),
        fc.integer({ min: 1, max: 9 }),
        async (written, encoding, size) => {
          const file = iconv.encode(written, encoding, { addBOM: true });
          expect(await text(chunked(file, size), encoding)).toBe(written);
        },
      ),
    );
  });

  it('finds an encoding or throws a CsvError for arbitrary bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 2000 }), fc.boolean(), (file, isWhole) => {
        try {
          detectEncoding(file, isWhole);
        } catch (error) {
          expect(error).toBeInstanceOf(CsvError);
        }
      }),
    );
  });
});
