import { actionsOfGroup, auditLabelOf, type AuditEntry, type AuditQuery } from '#libs/contracts';
import type { Tx } from '#libs/database';
import type { Table } from '#libs/downloads';
import { allRows, readCursor, type Page } from '#libs/http';
import { timeZoneOf } from '../../tenancy/index.js';
import { listEntries } from './audit-log.sql.js';

type EntryRow = Awaited<ReturnType<typeof listEntries>>[number];

/**
 * Reads a page of the audit log with the current names of users, newest first. The order is by id,
 * because ids are created in chronological order.
 */
export async function listAudit(
  tx: Tx,
  { limit, cursor, action, group, personId, from, to }: AuditQuery,
): Promise<Page<AuditEntry>> {
  const [after = null] = (readCursor(cursor, ['uuid']) ?? []) as [string?];
  const groupFilter = group && actionsOfGroup(group);
  const rows = await listEntries(tx, {
    after,
    action: action ?? null,
    groupActions: groupFilter?.actions ?? null,
    excludesActions: groupFilter?.excludesActions ?? false,
    personId: personId ?? null,
    from: from ?? null,
    to: to ?? null,
    zone: (from ?? to) ? await timeZoneOf(tx, tx.organizationId!) : null,
    limit: limit + 1,
  });
  const pageRows = rows.slice(0, limit);
  return { rows: pageRows.map(toEntry), next: rows.length > limit ? [pageRows.at(-1)!.id] : null };
}

function toEntry({ id, at, action, details, ...row }: EntryRow): AuditEntry {
  return {
    id,
    at: at.toISOString(),
    action,
    actor: reference(row.actorId, row.actorName),
    subject: reference(row.subjectId, row.subjectName),
    details,
  };
}

const reference = (id: string | null, name: string | null) => (id && name ? { id, name } : null);

/**
 * Returns the entries that match a filter as a table, newest first, with their details as they are
 * stored. The transaction must be a snapshot (`Tx.snapshot`), because the rows are read in pages.
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
