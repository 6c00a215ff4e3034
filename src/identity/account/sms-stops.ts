import type { Tx } from '#libs/database';
import { deleteSmsStop, findStop, insertSmsStop } from './sms-stops.sql.js';

/**
 * Records that the owner of a telephone number wants no more text messages from any church.
 * @param number in the form that `textNumber` returns
 */
export async function stopTexts(tx: Tx, number: string): Promise<void> {
  await insertSmsStop(tx, { number });
}

/** Removes what `stopTexts` recorded. */
export async function resumeTexts(tx: Tx, number: string): Promise<void> {
  await deleteSmsStop(tx, { number });
}

/** Whether the owner of a telephone number wants no more text messages. */
export async function isStopped(tx: Tx, number: string | null): Promise<boolean> {
  const rows = await findStop(tx, { number });
  return rows.length > 0;
}
