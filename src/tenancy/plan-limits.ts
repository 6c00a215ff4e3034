import { storageOf, textsOf, unpaidTrial } from '#libs/contracts';
import type { Tx } from '#libs/database';
import { lockPlan, selectPlan } from './churches.sql.js';

/** What a church may use. */
export interface PlanLimits {
  /** whether it is on trial, or its trial has ended, and it never had a subscription */
  isUnpaidTrial: boolean;
  /** bytes of audio and documents */
  storage: number;
  /** text messages in a calendar month */
  texts: number;
}

/**
 * The limits of the transaction's church. Churches that the operator made active have no subscription and the limits of their
 * plan; the demo churches are such churches.
 * @param lock locks the church's row, so that of several requests at once each sees what those before it have used
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
