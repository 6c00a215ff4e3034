// Helpers of the tests of this library, which make small files, also malformed ones.

import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { crc32, deflateRawSync } from 'node:zlib';
import type { FileRow } from '#libs/csv';
import { openTable, type TableChoices } from './table.js';

export interface ZipPart {
  name: string;
  content: string | Uint8Array;
  /** Wrong values for the header of the part. */
  lie?: { size?: number; crc?: number; flags?: number };
}

/** Makes a ZIP archive. */
export function zip(parts: ZipPart[]): Buffer {
  const files: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, content, lie = {} } of parts) {
    const bytes = Buffer.from(content);
    const packed = deflateRawSync(bytes);
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(20, 0);
    fields.writeUInt16LE(lie.flags ?? 0x0800, 2);
    fields.writeUInt16LE(8, 4);
    fields.writeUInt32LE(lie.crc ?? crc32(bytes), 10);
    fields.writeUInt32LE(packed.length, 14);
    fields.writeUInt32LE(lie.size ?? bytes.length, 18);
    fields.writeUInt16LE(Buffer.byteLength(name), 22);
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), fields, Buffer.from(name), packed]);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(offset, 10);
    directory.push(
      Buffer.concat([Buffer.from('PK\x01\x02\x14\0', 'latin1'), fields, tail, Buffer.from(name)]),
    );
    files.push(local);
    offset += local.length;
  }
  const end = Buffer.alloc(18);
  end.writeUInt16LE(parts.length, 4);
  end.writeUInt16LE(parts.length, 6);
  end.writeUInt32LE(Buffer.concat(directory).length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...files, ...directory, Buffer.from('PK\x05\x06', 'latin1'), end]);
}

const xml = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const relation = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const main =
  'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" ' + `xmlns:r="${relation}"`;
const packageNamespace = 'http://schemas.openxmlformats.org/package/2006';

export interface WorkbookParts {
  /** The `<row>` elements of each sheet, by its name. */
  sheets: Record<string, string>;
  shared?: string;
  /** The elements `<numFmts>` and `<cellXfs>`. */
  styles?: string;
  workbook?: string;
  states?: Record<string, string>;
  more?: ZipPart[];
}

/** Returns the parts of an Excel workbook. */
export function xlsxParts({
  sheets,
  shared = '',
  styles = '',
  workbook = '',
  states = {},
  more = [],
}: WorkbookParts): ZipPart[] {
  const names = Object.keys(sheets);
  const relations = (list: string) =>
    `${xml}<Relationships xmlns="${packageNamespace}/relationships">${list}</Relationships>`;
  const sheetElements = names.map(
    (name, n) =>
      `<sheet name="${name}" sheetId="${n + 1}" state="${states[name] ?? 'visible'}" ` +
      `r:id="rId${n + 1}"/>`,
  );
  const sheetRelations = names.map(
    (_, n) =>
      `<Relationship Id="rId${n + 1}" Type="${relation}/worksheet" ` +
      `Target="worksheets/sheet${n + 1}.xml"/>`,
  );
  return [
    {
      name: '[Content_Types].xml',
      content: `${xml}<Types xmlns="${packageNamespace}/content-types"/>`,
    },
    {
      name: '_rels/.rels',
      content: relations(
        `<Relationship Id="rId1" Type="${relation}/officeDocument" Target="xl/workbook.xml"/>`,
      ),
    },
    {
      name: 'xl/workbook.xml',
      content:
        `${xml}<workbook ${main}>${workbook}` +
        `<sheets>${sheetElements.join('')}</sheets></workbook>`,
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      content: relations(
        sheetRelations.join('') +
          `<Relationship Id="s" Type="${relation}/styles" Target="/xl/styles.xml"/>` +
          `<Relationship Id="t" Type="${relation}/sharedStrings" Target="sharedStrings.xml"/>`,
      ),
    },
    { name: 'xl/styles.xml', content: `${xml}<styleSheet ${main}>${styles}</styleSheet>` },
    { name: 'xl/sharedStrings.xml', content: `${xml}<sst ${main}>${shared}</sst>` },
    ...Object.values(sheets).map((data, n) => ({
      name: `xl/worksheets/sheet${n + 1}.xml`,
      content: `${xml}<worksheet ${main}><sheetData>${data}</sheetData></worksheet>`,
    })),
    ...more,
  ];
}

export const escaped = (text: string) =>
  text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

function cellElement(value: string | number | null): string {
  if (value === null) return '<c/>';
  if (typeof value === 'number') return `<c><v>${value}</v></c>`;
  return `<c t="inlineStr"><is><t xml:space="preserve">${escaped(value)}</t></is></c>`;
}

/** Returns rows of inline texts and numbers, as most programs write them. */
export const sheetData = (rows: (string | number | null)[][]): string =>
  rows
    .map((cells, index) => {
      return `<row r="${index + 1}">${cells.map(cellElement).join('')}</row>`;
    })
    .join('');

const odsNamespace = 'urn:oasis:names:tc:opendocument:xmlns';

export const xlsx = (parts: WorkbookParts): Buffer => zip(xlsxParts(parts));

/** Makes an OpenDocument spreadsheet. */
export const ods = (tables: string, more: ZipPart[] = []): Buffer =>
  zip([
    { name: 'mimetype', content: 'application/vnd.oasis.opendocument.spreadsheet' },
    {
      name: 'content.xml',
      content:
        `${xml}<office:document-content xmlns:office="${odsNamespace}:office:1.0" ` +
        `xmlns:table="${odsNamespace}:table:1.0" xmlns:text="${odsNamespace}:text:1.0" ` +
        'xmlns:xlink="http://www.w3.org/1999/xlink">' +
        `<office:body><office:spreadsheet>${tables}</office:spreadsheet></office:body>` +
        '</office:document-content>',
    },
    ...more,
  ]);

/** Writes a file, and deletes it after `use`. */
export async function withFile<T>(
  content: Uint8Array | string,
  use: (file: string) => Promise<T>,
): Promise<T> {
  const directory = fs.mkdtempSync(path.join(os.tmpdir(), 'table-'));
  try {
    const file = path.join(directory, 'upload');
    fs.writeFileSync(file, content);
    return await use(file);
  } finally {
    fs.rmSync(directory, { recursive: true, force: true });
  }
}

/** Opens, inspects and reads all rows of a file. */
export function readTable(content: Uint8Array | string, choices?: TableChoices) {
  return withFile(content, async (file) => {
    const table = await openTable(file);
    try {
      const inspection = await table.inspect(choices);
      const rows: FileRow[] = [];
      for await (const batch of table.rows(inspection)) rows.push(...batch);
      return { kind: table.kind, sheets: table.sheets, inspection, rows };
    } finally {
      table.close();
    }
  });
}
