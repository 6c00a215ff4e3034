import { storageOf, textsOf, unpaidTrial } from '#libs/contracts';
import type { Tx } from '#libs/database';
import { lockPlan, selectPlan } from './churches.sql.js';

/** The limits of a church. */
export interface PlanLimits {
  /** whether the church is on trial, or its trial has ended, and it never had a subscription */
  isUnpaidTrial: boolean;
  /** bytes of audio and documents */
  storage: number;
  /** text messages in a calendar month */
  texts: number;
}

/**
 * Reads the limits of the transaction's church. A church that is active without a subscription,
 * such as the demo churches, has the limits of its plan.
 * @param lock whether to lock the church's row, so that concurrent requests see what each of them
 *   uses
 */
export async function planLimits(tx: Tx, lock: '' | 'for no key update' = ''): Promise<PlanLimits> {
  const [church] = lock ? await lockPlan(tx) : await selectPlan(tx);
  const { plan, isUnpaidTrial } = church!;
  return {
    isUnpaidTrial,
    storage: isUnpaidTrial ? Math.min(unpaidTrial.storage, storageOf(plan)) : storageOf(plan),
    texts: isUnpaidTrial ? Math.min(unpaidTrial.textsAMonth, textsOf(plan)) : textsOf(plan),
  };
}
