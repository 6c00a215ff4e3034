import type { z } from 'zod';
import type { importGiversQuery, ImportGiver } from '#libs/contracts';
import type { Tx } from '#libs/database';
import { readCursor } from '#libs/http';
import { toDecimal } from '#libs/money';
import { candidatesFor } from './candidates.js';
import { nobody } from './givers.js';

interface GiverRow {
  key: string;
  name: string | null;
  email: string | null;
  phones: string[];
  rows: number;
  amount: bigint;
  open: boolean;
  donor_id: string | null;
  donor_name: string | null;
  donor_kind: 'member' | 'guest' | 'unidentified' | null;
}

/** Rows about whose giver a person can say something: what is left out or here already goes to nobody. */
export const countsForGiver = `state in ('new', 'held', 'rejected')`;
/** Rows that wait until somebody says who gave them. */
export const waitsForGiver = `state in ('rejected', 'held') and problem in ('email', 'name', 'giver')`;

/** Who gave in a draft, each once, in the order of their names. */
export async function importGivers(
  tx: Tx,
  importId: string,
  { open, limit, cursor }: z.output<typeof importGiversQuery>,
): Promise<{ givers: ImportGiver[]; next: unknown[] | null }> {
  const [after = null] = readCursor(cursor, ['text']) ?? [];
  const found = await tx.sql<GiverRow>(
    `select g.*, d.name as donor_name, d.kind as donor_kind
       from (select giver as key, (array_agg(concat_ws(' ', first_name, last_name) order by row))[1] as name, min(lower(email)) as email,
                    coalesce(array_agg(distinct phone) filter (where phone is not null), '{}') as phones, count(*)::int as rows, coalesce(sum(amount), 0)::bigint as amount,
                    bool_or(${waitsForGiver}) as open, (array_agg(donor_id order by row) filter (where donor_id is not null))[1] as donor_id
               from donation_import_row
              where organization_id = $1 and import_id = $2 and giver is not null and ${countsForGiver} and ($3::text is null or giver > $3 collate "C")
              group by giver having $4::boolean is null or bool_or(${waitsForGiver}) = $4
              order by giver collate "C" limit $5) g
       left join donor d on d.organization_id = $1 and d.id = g.donor_id
      order by g.key collate "C"`,
    [tx.organizationId, importId, after, open ?? null, limit + 1],
  );
  const shown = found.slice(0, limit);
  const candidates = await candidatesFor(
    tx,
    importId,
    shown.filter(({ key }) => key !== nobody).map((row) => ({ ...row, name: row.name ?? '' })),
  );
  return {
    givers: shown.map(
      ({ key, name, email, rows, amount, open, donor_id, donor_name, donor_kind }) => ({
        key,
        name: name ?? '',
        email,
        rows,
        amount: toDecimal(amount),
        donor: donor_id
          ? {
              id: donor_id,
              name: donor_name ?? (name || (email ?? '')),
              kind: donor_kind ?? 'guest',
            }
          : null,
        candidates: (candidates.get(key) ?? []).filter(({ id }) => id !== donor_id),
        open,
      }),
    ),
    next: found.length > limit ? [shown.at(-1)!.key] : null,
  };
}
