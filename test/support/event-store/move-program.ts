import {
  Projector,
  type RoutedStore,
  type StoreName,
  type StoredEvent,
} from '#libs/event-sourcing';
import {
  givingProjections,
  Journal,
  moveChurch,
  openEventStores,
  verifyChurch,
} from '../../../src/giving/index.js';
import { give, giveAsGuest, startApp, type Client, type TestApp } from '../app.js';
import { projected } from '../books.js';
import { EventStoreDbDouble } from '../eventstoredb/server.js';
import { commit, settled, template, upload } from '../imports.js';

/** An event as both stores keep it. Its position is different in each store. */
type PlacelessEvent = Omit<StoredEvent, 'position'>;

/** The number of events that `recordYear` appends. */
export const eventsOfYear = 3 + 1_204 + 8 + 1 + 1;

/** A program with two event stores, and the church that a test moves between them. */
export class MoveProgram {
  test!: TestApp;
  stores!: RoutedStore;
  /** the id of the church of the test */
  church!: string;
  slug!: string;
  /** a secretary of the church */
  staff!: Client;
  /** the id of a member of the church, hannah@x.test */
  hannah!: string;
  #double: EventStoreDbDouble | undefined;
  #churches = 0;

  /** Starts EventStoreDB and the program. */
  async start(): Promise<void> {
    if (!process.env.EVENTSTORE_TEST_URL) this.#double = await EventStoreDbDouble.start();
    await this.#startProgram();
  }

  async stop(): Promise<void> {
    await this.#stopProgram();
    await this.#double?.stop();
  }

  /** Stops the program and starts a new one with a new database. */
  async restart(): Promise<void> {
    await this.#stopProgram();
    await this.#startProgram();
  }

  async #startProgram(): Promise<void> {
    this.test = await startApp({
      env: {
        EVENT_STORE: 'postgres',
        EVENTSTORE_URL: process.env.EVENTSTORE_TEST_URL ?? this.#double!.patientUrl,
      },
    });
    this.stores = openEventStores(this.test.config, this.test.db);
  }

  async #stopProgram(): Promise<void> {
    await this.stores.dispose();
    await this.test.close();
  }

  /** Adds the church of the next test. Its events are in PostgreSQL. */
  async addChurch(): Promise<void> {
    this.slug = `moving-${++this.#churches}`;
    this.church = await this.test.church(this.slug);
    const email = `office@${this.slug}.test`;
    await this.test.person(this.church, { email, role: 'secretary' });
    const member = { email: 'hannah@x.test', signsIn: false };
    this.hannah = (await this.test.person(this.church, member)).id;
    this.staff = this.test.as(email);
  }

  /** Moves a church and returns the number of its events, or null if it was there already. */
  move(to: StoreName, { stores = this.stores, church = this.church } = {}) {
    const projector = new Projector(this.test.db, stores, new Journal(), givingProjections);
    return moveChurch(this.test.db, stores, projector, { organizationId: church, to });
  }

  /** Returns the differences that `verify` finds. */
  async listProblems() {
    return (await verifyChurch(this.test.db, this.stores, this.church)).problems;
  }

  /** Imports a file of donations, the first one of which has the amount `from` and 50 cents. */
  async importDonations(count: number, from?: number) {
    return commit(this.staff, (await upload(this.staff, donationFile(count, from))).body.id);
  }

  /** Records donations, a correction and imports, one of which is undone. */
  async recordYear(): Promise<void> {
    const { staff, hannah } = this;
    const gift = await give(staff, hannah, { amount: '10.00' });
    await give(staff, hannah, { amount: '0.01' });
    await giveAsGuest(staff, 'Peter Rock');
    await this.importDonations(1_203);
    const undone = await this.importDonations(7, 50_000);
    await staff.post(`/api/admin/donation-imports/${undone.id}/undo`);
    await settled(staff, undone.id);
    const path = `/api/admin/donations/${gift.id}`;
    if ((await staff.patch(path, { amount: '11.00' })).status !== 200)
      throw new Error('not corrected');
  }

  /** Returns the rows of all projections and of the journal, which do not depend on the store. */
  async readEverything(): Promise<Record<string, unknown>> {
    const tables = [...Object.values(projected).flat(), 'journal'];
    const readRows = async (table: string) => {
      const rows = await this.test.database.asSuperuser<{ text: string }>(
        `select to_jsonb(t)::text as text from ${table} t where organization_id = $1 order by 1`,
        [this.church],
      );
      return rows.map(({ text }) => text);
    };
    return Object.fromEntries(
      await Promise.all(tables.map(async (table) => [table, await readRows(table)] as const)),
    );
  }

  /** Returns the copies of the church's events in PostgreSQL, ordered by stream. */
  async listCopies(): Promise<PlacelessEvent[]> {
    const rows = await this.test.database.asSuperuser<
      Omit<StoredEvent, 'position' | 'recordedAt'> & { recorded_at: Date }
    >(
      `select stream, revision, id, type, version, data, metadata, recorded_at
         from event_copy
        where organization_id = $1`,
      [this.church],
    );
    const events = rows.map(({ recorded_at, ...event }) => ({
      ...event,
      recordedAt: new Date(recorded_at).toISOString(),
    }));
    return events.sort(compareEvents);
  }

  /** Returns the church's events in the store that has them now, ordered by stream. */
  async listStoredEvents(): Promise<PlacelessEvent[]> {
    const events: PlacelessEvent[] = [];
    for await (const batch of this.stores.tail(this.church, null))
      events.push(...batch.map(({ position: _, ...event }) => event));
    return events.sort(compareEvents);
  }

  /** Returns the name of the store that has the church's events. */
  async readStoreName(): Promise<string | undefined> {
    const [head] = await this.test.database.asSuperuser<{ store: string }>(
      'select store from event_head where organization_id = $1',
      [this.church],
    );
    return head?.store;
  }
}

/** Returns a file in the format of the template, with donations of Hannah. */
export const donationFile = (count: number, from = 1): string =>
  template(
    ...Array.from(
      { length: count },
      (_, n) => `hannah@x.test,${n + from}.50,Cash,2024-07-04,Roof ${n % 3},row ${n}`,
    ),
  );

const compareEvents = (left: PlacelessEvent, right: PlacelessEvent): number =>
  left.stream.localeCompare(right.stream) || left.revision - right.revision;

/** Yields the first `count` events, and then throws an error. */
export async function* interruptAfter(
  events: AsyncIterable<StoredEvent> | StoredEvent[][],
  count: number,
): AsyncGenerator<StoredEvent> {
  let n = 0;
  for await (const event of Array.isArray(events) ? events.flat() : events) {
    if (n++ === count) throw new Error('the power went out');
    yield event;
  }
}
