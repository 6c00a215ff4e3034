import { auditLabelOf, type AuditEntry, type AuditQuery } from '#libs/contracts';
import type { Tx } from '#libs/database';
import type { Table } from '#libs/downloads';
import { allRows, readCursor, type Page } from '#libs/http';
import { timeZoneOf } from '../../tenancy/index.js';
import { listEntries } from './audit-log.sql.js';

type EntryRow = Awaited<ReturnType<typeof listEntries>>[number];

/**
 * Reads a page of the log, newest first (ids are made in the order of time), with the names that
 * people have today.
 */
export async function listAudit(
  tx: Tx,
  { limit, cursor, action, personId, from, to }: AuditQuery,
): Promise<Page<AuditEntry>> {
  const [after = null] = (readCursor(cursor, ['uuid']) ?? []) as [string?];
  const rows = await listEntries(tx, {
    after,
    action: action ?? null,
    personId: personId ?? null,
    from: from ?? null,
    to: to ?? null,
    zone: (from ?? to) ? await timeZoneOf(tx, tx.organizationId!) : null,
    limit: limit + 1,
  });
  const shown = rows.slice(0, limit);
  return { rows: shown.map(toEntry), next: rows.length > limit ? [shown.at(-1)!.id] : null };
}

function toEntry({ id, at, action, details, ...row }: EntryRow): AuditEntry {
  return {
    id,
    at: at.toISOString(),
    action,
    actor: named(row.actorId, row.actorName),
    subject: named(row.subjectId, row.subjectName),
    details,
  };
}

const named = (id: string | null, name: string | null) => (id && name ? { id, name } : null);

/**
 * Returns the entries that match a filter as a table, the newest first, with their details as they
 * are stored: ids and figures. The transaction must see one moment of the database.
 */
export const auditTable = (tx: Tx, filter: Omit<AuditQuery, 'limit' | 'cursor'>): Table => ({
  name: 'audit-log',
  columns: ['When', 'Who', 'What', 'Whom', 'Details'].map((header) => ({ header })),
  rows: auditRows(tx, filter),
});

async function* auditRows(
  tx: Tx,
  filter: Omit<AuditQuery, 'limit' | 'cursor'>,
): AsyncGenerator<string[]> {
  const entries = allRows((page) => listAudit(tx, { ...filter, ...page }));
  for await (const entry of entries) yield cellsOf(entry);
}

const cellsOf = ({ at, actor, action, subject, details }: AuditEntry) => [
  at,
  actor?.name ?? 'Church Connect',
  auditLabelOf(action),
  subject?.name ?? '',
  Object.entries(details).map(detailText).join('; '),
];

const detailText = ([name, value]: [string, unknown]) =>
  `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`;
