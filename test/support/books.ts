import { v7 as newId } from 'uuid';
import { noStream, PostgresEventStore, Projector, type StoredEvent } from '#libs/event-sourcing';
import type { DonationFacts } from '../../src/giving/donation/donation.js';
import { codec, streamOf, type GivingEvent, type StreamKind } from '../../src/giving/events.js';
import {
  givingProjections,
  Journal,
  verifyChurch,
  type Verification,
} from '../../src/giving/index.js';
import { makeChurch, type TestDatabase } from './database/database.js';

/** The rows that follow from events, by projection. */
export const projected = Object.fromEntries(
  givingProjections.map(({ name, deletions }) => [name, Object.keys(deletions)]),
);

const nobody = { actor: null, correlation: 'test', cause: 'test' };

/** Stores events of a church without commands, and reads the rows of the projections. */
export class Books {
  readonly store: PostgresEventStore;
  readonly projector: Projector<unknown>;
  private last: StoredEvent[][] = [];

  readonly database: TestDatabase;
  readonly church: string;

  private constructor(database: TestDatabase, church: string) {
    this.database = database;
    this.church = church;
    this.store = new PostgresEventStore(database.db);
    this.projector = new Projector(database.db, this.store, new Journal(), givingProjections);
    this.store.onAppended(async (tx, batches, head) => {
      const all: StoredEvent[][] = [];
      const watched = async function* () {
        for await (const batch of batches) {
          all.push(batch);
          yield batch;
        }
      };
      await this.projector.publishAppended(tx, watched(), head);
      this.last = all;
    });
  }

  /** Returns the events that were appended last, to deliver them again. */
  lastUnit() {
    const { last } = this;
    const batches = async function* () {
      for (const batch of last) yield await Promise.resolve(batch);
    };
    return { position: last.at(-1)!.at(-1)!.position, batches: batches() };
  }

  static async of(database: TestDatabase): Promise<Books> {
    return Books.at(database, await makeChurch(database.db));
  }

  static at(database: TestDatabase, church: string): Books {
    return new Books(database, church);
  }

  /** Appends events to a stream, with an actor. */
  async appendEvents(
    kind: StreamKind,
    id: string,
    events: GivingEvent[],
    actor: string | null = null,
  ): Promise<StoredEvent[]> {
    const stream = streamOf(this.church, kind, id);
    return this.database.db.tenant(this.church, async (tx) => {
      const [row] = await tx.sql<{ last: number }>(
        'select coalesce(max(revision), -1)::int as last from event where organization_id = ' +
          '$1 and stream = $2',
        [this.church, stream],
      );
      const metadata = { actor, correlation: 'test', cause: 'test' };
      return (
        await this.store.append(
          this.church,
          stream,
          row!.last,
          events.map((event) => codec.encode(newId(), event, metadata)),
        )
      ).events;
    });
  }

  async recorded(gift: DonationFacts, donationId = newId()): Promise<string> {
    await this.appendEvents('donation', donationId, [
      { type: 'DonationRecorded', data: { donationId, gift, importId: null } },
    ]);
    return donationId;
  }

  /** Appends the rows and the marker of an import in one bulk append. */
  async imported(
    gifts: DonationFacts[],
    importId = newId(),
  ): Promise<{ importId: string; donations: string[] }> {
    const donations = gifts.map(() => newId());
    const rows = gifts.map((gift, index): GivingEvent => ({
      type: 'DonationRecorded',
      data: { donationId: donations[index]!, gift, importId },
    }));
    const amount = gifts.reduce((total, gift) => total + gift.amount, 0);
    const marker: GivingEvent = {
      type: 'DonationImportCommitted',
      data: { importId, donations: gifts.length, amount },
    };
    const batches = [rows.slice(0, 1), rows.slice(1), [marker]].map((events) =>
      events.map((event) => codec.encode(newId(), event, nobody)),
    );
    await this.store.bulkAppend(
      this.church,
      streamOf(this.church, 'import', importId),
      noStream,
      batches,
    );
    return { importId, donations };
  }

  async donor(name: string, kind: 'member' | 'guest' = 'member'): Promise<string> {
    const id = newId();
    await this.database.db.tenant(this.church, (tx) =>
      tx.sql(
        'insert into donor (organization_id, id, kind, name, name_key) values ($1, $2, $3, ' +
          '$4, lower($4))',
        [this.church, id, kind, name],
      ),
    );
    return id;
  }

  async campaign(title: string): Promise<string> {
    const id = newId();
    await this.database.db.tenant(this.church, (tx) =>
      tx.sql(
        'insert into campaign (organization_id, id, title, title_key) values ($1, $2, $3, ' +
          'lower($3))',
        [this.church, id, title],
      ),
    );
    return id;
  }

  /**
   * Returns the rows of a table in the current build, without the number of the build. They are
   * text, so that every byte is compared.
   */
  async rows(table: string): Promise<string[]> {
    const name = Object.keys(projected).find((candidate) => projected[candidate]!.includes(table))!;
    return this.texts(
      `select (to_jsonb(t) - 'build')::text as text from ${table} t where organization_id = $1
         and build = (select build from projection where organization_id = $1 and name = '${name}')
         order by 1`,
    );
  }

  /** Returns all rows of all projections. */
  async everything(): Promise<Record<string, string[]>> {
    const tables = Object.values(projected).flat();
    return Object.fromEntries(
      await Promise.all(tables.map(async (table) => [table, await this.rows(table)] as const)),
    );
  }

  async texts(sql: string, ...values: unknown[]): Promise<string[]> {
    const rows = await this.database.db.tenant(this.church, (tx) =>
      tx.sql<{ text: string }>(sql, [this.church, ...values]),
    );
    return rows.map(({ text }) => text);
  }

  /** Returns the totals in a short form, for most tests. */
  async shown() {
    const build =
      `(select build from projection where organization_id = $1 and name = ` + `'donations')`;
    const ask = <Row>(sql: string) =>
      this.database.db.tenant(this.church, (tx) => tx.sql<Row>(sql, [this.church]));
    return {
      ledger: await ask<{ donor: string; year: number; total: bigint; count: number }>(
        `select name as donor, year, total, count from ledger where organization_id = $1
           and build = ${build} order by 1, 2`,
      ),
      campaigns: await ask(
        `select title as campaign, year, total, count from campaign_total t
          join campaign c on c.organization_id = $1 and c.id = t.campaign_id
          where t.organization_id = $1 and build = ${build} order by 1, 2`,
      ),
      months: await ask(
        `select to_char(month, 'YYYY-MM') as month, payment_method as method, total, count
           from month_total where organization_id = $1 and build = ${build} order by 1, 2`,
      ),
      fundraisers: await ask(
        `select fundraiser_id as id, o.name as donor, total, count from fundraiser_gift g
          join donor o on o.organization_id = $1 and o.id = g.donor_id
          where g.organization_id = $1 and build = ${build} order by 1, 2`,
      ),
    };
  }

  verify(kept?: { number: string; hash: string }): Promise<Verification> {
    return verifyChurch(
      this.database.db,
      { storeOf: () => Promise.resolve(this.store) },
      this.church,
      kept,
    );
  }
}
