import type { Database, Tx } from '#libs/database';
import {
  currentBuild,
  lockChurchPatiently,
  type EventStore,
  type RoutedStore,
  type StoredEvent,
} from '#libs/event-sourcing';
import { chainHash, contentHash, eventBytes, later } from './journal.js';
import { actorIn, giftIn, Model } from './verify-model.js';
import { checkProjections } from './verify-projections.js';

export interface Verification {
  events: number;
  entries: number;
  donations: number;
  /** cents of all donations that stand */
  amount: bigint;
  /** one sentence each; empty when everything agrees */
  problems: string[];
}

interface Entry {
  number: bigint;
  stream: string;
  first_revision: number;
  last_revision: number;
  recorded_at: Date;
  hash: Buffer;
}

const maxProblems = 50;
/** rows of an import that are kept to name those that changed; what is shown is compared for all of them */
const maxSuspects = 200_000;

/**
 * Recomputes a church's journal from the stored bytes, folds its events anew and compares the result with
 * every projection. It trusts nothing that it checks: amounts come from the events alone.
 * @param kept the head that was kept outside the database, if any
 */
export function verifyChurch(
  db: Database,
  stores: Pick<RoutedStore, 'of'>,
  organizationId: string,
  kept?: { number: string; hash: string },
): Promise<Verification> {
  return db.tenant(organizationId, async (tx) => {
    // one moment for everything that is read: the church's writers wait
    await lockChurchPatiently(tx, organizationId);
    const result: Verification = { events: 0, entries: 0, donations: 0, amount: 0n, problems: [] };
    const report = (problem: string) => {
      if (result.problems.length < maxProblems) result.problems.push(problem);
    };
    const model = new Model();
    await checkJournal(tx, await stores.of(organizationId), organizationId, {
      model,
      result,
      report,
      kept,
    });
    await checkProjections(tx, model, report);
    for (const gift of model.standing()) {
      result.donations++;
      result.amount += BigInt(gift.amount);
    }
    return result;
  });
}

interface Checking {
  model: Model;
  result: Verification;
  report: (problem: string) => void;
  kept?: { number: string; hash: string } | undefined;
}

async function checkJournal(
  tx: Tx,
  store: EventStore,
  organizationId: string,
  { model, result, report, kept }: Checking,
): Promise<void> {
  const entries = await tx.sql<Entry>(
    'select * from journal where organization_id = $1 order by number',
    [organizationId],
  );
  entries.forEach((entry, at) => {
    if (entry.number !== BigInt(at + 1))
      report(`The journal has no entry ${at + 1}; it goes on with ${entry.number}.`);
  });
  const isGapless = store.capabilities.projectsInTransaction;
  const [checkpoint] = await tx.sql<{ position: bigint | null }>(
    'select max(position) as position from projection where organization_id = $1',
    [organizationId],
  );
  const shown = isGapless ? BigInt(Number.MAX_SAFE_INTEGER) : (checkpoint?.position ?? 0n);
  let expectedPosition = 1n;
  let index = 0;
  let previous: Buffer = Buffer.alloc(0);
  let time = '';
  let open = begin(organizationId);
  for await (const batch of store.tail(organizationId, null)) {
    for (const event of batch) {
      if (event.position > shown) break; // recorded, and not yet taken in: a store that is followed
      result.events++;
      if (isGapless && event.position !== expectedPosition)
        report(
          `The event at position ${expectedPosition} is missing; the next is ${event.id} at ${event.position}.`,
        );
      expectedPosition = event.position + 1n;
      const at = whereItBelongs(entries, index, event);
      for (; index < at; index++) {
        reportMissing(entries[index]!, report);
        previous = entries[index]!.hash;
        open = begin(organizationId);
      }
      const entry = entries[index];
      if (!entry) {
        report(`Event ${event.id} at position ${event.position} is not in the journal.`);
        continue;
      }
      if (event.stream !== entry.stream)
        report(
          `Event ${event.id} at position ${event.position} is in stream ${event.stream}; the journal says ${entry.stream}.`,
        );
      open.content.update(eventBytes(event));
      open.count++;
      open.first ??= event;
      model.apply(event, entry.number, report);
      if (open.suspects.length < maxSuspects) open.suspects.push(event);
      if (
        event.revision !== entry.last_revision &&
        open.count < entry.last_revision - entry.first_revision + 1
      )
        continue;
      const hash = chainHash(previous, open.content.digest());
      if (!hash.equals(entry.hash)) await nameSuspects(tx, entry, open.suspects, report);
      time = later(time, event.recordedAt);
      if (
        open.first.revision !== entry.first_revision ||
        event.revision !== entry.last_revision ||
        time !== entry.recorded_at.toISOString()
      ) {
        report(
          `Journal entry ${entry.number} (${entry.stream}): its place or time is not that of its events.`,
        );
      }
      // go on from what is written, so that one change is one problem
      previous = entry.hash;
      open = begin(organizationId);
      index++;
    }
  }
  for (const entry of entries.slice(index)) reportMissing(entry, report);
  result.entries = entries.length;
  const [head] = await tx.sql<{ position: bigint }>(
    'select position from event_head where organization_id = $1',
    [organizationId],
  );
  if (isGapless && head && head.position !== expectedPosition - 1n)
    report(`The head says ${head.position} events; there are ${expectedPosition - 1n}.`);
  const mark = kept && entries.find((entry) => entry.number === BigInt(kept.number));
  if (kept && mark?.hash.toString('hex') !== kept.hash) {
    report(
      `The journal no longer has entry ${kept.number} as it was kept outside the database: it was cut or rewritten.`,
    );
  }
}

