import type { z } from 'zod';
import {
  importFields,
  wordFields,
  type ImportField,
  type ImportLayout,
  type ImportMapping,
  type importLayoutsQuery,
} from '#libs/contracts';
import { fingerprint, type Inspection } from '#libs/csv';
import { containing, type Tx } from '#libs/database';
import { readCursor } from '#libs/http';
import { sourceById, sources } from '../sources/index.js';
import {
  deleteMapping,
  findMapping,
  listMappings,
  saveMapping,
  type RememberedMapping,
  type Suggested,
} from './layouts.sql.js';

/**
 * The column of a downloaded file that says what was wrong with each row. No giving service uses
 * its name. The columns after it contain values for which the church's own file has no column.
 */
export const reasonColumn = 'Why not imported';

/**
 * Returns a header without the columns that a download of its rows has added, and their meanings.
 */
function splitAddedColumns(header: string[]): {
  header: string[];
  added: ImportMapping['columns'];
} {
  const firstAdded = header.lastIndexOf(reasonColumn);
  const behind = header.slice(firstAdded + 1);
  if (firstAdded < 1 || !behind.every((name) => importFields.includes(name as ImportField)))
    return { header, added: {} };
  return {
    header: header.slice(0, firstAdded),
    added: Object.fromEntries(behind.map((field, n) => [field, firstAdded + 1 + n])),
  };
}

/**
 * Returns the key of a layout of columns. A file with downloaded and corrected rows has the layout
 * of its original file.
 */
export const layoutOf = (header: string[]): string => fingerprint(splitAddedColumns(header).header);

/** How the church has read files with the same header. */
export interface RememberedLayout {
  mapping: ImportMapping;
  /** The columns that the content of the last such file suggested; null if that is not known. */
  suggested: Suggested | null;
}

/** Finds how the church has read files with this header. */
export async function rememberedLayout(tx: Tx, header: string[]): Promise<RememberedLayout | null> {
  const [row] = await findMapping(tx, { fingerprint: layoutOf(header) });
  if (!row) return null;
  const { suggested = null, ...mapping } = row.mapping;
  return {
    mapping: { ...mapping, columns: { ...mapping.columns, ...splitAddedColumns(header).added } },
    suggested,
  };
}

/**
 * Remembers how the church reads files with this header. The order of dates and the decimal sign
 * are not remembered: each file is judged by its content, and an answer holds for one file.
 */
export async function rememberLayout(
  tx: Tx,
  fileName: string,
  inspection: Inspection,
  mapping: ImportMapping,
): Promise<void> {
  const { header } = splitAddedColumns(inspection.header);
  await saveMapping(tx, {
    fingerprint: layoutOf(inspection.header),
    mapping: toRemembered(mapping, inspection.mapping.columns, header.length),
    header,
    fileName,
  });
}

/**
 * Returns the parts of a mapping that hold for later files with the same header.
 * @param suggested the columns that the content of the file suggested
 * @param ownColumns the number of columns without those that a download of rows has added
 */
function toRemembered(
  mapping: ImportMapping,
  suggested: Suggested,
  ownColumns: number,
): RememberedMapping {
  const { columns, unusedColumns = [], numbers } = mapping;
  return {
    columns: Object.fromEntries(Object.entries(columns).filter(([, index]) => index < ownColumns)),
    fundColumns: mapping.fundColumns,
    suggested: { amount: suggested.amount, date: suggested.date },
    unusedColumns: unusedColumns.filter((index) => index < ownColumns),
    nameStyle: mapping.nameStyle,
    numbers: numbers === 'startAgain' ? numbers : undefined,
    giverAbove: mapping.giverAbove,
    isStatement: mapping.isStatement,
    source: mapping.source,
    defaults: mapping.defaults,
    words: mapping.words,
    zone: mapping.zone,
    encoding: mapping.encoding,
    mendText: mapping.mendText,
  };
}

type LayoutRow = Awaited<ReturnType<typeof listMappings>>[number];

/** Returns the ids of the giving services whose names contain the words, in lower case. */
const sourcesCalled = (words: string): string[] =>
  sources.filter(({ name }) => name.toLowerCase().includes(words)).map(({ id }) => id);

/** Lists the remembered formats, the last used first. */
export async function importLayouts(
  tx: Tx,
  { search, limit, cursor }: z.output<typeof importLayoutsQuery>,
): Promise<{ layouts: ImportLayout[]; next: unknown[] | null }> {
  const [before = null, beforeId = null] = readCursor(cursor, ['timestamp', 'uuid']) ?? [];
  const words = search?.trim().toLowerCase();
  const mappingRows = await listMappings(tx, {
    pattern: words ? containing(words) : null,
    sources: words ? sourcesCalled(words) : [],
    before,
    beforeId,
    limit: limit + 1,
  });
  const page = mappingRows.slice(0, limit);
  const last = page.at(-1);
  return {
    layouts: page.map(toLayout),
    next: mappingRows.length > limit && last ? [last.updatedAt.toISOString(), last.id] : null,
  };
}

function toLayout({
  id,
  mapping: { columns, source, defaults, words },
  header,
  fileName,
  updatedAt,
}: LayoutRow): ImportLayout {
  return {
    id,
    fileName,
    sourceName: sourceById(source)?.name ?? null,
    columns: importFields.flatMap((field) => {
      const index = columns[field];
      return index === undefined
        ? []
        : [{ header: header?.[index] || `Column ${index + 1}`, field }];
    }),
    defaults: {
      paymentMethod: defaults?.paymentMethod ?? null,
      campaign: defaults?.campaign ?? null,
    },
    words: wordFields.flatMap((field) =>
      Object.entries(words?.[field] ?? {}).map(([word, answer]) => ({ field, word, answer })),
    ),
    answeredAt: updatedAt.toISOString(),
  };
}

/**
 * Deletes a remembered format, so that the next file of this kind is asked about. Drafts stay as
 * they were read.
 * @returns whether the format existed
 */
export async function forgetLayout(tx: Tx, id: string): Promise<boolean> {
  return (await deleteMapping.count(tx, { id })) > 0;
}
