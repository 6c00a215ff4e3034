import type { Tx } from '#libs/database';
import { today } from '../../../tenancy/index.js';

/** Years back; what is older is rather a slip of the pen than a gift that nobody entered. */
const mostYears = 10;
const timesMedian = 100n;

/**
 * Holds gifts that are likelier a mistake: a day in the future or more than ten years back, and an amount above a hundred times the
 * file's median. A person may say that they are right (`sure`).
 * @returns how many
 */
export async function holdUnlikely(tx: Tx, importId: string): Promise<number> {
  const of = [tx.organizationId, importId];
  const open = `organization_id = $1 and import_id = $2 and state = 'new' and not sure and not takes_back`;
  const dates = await tx.sql(
    `update donation_import_row set state = 'held', problem = 'date', message = 'Row ' || row || ': Is ' || to_char(date, 'FMMonth FMDD, YYYY') || ' right? ' ||
            case when date > $3::date then 'It is in the future.' else 'It is more than ten years ago.' end
      where ${open} and (date > $3::date or date < $3::date - interval '${mostYears} years') returning 1`,
    [...of, await today(tx, tx.organizationId!)],
  );
  // first the median, alone: joined to rows without statistics, it would be found anew for each of them
  const [usual] = await tx.sql<{ median: bigint | null }>(
    `select percentile_disc(0.5) within group (order by amount) as median from donation_import_row where organization_id = $1 and import_id = $2 and gross > 0`,
    [tx.organizationId, importId],
  );
  if (!usual?.median) return dates.length;
  const amounts = await tx.sql(
    `update donation_import_row set state = 'held', problem = 'amount', message = 'Row ' || row || ': Is $' || to_char(amount / 100.0, 'FM999,999,999,990.00') ||
            ' right? It is more than a hundred times what is usual in this file.'
      where ${open} and amount > $3 returning 1`,
    [...of, usual.median * timesMedian],
  );
  return dates.length + amounts.length;
}