/** What was read so far of the events of one entry. */
interface OpenEntry {
  content: ReturnType<typeof contentHash>;
  count: number;
  first?: StoredEvent;
  suspects: StoredEvent[];
}
const begin = (organizationId: string): OpenEntry => ({
  content: contentHash(organizationId),
  count: 0,
  suspects: [],
});

/** The entry that names the event, at `index` or behind it; `index` where none does: the event was changed then. */
function whereItBelongs(
  entries: Entry[],
  index: number,
  { stream, revision }: StoredEvent,
): number {
  const names = (entry: Entry | undefined) =>
    entry?.stream === stream && entry.first_revision <= revision && revision <= entry.last_revision;
  for (let at = index; at < Math.min(index + maxGap, entries.length); at++)
    if (names(entries[at])) return at;
  return index;
}
/** missing entries in a row after which the comparison finds its place again */
const maxGap = 1_000;

const reportMissing = (
  { number, stream, first_revision: first, last_revision: last }: Entry,
  report: (problem: string) => void,
) =>
  report(
    `Events of journal entry ${number} are missing: ${stream}, ${first === last ? `revision ${first}` : `revisions ${first} to ${last}`}.`,
  );

/** Names the events of an entry whose bytes changed: of an import, those rows that differ from what was projected. */
async function nameSuspects(
  tx: Tx,
  entry: Entry,
  suspects: StoredEvent[],
  report: (problem: string) => void,
): Promise<void> {
  const rows = await tx.sql<{
    event_id: string;
    amount: bigint;
    date: string;
    donor_id: string;
    payment_method: string;
    at: Date;
    by: string | null;
  }>(
    `select event_id, amount, date, donor_id, payment_method, recorded_at as at, changed_by as by from donation_version
      where organization_id = $1 and build = ${currentBuild('donations')} and event_id = any($2::uuid[])`,
    [tx.organizationId, suspects.map((event) => event.id)],
  );
  const projected = new Map(rows.map((row) => [row.event_id, row]));
  const differing = suspects.filter((event) => {
    const row = projected.get(event.id);
    if (!row) return event.type === 'DonationRecorded';
    const gift = giftIn(event);
    return (
      gift === null ||
      BigInt(gift.amount) !== row.amount ||
      gift.date !== row.date ||
      gift.donorId !== row.donor_id ||
      gift.paymentMethod !== row.payment_method ||
      event.recordedAt !== row.at.toISOString() ||
      actorIn(event) !== row.by
    );
  });
  const named =
    suspects.length === 1 || differing.length === 0 ? suspects.slice(-1) : differing.slice(0, 5);
  const list = named
    .map((event) => `${event.type} ${event.id} at position ${event.position}`)
    .join(', ');
  report(
    `Journal entry ${entry.number} (${entry.stream}): the stored bytes are not those that were recorded: ${list}.`,
  );
}
