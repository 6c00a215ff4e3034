import { todayIn } from '#libs/calendar';
import { standingOf } from '#libs/contracts';
import type { Tx } from '#libs/database';
import { selectActiveState, selectTimeZone } from './churches.sql.js';

/** The church's time zone: whose midnight ends its days. */
export async function timeZoneOf(tx: Tx, organizationId: string): Promise<string> {
  const [row] = await selectTimeZone(tx, { id: organizationId });
  return row?.timeZone ?? 'UTC';
}

/** Today's calendar date where the church is. */
export async function today(tx: Tx, organizationId: string): Promise<string> {
  return todayIn(await timeZoneOf(tx, organizationId), new Date());
}

/** Whether the church of the transaction goes on: neither paused nor ended. A payment that failed is still no end. */
export async function isServed(tx: Tx): Promise<boolean> {
  const [church] = await selectActiveState(tx);
  return (
    church !== undefined &&
    (standingOf(church, new Date()).state === 'open' ||
      (church.subscriptionStatus === 'past_due' && !church.isPaused))
  );
}
