import { auditLabelOf, type AuditEntry, type AuditQuery } from '#libs/contracts';
import type { Tx } from '#libs/database';
import { readCursor } from '#libs/http';
import { timeZoneOf } from '../../tenancy/index.js';
import { listEntries } from './audit-log.sql.js';

type EntryRow = Awaited<ReturnType<typeof listEntries>>[number];

/** One page of the log, newest first (ids are made in the order of time), with the names that people have today. */
export async function listAudit(
  tx: Tx,
  { limit, cursor, action, personId, from, to }: AuditQuery,
): Promise<{ entries: AuditEntry[]; next: unknown[] | null }> {
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
  return { entries: shown.map(toEntry), next: rows.length > limit ? [shown.at(-1)!.id] : null };
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

/** The log as rows of a file, with what it says besides as it is kept: ids and figures. */
export const auditRows = (entries: readonly AuditEntry[]): string[][] => [
  ['When', 'Who', 'What', 'Whom', 'Details'],
  ...entries.map(({ at, actor, action, subject, details }) => [
    at,
    actor?.name ?? 'Church Connect',
    auditLabelOf(action),
    subject?.name ?? '',
    Object.entries(details)
      .map(
        ([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`,
      )
      .join('; '),
  ]),
];
