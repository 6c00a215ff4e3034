import { bookChanges, type BookChange, type GivingToday } from '#libs/contracts';
import { yearOf } from '#libs/calendar';
import type { Tx } from '#libs/database';
import { currentBuildSql } from '#libs/event-sourcing';
import { auditEntriesSql } from '#libs/http';
import { toDecimal } from '#libs/money';

/** of what waits and of what changed */
const most = 5;

/** This month, and the same month a year ago: its days up to the same one, and all of them. */
export async function monthAgainst(
  tx: Tx,
  today: string,
): Promise<Pick<GivingToday, 'month' | 'lastYear'>> {
  const build = currentBuildSql('donations', '$1');
  const first = `${today.slice(0, 7)}-01`;
  const firstThen = `${yearOf(today) - 1}${first.slice(4)}`;
  const [sums] = await tx.sql<{ month: bigint; whole: bigint; same: bigint }>(
    `select (select coalesce(sum(total), 0)::bigint from month_total where organization_id = $1 and build = ${build} and month = $2::date) as month,
            (select coalesce(sum(total), 0)::bigint from month_total where organization_id = $1 and build = ${build} and month = $3::date) as whole,
            (select coalesce(sum(amount), 0)::bigint from donation_version where organization_id = $1 and build = ${build} and to_journal is null
                and date >= $3::date and date < least($3::date + $4::int, ($3::date + interval '1 month')::date)) as same`,
    [tx.organizationId, first, firstThen, Number(today.slice(8))],
  );
  return {
    month: toDecimal(sums!.month),
    lastYear: { sameDays: toDecimal(sums!.same), whole: toDecimal(sums!.whole) },
  };
}

/** Drafts that nobody has finished or deleted, and imports that were cut off; the newest first. */
export async function waitingImports(tx: Tx): Promise<NonNullable<GivingToday['imports']>> {
  const rows = await tx.sql<{
    id: string;
    fileName: string;
    status: 'needs_mapping' | 'ready' | 'failed';
    createdAt: Date;
  }>(
    `select id, file_name as "fileName", status, created_at as "createdAt" from donation_import
      where organization_id = $1 and status in ('needs_mapping', 'ready', 'failed') order by created_at desc, id desc limit ${most}`,
    [tx.organizationId],
  );
  return rows.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() }));
}

interface ChangeRow {
  at: Date;
  action: BookChange;
  details: {
    donationId?: string;
    importId?: string;
    amount?: string;
    becomes?: string;
    donations?: number;
  };
  actor: string | null;
  donor: string | null;
  file: string | null;
}

/** What was done to the books last, as the audit log has it, with the names that people have today. */
export async function lastChanges(tx: Tx): Promise<NonNullable<GivingToday['changes']>> {
  const newest = auditEntriesSql('organization_id = $1 and action = a.action', most);
  const rows = await tx.sql<ChangeRow>(
    `select e.at, e.action, e.details, p.name as actor, o.name as donor, i.file_name as file
       from (select l.* from unnest($2::text[]) a (action)
              cross join lateral (${newest}) l
              order by l.id desc limit ${most}) e
       left join donor p on p.organization_id = $1 and p.id = e.actor_id
       left join donor o on o.organization_id = $1 and o.id = (e.details->>'donorId')::uuid
       left join donation_import i on i.organization_id = $1 and i.id = (e.details->>'importId')::uuid
      order by e.id desc`,
    [tx.organizationId, bookChanges],
  );
  return rows.map(({ at, action, details, actor, donor, file }) => ({
    at: at.toISOString(),
    what: action,
    who: actor ?? 'Church Connect',
    whose: donor ?? file ?? '',
    donationId: details.donationId ?? null,
    importId: details.importId ?? null,
    amount: details.amount ?? null,
    becomes: details.becomes ?? null,
    donations: details.donations ?? null,
  }));
}
