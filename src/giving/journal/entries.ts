import type { Tx } from '#libs/database';
import type { StoredEvent } from '#libs/event-sourcing';
import { selectJournal } from './journal.sql.js';

/** An entry of a church's journal. `stream` is the whole name of the stream. */
export type JournalEntry = Awaited<ReturnType<typeof selectJournal>>[number];

/** The journal of a church in memory, for comparisons with its stored events. */
export class JournalEntries {
  readonly #ofStream: Map<string, JournalEntry[]>;
  readonly #previous: Map<JournalEntry, JournalEntry | undefined>;

  /** @param all in the order of their numbers */
  constructor(readonly all: readonly JournalEntry[]) {
    this.#ofStream = Map.groupBy(all, ({ stream }) => stream);
    this.#previous = new Map(all.map((entry, index) => [entry, all[index - 1]]));
  }

  static async load(tx: Tx): Promise<JournalEntries> {
    return new JournalEntries(await selectJournal(tx));
  }

  /** The entry that names an event; undefined if the event is not in the journal. */
  find({ stream, revision }: StoredEvent): JournalEntry | undefined {
    return this.#ofStream
      .get(stream)
      ?.find((entry) => entry.firstRevision <= revision && revision <= entry.lastRevision);
  }

  /** The entry with the next lower number, whose hash the entry's own hash covers. */
  previous(entry: JournalEntry): JournalEntry | undefined {
    return this.#previous.get(entry);
  }
}

/** Number of events that an entry names. */
export const sizeOf = (entry: JournalEntry): number => entry.lastRevision - entry.firstRevision + 1;
