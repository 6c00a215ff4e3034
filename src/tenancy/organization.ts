import { todayIn } from '#libs/calendar';
import { standingOf } from '#libs/contracts';
import type { Tx } from '#libs/database';
import { selectActiveState, selectTimeZone } from './churches.sql.js';

/** Returns the time zone of a church; UTC if there is no such church. */
export async function timeZoneOf(tx: Tx, organizationId: string): Promise<string> {
  const [row] = await selectTimeZone(tx, { id: organizationId });
  return row?.timeZone ?? 'UTC';
}

/** Returns today's date in the time zone of a church. */
export async function today(tx: Tx, organizationId: string): Promise<string> {
  return todayIn(await timeZoneOf(tx, organizationId), new Date());
}

/**
 * Whether the public content of the transaction's church is served: the church is open, or it is
 * read-only only because a payment has failed.
 */
export async function isServed(tx: Tx): Promise<boolean> {
  const [church] = await selectActiveState(tx);
  return (
    church !== undefined &&
    (standingOf(church, new Date()).state === 'open' ||
      (church.subscriptionStatus === 'past_due' && !church.isPaused))
  );
}
