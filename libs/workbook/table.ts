import { createReadStream } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import {
  inspect,
  inspectRecords,
  repairRows,
  readRows,
  type Choices,
  type FileRow,
  type Inspection,
} from '#libs/csv';
import { Archive } from './archive.js';
import {
  appleNumbers,
  binaryExcel,
  noSheet,
  oldExcel,
  otherArchive,
  protectedByPassword,
} from './messages.js';
import { isEncrypted, odsSheets } from './ods.js';
import { looksLikeOfx, ofxEncoding, ofxRows } from './ofx.js';
import { workbookOf, xlsxSheets, type Sheet } from './xlsx.js';

const sampleBytes = 256 * 1024;
const sampleRows = 500;
/** Maximum number of sheets that are read. */
const maxSheets = 30;

export type TableKind = 'csv' | 'xlsx' | 'ods' | 'ofx';

/** A file with rows. Each call of `rows` reads it from disk again. */
export interface Table {
  kind: TableKind;
  /** The sheets of a workbook that have rows, in their order; none for other files. */
  sheets: string[];
  /**
   * Inspects the beginning of the file. If `choices` names no sheet, it takes the one that looks
   * most like donations.
   * @throws CsvError like `inspect` of libs/csv
   */
  inspect(choices?: TableChoices): Promise<TableInspection>;
  /**
   * Yields the rows below the header.
   * @throws CsvError like `readRows` of libs/csv
   */
  rows(inspection: TableInspection): AsyncGenerator<FileRow[]>;
  close(): void;
}

export type TableChoices = Choices & { sheet?: string | undefined };
export type TableInspection = Inspection & { sheet: string | null };

/**
 * Opens a file. Its kind follows from its bytes, and not from its name.
 * @throws CsvError if the file has no rows. Users see its message.
 */
export async function openTable(file: string): Promise<Table> {
  const { bytes, whole: isWhole } = await readBeginning(file);
  const start = Buffer.from(bytes.subarray(0, 4096)).toString('latin1');
  if (start.startsWith('PK\x03\x04') || start.startsWith('PK\x05\x06')) return openArchive(file);
  if (start.startsWith('\xd0\xcf\x11\xe0'))
    throw (await isPasswordProtected(file, bytes)) ? protectedByPassword() : oldExcel();
  return looksLikeOfx(start) ? openOfx(file, bytes) : openText(file, bytes, isWhole);
}

function openText(file: string, sample: Uint8Array, isWhole: boolean): Table {
  return {
    kind: 'csv',
    sheets: [],
    inspect: (choices = {}) =>
      Promise.resolve({ ...inspect(sample, isWhole, choices), sheet: null }),
    rows: (inspection) => repairRows(readRows(readBytes(file), inspection), inspection.mendText),
    close: () => undefined,
  };
}

function openOfx(file: string, sample: Uint8Array): Table {
  const transactions = () => ofxRows(readBytes(file), ofxEncoding(sample));
  return {
    kind: 'ofx',
    sheets: [],
    inspect: async (choices) => ({
      ...inspectSample(await readSample(transactions()), { ...choices, headerRow: 1 }),
      sheet: null,
    }),
    rows: ({ mendText }) => repairRows(rowsBelow(transactions(), 1, 0), mendText),
    close: () => undefined,
  };
}

async function openArchive(file: string): Promise<Table> {
  const archive = await Archive.open(file);
  try {
    const { kind, sheets: all } = await findSheets(archive);
    const sheets: { sheet: Sheet; sample: Sample }[] = [];
    for (const sheet of all.slice(0, maxSheets)) {
      const sample = await readSample(sheet.rows());
      if (sample.records.length > 0) sheets.push({ sheet, sample });
    }
    if (sheets.length === 0) throw noSheet();
    const findSheet = (name: string | null | undefined) =>
      sheets.find(({ sheet }) => sheet.name === name);
    return {
      kind,
      sheets: sheets.map(({ sheet }) => sheet.name),
      inspect: (choices = {}) => {
        const chosenSheet = findSheet(choices.sheet) ?? findLikeliestSheet(sheets);
        return Promise.resolve({
          ...inspectSample(chosenSheet.sample, choices),
          sheet: chosenSheet.sheet.name,
        });
      },
      rows: ({ sheet, headerRow, header, mendText }) =>
        repairRows(
          rowsBelow((findSheet(sheet) ?? sheets[0]!).sheet.rows(), headerRow, header.length),
          mendText,
        ),
      close: () => archive.close(),
    };
  } catch (error) {
    archive.close();
    throw error;
  }
}

