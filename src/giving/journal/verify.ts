import type { Database, Tx } from '#libs/database';
import { currentBuild, type EventStore, type StoredEvent } from '#libs/event-sourcing';
import { formatUsd } from '#libs/money';
import type { GiftFacts } from '../donation/donation.js';
import { codec, isImportStream, type GivingEvent } from '../events.js';
import { chainHash, contentHash, eventBytes } from './journal.js';

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
  first_position: bigint;
  last_position: bigint;
  hash: Buffer;
}

const maxProblems = 50;

/**
 * Recomputes a church's journal from the stored bytes, folds its events anew and compares the result with
 * every projection. It trusts nothing that it checks: amounts come from the events alone.
 * @param kept the head that was kept outside the database, if any
 */
export function verifyChurch(db: Database, store: EventStore, organizationId: string, kept?: { number: string; hash: string }): Promise<Verification> {
  return db.tenant(organizationId, async (tx) => {
    // one moment for everything that is read: the church's writers wait
    await tx.sql('select 1 from event_head where organization_id = $1 for update', [organizationId]);
    const result: Verification = { events: 0, entries: 0, donations: 0, amount: 0n, problems: [] };
    const report = (problem: string) => {
      if (result.problems.length < maxProblems) result.problems.push(problem);
    };
    const model = new Model();
    await checkJournal(tx, store, organizationId, { model, result, report, kept });
    await checkProjections(tx, model, report);
    result.donations = model.current.size;
    for (const gift of model.current.values()) result.amount += BigInt(gift.amount);
    return result;
  });
}

interface Checking {
  model: Model;
  result: Verification;
  report: (problem: string) => void;
  kept?: { number: string; hash: string } | undefined;
}

async function checkJournal(tx: Tx, store: EventStore, organizationId: string, { model, result, report, kept }: Checking): Promise<void> {
  const entries = await tx.sql<Entry>('select * from journal where organization_id = $1 order by number', [organizationId]);
  let previous: Buffer = Buffer.alloc(0);
  let expectedPosition = 1n;
  let index = 0;
  let content = contentHash(organizationId);
  let suspects: StoredEvent[] = [];
  entries.forEach((entry, at) => {
    if (entry.number !== BigInt(at + 1)) report(`The journal has no entry ${at + 1}; it goes on with ${entry.number}.`);
  });
  for await (const batch of store.tail(organizationId, null)) {
    for (const event of batch) {
      result.events++;
      if (event.position !== expectedPosition) report(`The event at position ${expectedPosition} is missing; the next is ${event.id} at ${event.position}.`);
      expectedPosition = event.position + 1n;
      const entry = entries[index];
      if (!entry) {
        report(`Event ${event.id} at position ${event.position} is not in the journal.`);
        continue;
      }
      if (event.stream !== entry.stream) report(`Event ${event.id} at position ${event.position} is in stream ${event.stream}; the journal says ${entry.stream}.`);
      content.update(eventBytes(event));
      if (suspects.length < 200_000) suspects.push(event);
      if (event.position < entry.last_position) continue;
      const hash = chainHash(previous, content.digest());
      if (!hash.equals(entry.hash)) await nameSuspects(tx, entry, suspects, report);
      // go on from what is written, so that one change is one problem
      previous = entry.hash;
      model.apply(suspects, report);
      suspects = [];
      index++;
      content = contentHash(organizationId);
    }
  }
  for (const entry of entries.slice(index)) report(`The events of journal entry ${entry.number} (positions ${entry.first_position} to ${entry.last_position}) are missing.`);
  result.entries = entries.length;
  const [head] = await tx.sql<{ position: bigint }>('select position from event_head where organization_id = $1', [organizationId]);
  if (head && head.position !== expectedPosition - 1n) report(`The head says ${head.position} events; there are ${expectedPosition - 1n}.`);
  const mark = kept && entries.find((entry) => entry.number === BigInt(kept.number));
  if (kept && mark?.hash.toString('hex') !== kept.hash) {
    report(`The journal no longer has entry ${kept.number} as it was kept outside the database: it was cut or rewritten.`);
  }
}

/** Names the events of an entry whose bytes changed: of an import, those rows that differ from what was projected. */
async function nameSuspects(tx: Tx, entry: Entry, suspects: StoredEvent[], report: (problem: string) => void): Promise<void> {
  const rows = await tx.sql<{ event_id: string; amount: bigint; date: string; donor_id: string; payment_method: string; at: Date; by: string | null }>(
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
      gift === null || BigInt(gift.amount) !== row.amount || gift.date !== row.date || gift.donorId !== row.donor_id ||
      gift.paymentMethod !== row.payment_method || event.recordedAt !== row.at.toISOString() || actorIn(event) !== row.by
    );
  });
  const named = suspects.length === 1 || differing.length === 0 ? suspects.slice(-1) : differing.slice(0, 5);
  const list = named.map((event) => `${event.type} ${event.id} at position ${event.position}`).join(', ');
  report(`Journal entry ${entry.number} (${entry.stream}): the stored bytes are not those that were recorded: ${list}.`);
}

function giftIn(event: StoredEvent): GiftFacts | null {
  try {
    const decoded = codec.decode(event);
    if (decoded.type === 'DonationRecorded') return readable(decoded.data.gift);
    return decoded.type === 'DonationCorrected' ? readable(decoded.data.after) : decoded.type === 'DonationVoided' ? readable(decoded.data.before) : null;
  } catch {
    return null;
  }
}

