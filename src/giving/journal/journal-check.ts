import type { Tx } from '#libs/database';
import { readHeadPosition, type EventStore, type StoredEvent } from '#libs/event-sourcing';
import { sizeOf, type JournalEntries, type JournalEntry } from './entries.js';
import { readActor, readGift } from './event-content.js';
import { chainHash, contentHash, eventBytes, laterTime } from './journal.js';
import type { Model } from './verify-model.js';
import { selectProjectedEvents } from './verify.sql.js';

/** Milliseconds for which EventStoreDB may have an event before it is in the journal. */
const maxPending = 60_000;
/**
 * Rows of an import that are kept in memory, so that the report can name those that have changed.
 * The projections of all rows are compared.
 */
const maxSuspects = 200_000;

/** The events of one entry that were read so far. */
interface OpenEntry {
  content: ReturnType<typeof contentHash>;
  count: number;
  first?: StoredEvent;
  suspects: StoredEvent[];
}

/** Compares the stored events of a church with its journal, and applies them to the model. */
export class JournalCheck {
  readonly #open = new Map<JournalEntry, OpenEntry>();
  readonly #complete = new Set<JournalEntry>();
  #expectedPosition = 1n;
  #newestNumber = 0n;

  constructor(
    private readonly tx: Tx,
    private readonly journal: JournalEntries,
    private readonly model: Model,
    private readonly report: (problem: string) => void,
  ) {}

  /** @returns the number of events in the store, without those that are still to be published */
  async run(store: EventStore): Promise<number> {
    this.#checkNumbers();
    const isGapless = store.capabilities.projectsInTransaction;
    const earliestPendingTime = new Date(Date.now() - maxPending).toISOString();
    let count = 0;
    for await (const batch of store.tail(this.tx.organizationId!, null)) {
      for (const event of batch) {
        const entry = this.journal.find(event);
        // EventStoreDB may have events that the follower has not processed yet
        if (!entry && !isGapless && event.recordedAt > earliestPendingTime) continue;
        count++;
        if (isGapless) this.#checkPosition(event);
        this.#expectedPosition = event.position + 1n;
        if (entry) await this.#checkEvent(event, entry, isGapless);
        else this.report(`${describe(event)} is not in the journal.`);
      }
    }
    for (const entry of this.journal.all)
      if (!this.#complete.has(entry)) this.#reportMissing(entry);
    if (isGapless) await this.#checkHeadPosition();
    return count;
  }

  #checkNumbers(): void {
    this.journal.all.forEach((entry, index) => {
      if (entry.number !== BigInt(index + 1))
        this.report(`The journal has no entry ${index + 1}; it goes on with ${entry.number}.`);
    });
  }

  #checkPosition({ id, position }: StoredEvent): void {
    const expected = this.#expectedPosition;
    if (position !== expected)
      this.report(
        `The event at position ${expected} is missing; the next is ${id} at ${position}.`,
      );
  }

  async #checkEvent(event: StoredEvent, entry: JournalEntry, isGapless: boolean): Promise<void> {
    if (isGapless && entry.number < this.#newestNumber)
      this.report(`${describe(event)} is not in the journal's order.`);
    if (entry.number > this.#newestNumber) this.#newestNumber = entry.number;
    const open = this.#open.get(entry) ?? openEntry(this.tx.organizationId!);
    this.#open.set(entry, open);
    open.content.update(eventBytes(event));
    open.count++;
    open.first ??= event;
    this.model.apply(event, entry.number, this.report);
    if (open.suspects.length < maxSuspects) open.suspects.push(event);
    if (open.count < sizeOf(entry)) return;
    await this.#checkEntry(entry, open, event);
    this.#open.delete(entry);
    this.#complete.add(entry);
  }

  /**
   * Compares a journal entry with its events: the hash, the revisions and the time. It calculates
   * with the stored hash of the entry before, so that one change causes one report.
   */
  async #checkEntry(entry: JournalEntry, open: OpenEntry, last: StoredEvent): Promise<void> {
    const previous = this.journal.previous(entry);
    const hash = chainHash(previous?.hash ?? Buffer.alloc(0), open.content.digest());
    if (!hash.equals(entry.hash)) await this.#reportChangedEvents(entry, open.suspects);
    const time = laterTime(previous?.recordedAt.toISOString() ?? '', last.recordedAt);
    const hasRevisions =
      open.first!.revision === entry.firstRevision && last.revision === entry.lastRevision;
    if (!hasRevisions || time !== entry.recordedAt.toISOString()) {
      this.report(
        `Journal entry ${entry.number} (${entry.stream}): ` +
          'its place or time is not that of its events.',
      );
    }
  }

  /**
   * Names the events of an entry whose bytes have changed. For an import these are the rows that
   * differ from what was projected.
   */
  async #reportChangedEvents(entry: JournalEntry, suspects: StoredEvent[]): Promise<void> {
    const eventIds = suspects.map((event) => event.id);
    const rows = await selectProjectedEvents(this.tx, { eventIds });
    const projected = new Map(rows.map((row) => [row.eventId, row]));
    const differing = suspects.filter((event) => hasChanged(event, projected.get(event.id)));
    const named =
      suspects.length === 1 || differing.length === 0 ? suspects.slice(-1) : differing.slice(0, 5);
    const list = named
      .map((event) => `${event.type} ${event.id} at position ${event.position}`)
      .join(', ');
    this.report(
      `Journal entry ${entry.number} (${entry.stream}): ` +
        `the stored bytes are not those that were recorded: ${list}.`,
    );
  }

  #reportMissing({ number, stream, firstRevision: first, lastRevision: last }: JournalEntry): void {
    const revisions = first === last ? `revision ${first}` : `revisions ${first} to ${last}`;
    this.report(`Events of journal entry ${number} are missing: ${stream}, ${revisions}.`);
  }

  async #checkHeadPosition(): Promise<void> {
    const head = await readHeadPosition(this.tx);
    const stored = this.#expectedPosition - 1n;
    if (head !== null && head !== stored)
      this.report(`The head says ${head} events; there are ${stored}.`);
  }
}

const openEntry = (organizationId: string): OpenEntry => ({
  content: contentHash(organizationId),
  count: 0,
  suspects: [],
});

const describe = ({ id, position }: StoredEvent) => `Event ${id} at position ${position}`;

type ProjectedEvent = Awaited<ReturnType<typeof selectProjectedEvents>>[number];

/**
 * Whether the amount, date, donor, payment method, time or actor of an event differs from the
 * version of a donation that was projected from it.
 */
function hasChanged(event: StoredEvent, row: ProjectedEvent | undefined): boolean {
  if (!row) return event.type === 'DonationRecorded';
  const gift = readGift(event);
  if (gift === null) return true;
  const isSameGift =
    BigInt(gift.amount) === row.amount &&
    gift.date === row.date &&
    gift.donorId === row.donorId &&
    gift.paymentMethod === row.paymentMethod;
  return !isSameGift || event.recordedAt !== row.at.toISOString() || readActor(event) !== row.by;
}
