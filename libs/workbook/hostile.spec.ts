import { describe, expect, test } from '@jest/globals';
import { CsvError } from '#libs/csv';
import {
  ods,
  readTable,
  sheetData,
  xlsx,
  xlsxParts,
  zip,
  type WorkbookParts,
  type ZipPart,
} from './support.js';

const rows = sheetData([
  ['Name', 'Amount', 'Date'],
  ['Jane', 25, '2025-03-02'],
]);
const parts = (change: Partial<WorkbookParts> = {}) =>
  xlsxParts({ sheets: { Gifts: rows }, ...change });
/** Returns a workbook of which one part is changed. */
const changed = (name: string, change: (part: ZipPart) => ZipPart) =>
  zip(parts().map((part) => (part.name === name ? change(part) : part)));
const sheet = 'xl/worksheets/sheet1.xml';
const inSheet = (change: (xml: string) => string) =>
  changed(sheet, (part) => ({ ...part, content: change(String(part.content)) }));
const cfb = (directory: string) => {
  const file = Buffer.alloc(512 * 40);
  file.write('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1', 'latin1');
  file.writeUInt16LE(9, 30);
  file.writeUInt32LE(30, 48);
  file.write(directory, 512 * 31, 'utf16le');
  return file;
};
const mb = 1_000_000;