async function findSheets(archive: Archive): Promise<{ kind: TableKind; sheets: Sheet[] }> {
  if (archive.has('[Content_Types].xml')) {
    const workbook = await workbookOf(archive);
    if (workbook.endsWith('.bin')) throw binaryExcel();
    const sheets = await xlsxSheets(archive, workbook);
    if (sheets.length === 0)
      throw archive.some((name) => name.startsWith('xl/')) ? noSheet() : otherArchive();
    return { kind: 'xlsx', sheets };
  }
  if (archive.some((name) => name.endsWith('.iwa'))) throw appleNumbers();
  if (!archive.has('content.xml')) throw otherArchive();
  if (await isEncrypted(archive)) throw protectedByPassword();
  return { kind: 'ods', sheets: await odsSheets(archive) };
}

interface Sample {
  records: FileRow[];
  whole: boolean;
}

/** Reads the first records, and whether there are no others. */
async function readSample(batches: AsyncIterable<FileRow[]>): Promise<Sample> {
  const records: FileRow[] = [];
  let length = 0;
  for await (const batch of batches) {
    for (const record of batch) {
      if (records.length >= sampleRows || length > sampleBytes) return { records, whole: false };
      records.push(record);
      length += record.cells.join('').length;
    }
  }
  return { records, whole: true };
}

const inspectSample = ({ records, whole: isWhole }: Sample, choices: TableChoices) =>
  inspectRecords(records, isWhole, choices);

/** Returns the first sheet with the most columns of a known meaning. */
function findLikeliestSheet<T extends { sample: Sample }>(sheets: T[]): T {
  const countKnown = ({ sample }: T) => {
    try {
      return inspectSample(sample, {}).columns.filter(({ suggestion }) => suggestion !== null)
        .length;
    } catch {
      return -1; // a sheet that has only a header
    }
  };
  const scores = sheets.map(countKnown);
  return sheets[scores.indexOf(Math.max(...scores))]!;
}

/**
 * Yields the rows below the header. It adds blank cells up to the width of the header, because
 * spreadsheets do not store blank cells at the end of a row.
 */
async function* rowsBelow(
  batches: AsyncIterable<FileRow[]>,
  headerRow: number,
  width: number,
): AsyncGenerator<FileRow[]> {
  for await (const batch of batches) {
    const rows = batch.at(0)!.row > headerRow ? batch : batch.filter(({ row }) => row > headerRow);
    for (const { cells } of rows) while (cells.length < width) cells.push('');
    if (rows.length > 0) yield rows;
  }
}

const readBytes = (file: string): AsyncIterable<Uint8Array> =>
  createReadStream(file, { highWaterMark: sampleBytes });

async function readBeginning(path: string): Promise<{ bytes: Uint8Array; whole: boolean }> {
  const file = await open(path);
  try {
    const bytes = await readAt(file, 0, sampleBytes);
    return { bytes, whole: (await file.stat()).size === bytes.length };
  } finally {
    await file.close();
  }
}

/**
 * Whether a compound file contains a workbook that is protected by a password. Then its directory
 * names the encrypted package (MS-CFB, MS-OFFCRYPTO).
 */
async function isPasswordProtected(path: string, start: Uint8Array): Promise<boolean> {
  if (start.length < 512) return false;
  const header = Buffer.from(start.buffer, start.byteOffset, 512);
  const sector = header.readUInt16LE(30) === 12 ? 4096 : 512;
  const file = await open(path);
  try {
    const directory = await readAt(file, (header.readUInt32LE(48) + 1) * sector, 8192);
    return Buffer.from(directory).includes(Buffer.from('EncryptedPackage', 'utf16le'));
  } finally {
    await file.close();
  }
}

async function readAt(file: FileHandle, position: number, length: number): Promise<Uint8Array> {
  const buffer = Buffer.alloc(length);
  const { bytesRead } = await file.read(buffer, 0, length, position);
  return buffer.subarray(0, bytesRead);
}
