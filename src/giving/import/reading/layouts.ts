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
import type { Tx } from '#libs/database';
import { readCursor } from '#libs/http';
import { sourceById } from '../sources/index.js';
import {
  deleteMapping,
  findMapping,
  listMappings,
  saveMapping,
  type Suggested,
} from './layouts.sql.js';

/**
 * The column of a downloaded file that says what was wrong with each row, called as no service
 * calls one; behind it stands what the church's own file has no column for.
 */
export const reasonColumn = 'Why not imported';

/** A header without what a download of its rows has added, and what that means. */
function asTheirs(header: string[]): { header: string[]; added: ImportMapping['columns'] } {
  const at = header.lastIndexOf(reasonColumn);
  const behind = header.slice(at + 1);
  if (at < 1 || !behind.every((name) => importFields.includes(name as ImportField)))
    return { header, added: {} };
  return {
    header: header.slice(0, at),
    added: Object.fromEntries(behind.map((field, n) => [field, at + 1 + n])),
  };
}

/**
 * Tells layouts of columns apart; a file of rows that were downloaded and mended has that of the
 * file they came from.
 */
export const layoutOf = (header: string[]): string => fingerprint(asTheirs(header).header);

/** How the church had files with the same header read. */
export interface RememberedLayout {
  mapping: ImportMapping;
  /** The columns that the content of the last such file suggested; null if that is not known. */
  suggested: Suggested | null;
}

/** Finds how the church had files with this header read. */
export async function rememberedLayout(tx: Tx, header: string[]): Promise<RememberedLayout | null> {
  const [row] = await findMapping(tx, { fingerprint: layoutOf(header) });
  if (!row) return null;
  const { suggested = null, ...mapping } = row.mapping;
  return {
    mapping: { ...mapping, columns: { ...mapping.columns, ...asTheirs(header).added } },
    suggested,
  };
}

/**
 * Dates and decimals are judged in each file anew: a person's answer holds for the file it was
 * given for.
 */
export async function rememberLayout(
  tx: Tx,
  fileName: string,
  { header, mapping: { columns: suggested } }: Inspection,
  {
    columns,
    fundColumns,
    unusedColumns = [],
    nameStyle,
    numbers,
    giverAbove,
    isStatement,
    source,
    defaults,
    words,
    zone,
    encoding,
    mendText,
  }: ImportMapping,
): Promise<void> {
  const theirs = asTheirs(header);
  const own = Object.fromEntries(
    Object.entries(columns).filter(([, index]) => index < theirs.header.length),
  );
  await saveMapping(tx, {
    fingerprint: layoutOf(header),
    mapping: {
      columns: own,
      fundColumns,
      suggested: { amount: suggested.amount, date: suggested.date },
      unusedColumns: unusedColumns.filter((index) => index < theirs.header.length),
      nameStyle,
      numbers: numbers === 'startAgain' ? numbers : undefined,
      giverAbove,
      isStatement,
      source,
      defaults,
      words,
      zone,
      encoding,
      mendText,
    },
    header: theirs.header,
    fileName,
  });
}

type LayoutRow = Awaited<ReturnType<typeof listMappings>>[number];

/** How the church's files are read, what was used last first. */
export async function importLayouts(
  tx: Tx,
  { limit, cursor }: z.output<typeof importLayoutsQuery>,
): Promise<{ layouts: ImportLayout[]; next: unknown[] | null }> {
  const [before = null, beforeId = null] = readCursor(cursor, ['timestamp', 'uuid']) ?? [];
  const found = await listMappings(tx, { before, beforeId, limit: limit + 1 });
  const shown = found.slice(0, limit);
  const last = shown.at(-1);
  return {
    layouts: shown.map(toLayout),
    next: found.length > limit && last ? [last.updatedAt.toISOString(), last.id] : null,
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
 * The next file of this kind is asked about anew; drafts keep how they were read.
 * @returns whether there was one
 */
export async function forgetLayout(tx: Tx, id: string): Promise<boolean> {
  return (await deleteMapping.count(tx, { id })) > 0;
}
