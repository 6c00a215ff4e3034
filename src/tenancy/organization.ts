import type { Tx } from '#libs/database';
import { todayIn } from '#libs/calendar';

/** The church's time zone: whose midnight ends its days. */
export async function timeZoneOf(tx: Tx, organizationId: string): Promise<string> {
  const [row] = await tx.sql<{ time_zone: string }>('select time_zone from organization where id = $1', [organizationId]);
  return row?.time_zone ?? 'UTC';
}

/** Today's calendar date where the church is. */
export async function today(tx: Tx, organizationId: string): Promise<string> {
  return todayIn(await timeZoneOf(tx, organizationId), new Date());
}