describe('a hostile workbook', () => {
  const bomb = `<c t="inlineStr"><is><t>${' '.repeat(200 * mb)}</t></is></c>`;
  test.each<[string, () => Uint8Array, RegExp]>([
    [
      'a document type',
      () => inSheet((xml) => xml.replace('<worksheet', '<!DOCTYPE x [<!ENTITY a "b">]><worksheet')),
      /document type definition/,
    ],
    [
      'a document type in the shared texts',
      () =>
        changed('xl/sharedStrings.xml', (part) => ({ ...part, content: '<!DOCTYPE sst><sst/>' })),
      /document type definition|damaged/,
    ],
    [
      'a document type in the list of its parts',
      () =>
        changed('_rels/.rels', (part) => ({
          ...part,
          content:
            '<!DOCTYPE x SYSTEM ' +
            `"http://127.0.0.1:9/x">${String(part.content).replace(/^<\?.*?\?>/, '')}`,
        })),
      /document type definition/,
    ],
    ['an undefined entity', () => inSheet((xml) => xml.replace('Jane', '&xxe;')), /damaged/],
    [
      'a cell that unpacks to very many blanks',
      () => inSheet((xml) => xml.replace('</row>', `${bomb}</row>`)),
      /unpacks to more|too long/,
    ],
    [
      'millions of rows',
      () =>
        inSheet((xml) =>
          xml.replace('</sheetData>', `${'<row></row>'.repeat(5_000_000)}</sheetData>`),
        ),
      /unpacks to more/,
    ],
    [
      'a large part whose stated size is small',
      () =>
        changed(sheet, (part) => ({
          ...part,
          content: String(part.content) + ' '.repeat(50 * mb),
          lie: { size: 1_000 },
        })),
      /damaged/,
    ],
    [
      'very long shared texts',
      () =>
        changed('xl/sharedStrings.xml', (part) => ({
          ...part,
          content: String(part.content).replace(
            '</sst>',
            `${`<si><t>${'x'.repeat(90_000)}</t></si>`.repeat(800)}</sst>`,
          ),
        })),
      /unpacks to more/,
    ],
    [
      'thousands of cells that show one long text',
      () => {
        const cells = '<row><c t="s"><v>0</v></c></row>'.repeat(4_000);
        return xlsx({
          sheets: { Gifts: rows + cells },
          shared: `<si><t>${'x'.repeat(90_000)}</t></si>`,
        });
      },
      /unpacks to more/,
    ],
    [
      'a text in a million pieces',
      () =>
        inSheet((xml) => xml.replace('Jane', `${'<r/>'.repeat(3)}${'x</t><t>'.repeat(1_100_000)}`)),
      /too long/,
    ],
    [
      'a number of 100,001 digits',
      () => inSheet((xml) => xml.replace('</row>', `<c><v>${'1'.repeat(100_001)}</v></c></row>`)),
      /100,000 characters/,
    ],
    [
      'too many cell styles',
      () =>
        changed('xl/styles.xml', (part) => ({
          ...part,
          content: String(part.content).replace(
            '</styleSheet>',
            `<cellXfs>${'<xf numFmtId="1"/>'.repeat(65_491)}</cellXfs></styleSheet>`,
          ),
        })),
      /more cell styles/,
    ],
    [
      'a thousand tags that are not closed',
      () => inSheet((xml) => xml.replace('<sheetData>', '<a>'.repeat(1_000))),
      /damaged/,
    ],
    [
      'too many columns',
      () => inSheet((xml) => xml.replace('</row>', '<c r="XFD1"><v>1</v></c></row>')),
      /Row 1 has 16,384 columns\. A donation file can have at most 200\./,
    ],
    [
      'rows whose numbers do not increase',
      () => inSheet((xml) => xml.replace('<row r="2">', '<row r="1">')),
      /damaged/,
    ],
    [
      'a shared text that does not exist',
      () => inSheet((xml) => xml.replace('</row>', '<c t="s"><v>7</v></c></row>')),
      /damaged/,
    ],
    [
      'a part twice',
      () => zip([...parts(), { name: sheet, content: '<worksheet/>' }]),
      /not built as/,
    ],
    [
      'a part with a path outside of the archive',
      () => zip([...parts(), { name: '../../etc/passwd', content: 'x' }]),
      /damaged/,
    ],
    [
      'three thousand parts',
      () =>
        zip([
          ...parts(),
          ...Array.from({ length: 3_000 }, (_, n) => ({ name: `media/${n}`, content: '' })),
        ]),
      /not built as/,
    ],
    [
      'a part that is encrypted',
      () => zip(parts().map((part) => ({ ...part, lie: { flags: 0x0801 } }))),
      /protected by a password/,
    ],
    ['a wrong checksum', () => changed(sheet, (part) => ({ ...part, lie: { crc: 1 } })), /damaged/],
    [
      'a file without its end',
      () => xlsx({ sheets: { Gifts: rows } }).subarray(0, -300),
      /damaged/,
    ],
    [
      'bytes that are invalid in UTF-8',
      () =>
        changed(sheet, (part) => ({
          ...part,
          content: Buffer.concat([Buffer.from(String(part.content)), Buffer.from([0xff])]),
        })),
      /damaged/,
    ],
    ['only empty sheets', () => xlsx({ sheets: { A: '', B: '' } }), /no sheet with rows/],
    [
      'an archive of another file',
      () => zip([{ name: 'a.csv', content: 'Name,Amount' }]),
      /This is a ZIP archive/,
    ],
    [
      'a text document',
      () => zip(parts().filter(({ name }) => !name.startsWith('xl/'))),
      /This is a ZIP archive/,
    ],
    [
      'a binary workbook',
      () =>
        zip(
          parts().map((part) =>
            part.name === '_rels/.rels'
              ? { ...part, content: String(part.content).replace('workbook.xml', 'workbook.bin') }
              : part,
          ),
        ),
      /binary Excel workbook \(\.xlsb\)/,
    ],
    [
      'a Numbers document',
      () => zip([{ name: 'Index/Document.iwa', content: 'x' }]),
      /Numbers document/,
    ],
    ['an old workbook', () => cfb('Workbook'), /old Excel workbook \(\.xls\)/],
    ['a workbook with a password', () => cfb('EncryptedPackage'), /protected by a password/],
    [
      'an encrypted OpenDocument file',
      () =>
        ods('', [
          {
            name: 'META-INF/manifest.xml',
            content: '<manifest><file-entry><encryption-data/></file-entry></manifest>',
          },
        ]),
      /protected by a password/,
    ],
    [
      'an OpenDocument file with a document type',
      () => zip([{ name: 'content.xml', content: '<!DOCTYPE x><x/>' }]),
      /document type definition/,
    ],
    [
      'a row that is repeated millions of times',
      () =>
        ods(
          '<table:table><table:table-row ' +
            'table:number-rows-repeated="16000000"><table:table-cell><text:p>Jane</text:p>' +
            '</table:table-cell></table:table-row></table:table>',
        ),
      /unpacks to more/,
    ],
    [
      'a long row that is repeated a million times',
      () =>
        ods(
          '<table:table><table:table-row ' +
            'table:number-rows-repeated="1000000"><table:table-cell ' +
            `table:number-columns-repeated="100"><text:p>${'x'.repeat(5_000)}</text:p>` +
            '</table:table-cell></table:table-row></table:table>',
        ),
      /unpacks to more/,
    ],
    [
      'a cell that is repeated thousands of times',
      () =>
        ods(
          '<table:table><table:table-row><table:table-cell ' +
            'table:number-columns-repeated="16000"><text:p>x</text:p></table:table-cell>' +
            '</table:table-row></table:table>',
        ),
      /Row 1 has 16,000 columns/,
    ],
    [
      'a repetition that is no number',
      () => ods('<table:table><table:table-row table:number-rows-repeated="-1"/></table:table>'),
      /damaged/,
    ],
    [
      'a cell with very many paragraphs',
      () =>
        ods(
          '<table:table><table:table-row>' +
            `<table:table-cell>${'<text:p>xxxxxxxxxx</text:p>'.repeat(200_000)}` +
            '</table:table-cell></table:table-row></table:table>',
        ),
      /too long/,
    ],
  ])('is refused with a message: %s', async (_, make, message) => {
    const error: unknown = await readTable(make(), { headerRow: 1 }).catch(
      (reason: unknown) => reason,
    );
    expect(error).toBeInstanceOf(CsvError);
    expect((error as Error).message).toMatch(message);
  });
});
