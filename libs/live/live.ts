import type { Action, LiveKind, Role } from '#libs/contracts';
import type { Tx } from '#libs/database';
import { notify } from './live.sql.js';

/** Something is new: who may hear of it, in identifiers alone. Each is asked again when it is sent. */
export interface LiveEvent {
  kind: LiveKind;
  /** of what is new; of a badge, the church's */
  id: string;
  /** null: of the platform's people */
  organizationId: string | null;
  /** people by their ids */
  people?: readonly string[];
  roles?: readonly Role[];
  action?: Action;
}

export const liveChannel = 'live';

/** Tells, once the transaction is committed, every process, and so every open browser of those who may hear it. */
export async function tellLive(tx: Tx, event: LiveEvent): Promise<void> {
  await notify(tx, { channel: liveChannel, message: JSON.stringify(event) });
}
