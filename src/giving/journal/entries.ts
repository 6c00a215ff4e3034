import type { Tx } from '#libs/database';
import type { StoredEvent } from '#libs/event-sourcing';

/** An entry of a church's journal, as it is stored. */
export interface JournalEntry {
  number: bigint;
  /** Whole name of the stream. */
  stream: string;
  first_revision: number;
  last_revision: number;
  recorded_at: Date;
  hash: Buffer;
}

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
    return new JournalEntries(
      await tx.sql<JournalEntry>(
        `select number, stream, first_revision, last_revision, recorded_at, hash
           from journal where organization_id = $1 order by number`,
        [tx.organizationId],
      ),
    );
  }

  /** The entry that names an event; undefined if the event is not in the journal. */
  find({ stream, revision }: StoredEvent): JournalEntry | undefined {
    return this.#ofStream
      .get(stream)
      ?.find((entry) => entry.first_revision <= revision && revision <= entry.last_revision);
  }

  /** The entry with the next lower number, whose hash the entry's own hash covers. */
  previous(entry: JournalEntry): JournalEntry | undefined {
    return this.#previous.get(entry);
  }
}

/** Number of events that an entry names. */
export const sizeOf = (entry: JournalEntry): number =>
  entry.last_revision - entry.first_revision + 1;
