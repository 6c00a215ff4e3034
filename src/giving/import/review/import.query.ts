import type { DonationImport } from '#libs/contracts';
import type { Tx } from '#libs/database';
import { importControl } from './control.query.js';
import type { Details, ImportFigures } from './details.js';
import { importFigures } from './import-figures.js';
import { findImport, listNewestImports, type ImportRecord } from './import.query.sql.js';
import { lastChange } from './last-change.js';
import { sourceById } from '../sources/index.js';

export type { ImportRecord };

export async function findImportRecord(tx: Tx, importId: string): Promise<ImportRecord | null> {
  const [record] = await findImport(tx, { importId });
  return record ?? null;
}

/** Returns the import as the API shows it. The rows of a draft are counted each time. */
export async function importView(
  tx: Tx,
  record: ImportRecord,
  inList = false,
): Promise<DonationImport> {
  const figures = await importFigures(tx, [record]);
  return toView(tx, record, figures(record), inList);
}

async function toView(
  tx: Tx,
  record: ImportRecord,
  figures: ImportFigures,
  inList: boolean,
): Promise<DonationImport> {
  const running = record.status === 'committing' || record.status === 'undoing';
  return {
    id: record.id,
    status: record.status,
    fileName: record.fileName,
    fileSize: Number(record.fileSize),
    format: record.format,
    ...toReadingView(record.details),
    ...figures,
    undo: inList || running ? null : await lastChange(tx, record.id),
    control: inList || running ? null : await importControl(tx, record),
    progress: running ? { done: record.done, total: record.total } : null,
    message: record.message,
    createdAt: record.createdAt.toISOString(),
    createdBy: { id: record.createdBy, name: record.createdByName ?? '' },
    committedAt: record.committedAt?.toISOString() ?? null,
    undoneAt: record.undoneAt?.toISOString() ?? null,
  };
}

/** Returns how the file of an import was read, as the API shows it. */
function toReadingView({ mapping, ...details }: Details) {
  return {
    source: mapping?.source ?? null,
    sourceName: sourceById(mapping?.source)?.name ?? null,
    // Imports that are older than the support for workbooks have no `kind` and no `sheets`.
    kind: details.kind ?? 'csv',
    sheets: details.sheets ?? [],
    sheet: details.sheet ?? null,
    headerRow: details.headerRow,
    firstRows: details.firstRows ?? [],
    encoding: details.encoding,
    delimiter: details.delimiter,
    columns: details.columns,
    mapping,
    questions: details.questions,
  };
}

/**
 * Lists the newest 200 imports, the newest first. The number of statements does not depend on how
 * many there are.
 */
export async function listImports(tx: Tx): Promise<DonationImport[]> {
  const records = await listNewestImports(tx);
  const figures = await importFigures(tx, records);
  return Promise.all(records.map((record) => toView(tx, record, figures(record), true)));
}
