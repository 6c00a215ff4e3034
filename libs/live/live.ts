import type { Action, LiveKind, Role } from '#libs/contracts';
import type { Tx } from '#libs/database';
import { notify } from './live.sql.js';

/**
 * A change, and the users who may receive it, by ids only. The permission of each user is checked
 * again when the event is sent.
 */
export interface LiveEvent {
  kind: LiveKind;
  /** the id of the changed record; for a badge, the id of the church */
  id: string;
  /** the church of the users; null: users of the platform, who belong to no church */
  organizationId: string | null;
  /** the ids of users; empty for an event of the platform: all users of the platform */
  people?: readonly string[];
  roles?: readonly Role[];
  action?: Action;
}

export const liveChannel = 'live';

/**
 * After the commit, sends the event to all processes, and by them to the open browsers of its
 * users.
 */
export async function tellLive(tx: Tx, event: LiveEvent): Promise<void> {
  await notify(tx, { channel: liveChannel, message: JSON.stringify(event) });
}