/** The gift, if it still has the shape of one: changed bytes may be JSON that says something else. @throws TypeError */
function readable(gift: GiftFacts): GiftFacts {
  const facts = gift as unknown as Partial<Record<keyof GiftFacts, unknown>> | undefined;
  if (!Number.isSafeInteger(facts?.amount) || typeof facts?.date !== 'string') throw new TypeError('Not a gift');
  return gift;
}

function actorIn(event: StoredEvent): string | null | undefined {
  try {
    return codec.metadata(event).actor;
  } catch {
    return undefined;
  }
}

/** An independent reading of the events: which gifts stand, by plain replacement. */
class Model {
  readonly current = new Map<string, GiftFacts>();
  readonly #ofImport = new Map<string, string[]>();

  apply(events: StoredEvent[], report: (problem: string) => void): void {
    for (const event of events) {
      try {
        this.#one(codec.decode(event), event.stream);
      } catch {
        report(`Event ${event.id} at position ${event.position} can no longer be read.`);
      }
    }
  }

  #one(event: GivingEvent, stream: string): void {
    switch (event.type) {
      case 'DonationRecorded':
        this.current.set(event.data.donationId, readable(event.data.gift));
        if (isImportStream(stream) && event.data.importId) {
          const rows = this.#ofImport.get(event.data.importId);
          if (rows) rows.push(event.data.donationId);
          else this.#ofImport.set(event.data.importId, [event.data.donationId]);
        }
        break;
      case 'DonationCorrected':
        this.current.set(event.data.donationId, readable(event.data.after));
        break;
      case 'DonationVoided':
        this.current.delete(event.data.donationId);
        break;
      case 'DonationImportUndone':
        for (const id of this.#ofImport.get(event.data.importId) ?? []) this.current.delete(id);
        break;
      default:
    }
  }

  /** `key → [cents, count]` */
  totals(keyOf: (gift: GiftFacts) => string | null): Map<string, [bigint, number]> {
    const totals = new Map<string, [bigint, number]>();
    for (const gift of this.current.values()) {
      const key = keyOf(gift);
      if (key === null) continue;
      const [amount, count] = totals.get(key) ?? [0n, 0];
      totals.set(key, [amount + BigInt(gift.amount), count + 1]);
    }
    return totals;
  }
}

async function checkProjections(tx: Tx, model: Model, report: (problem: string) => void): Promise<void> {
  const where = `where organization_id = $1 and build = ${currentBuild('donations')}`;
  const compare = async (what: string, table: string, key: string, keyOf: (gift: GiftFacts) => string | null) => {
    const expected = model.totals(keyOf);
    const rows = await tx.sql<{ key: string; total: bigint; count: number }>(`select ${key} as key, total, count from ${table} ${where}`, [tx.organizationId]);
    for (const { key: name, total, count } of rows) {
      const [amount, number] = expected.get(name) ?? [0n, 0];
      if (amount !== total || number !== count) {
        report(`${what} ${name}: the ledger shows ${formatUsd(total)} in ${count} donations; the events say ${formatUsd(amount)} in ${number}.`);
      }
      expected.delete(name);
    }
    for (const [name, [amount]] of expected) report(`${what} ${name}: the ledger shows nothing; the events say ${formatUsd(amount)}.`);
  };
  await compare('Donor and year', 'ledger', `donor_id || ' ' || year`, (gift) => `${gift.donorId} ${gift.date.slice(0, 4)}`);
  await compare('Campaign and year', 'campaign_total', `campaign_id || ' ' || year`, (gift) => `${gift.campaignId} ${gift.date.slice(0, 4)}`);
  await compare('Month and method', 'month_total', `to_char(month, 'YYYY-MM') || ' ' || payment_method`, (gift) => `${gift.date.slice(0, 7)} ${gift.paymentMethod}`);
  await compare('Fundraiser and donor', 'fundraiser_gift', `fundraiser_id || ' ' || donor_id`, (gift) => gift.fundraiserId && `${gift.fundraiserId} ${gift.donorId}`);
  await checkVersions(tx, model, report, where);
}

async function checkVersions(tx: Tx, model: Model, report: (problem: string) => void, where: string): Promise<void> {
  const unseen = new Set(model.current.keys());
  for (let after = '00000000-0000-0000-0000-000000000000'; ; ) {
    const rows = await tx.sql<{ donation_id: string; donor_id: string; amount: bigint; date: string; payment_method: string; campaign_id: string; fundraiser_id: string | null }>(
      `select donation_id, donor_id, amount, date, payment_method, campaign_id, fundraiser_id from donation_version
        ${where} and to_journal is null and donation_id > $2 order by donation_id limit 5000`,
      [tx.organizationId, after],
    );
    for (const row of rows) {
      const gift = model.current.get(row.donation_id);
      unseen.delete(row.donation_id);
      const same =
        gift && BigInt(gift.amount) === row.amount && gift.date === row.date && gift.donorId === row.donor_id &&
        gift.paymentMethod === row.payment_method && gift.campaignId === row.campaign_id && gift.fundraiserId === row.fundraiser_id;
      if (!same) report(`Donation ${row.donation_id}: what is shown is not what the events say.`);
    }
    if (rows.length < 5000) break;
    after = rows.at(-1)!.donation_id;
  }
  for (const id of unseen) report(`Donation ${id} is in the events but is not shown.`);
}
