import type { z } from 'zod';
import {
  importFields,
  wordFields,
  type ImportField,
  type ImportLayout,
  type ImportMapping,
  type importLayoutsQuery,
} from '#libs/contracts';
import { fingerprint } from '#libs/csv';
import type { Tx } from '#libs/database';
import { readCursor } from '#libs/http';
import { sourceById } from '../sources/index.js';

/** The column of a downloaded file that says what was wrong with each row, called as no service calls one; behind it stands what the church's own file has no column for. */
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

/** Tells layouts of columns apart; a file of rows that were downloaded and mended has that of the file they came from. */
export const layoutOf = (header: string[]): string => fingerprint(asTheirs(header).header);

/** How the church had files with this header read. */
export async function rememberedLayout(tx: Tx, header: string[]): Promise<ImportMapping | null> {
  const [row] = await tx.sql<{ mapping: ImportMapping }>(
    'select mapping from import_mapping where organization_id = $1 and fingerprint = $2',
    [tx.organizationId, layoutOf(header)],
  );
  return row
    ? { ...row.mapping, columns: { ...row.mapping.columns, ...asTheirs(header).added } }
    : null;
}

/** Dates and decimals are judged in each file anew: a person's answer holds for the file it was given for. */
export async function rememberLayout(
  tx: Tx,
  fileName: string,
  header: string[],
  { columns, source, defaults, words, zone, encoding, mendText }: ImportMapping,
): Promise<void> {
  const theirs = asTheirs(header);
  const own = Object.fromEntries(
    Object.entries(columns).filter(([, index]) => index < theirs.header.length),
  );
  await tx.sql(
    `insert into import_mapping (organization_id, fingerprint, mapping, header, file_name) values ($1, $2, $3, $4, $5)
     on conflict (organization_id, fingerprint) do update set mapping = excluded.mapping, header = excluded.header, file_name = excluded.file_name, updated_at = now()`,
    [
      tx.organizationId,
      layoutOf(header),
      JSON.stringify({ columns: own, source, defaults, words, zone, encoding, mendText }),
      JSON.stringify(theirs.header),
      fileName,
    ],
  );
}

interface LayoutRow {
  id: string;
  mapping: ImportMapping;
  header: string[] | null;
  file_name: string | null;
  updated_at: Date;
}

/** How the church's files are read, what was used last first. */
export async function importLayouts(
  tx: Tx,
  { limit, cursor }: z.output<typeof importLayoutsQuery>,
): Promise<{ layouts: ImportLayout[]; next: unknown[] | null }> {
  const [before = null, id = null] = readCursor(cursor, ['timestamp', 'uuid']) ?? [];
  const found = await tx.sql<LayoutRow>(
    `select id, mapping, header, file_name, at as updated_at from import_mapping, date_trunc('milliseconds', updated_at) at
      where organization_id = $1 and ($2::timestamptz is null or (at, id) < ($2, $3::uuid)) order by at desc, id desc limit $4`,
    [tx.organizationId, before, id, limit + 1],
  );
  const shown = found.slice(0, limit);
  const last = shown.at(-1);
  return {
    layouts: shown.map(toLayout),
    next: found.length > limit && last ? [last.updated_at.toISOString(), last.id] : null,
  };
}

function toLayout({
  id,
  mapping: { columns, source, defaults, words },
  header,
  file_name,
  updated_at,
}: LayoutRow): ImportLayout {
  return {
    id,
    fileName: file_name,
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
    answeredAt: updated_at.toISOString(),
  };
}

/** The next file of this kind is asked about anew; drafts keep how they were read. @returns whether there was one */
export async function forgetLayout(tx: Tx, id: string): Promise<boolean> {
  return (
    (
      await tx.sql(
        'delete from import_mapping where organization_id = $1 and id = $2 returning 1',
        [tx.organizationId, id],
      )
    ).length > 0
  );
}
