/**
 * The word with which `/health` reports that the journal of a church and EventStoreDB do not match.
 * It is not the state `read-only` of a church that owes a payment (`Standing` in `libs/contracts`).
 */
export const mismatchKind = 'read-only';

/** The kinds of trouble. If there are several, `/health` names the first of this list. */
export const troubleKinds = ['not following', 'stopped', mismatchKind] as const;

/**
 * A problem of the churches that are stored in EventStoreDB.
 * - `not following`: the program does not read new events.
 * - `stopped`: an event is stored, but it is not in the ledger.
 * - `mismatchKind`: the program records nothing for some churches, because their journal and
 *   EventStoreDB do not match.
 */
export interface FollowerTrouble {
  kind: (typeof troubleKinds)[number];
  reason: string;
}
