import { randomUUID } from 'node:crypto';
import { Follower } from '../../../src/giving/index.js';
import { startApp, type Client, type TestApp } from '../app.js';
import { EventStoreDbDouble } from '../eventstoredb/server.js';
import { expectInLog } from '../program/log.js';
import { until } from '../until.js';

/** A church with a secretary and one member who gives. */
export interface GivingChurch {
  church: string;
  slug: string;
  /** the client of the secretary */
  client: Client;
  /** the id of the member */
  donorId: string;
}

/**
 * Declares the warnings of the follower about a restored or replaced event store and about churches
 * that do not match it.
 */
export const expectMismatchInLog = (): void =>
  expectInLog(
    /"message":"the event store"/,
    /"message":"giving is not followed: /,
    /"message":"the event store was replaced or restored: it is read from the beginning"/,
    /"message":"giving of a church is read-only: its journal and the event store do not match"/,
  );

/**
 * An application whose events are stored on a test double of EventStoreDB, with functions for tests
 * of the follower.
 */
export class SecondStore {
  readonly app: TestApp;
  readonly double: EventStoreDbDouble;

  private constructor(app: TestApp, double: EventStoreDbDouble) {
    this.app = app;
    this.double = double;
  }

  /**
   * @param options.watchTimes milliseconds between the checks of the follower, and how long it
   * waits for an import, instead of its usual times
   * @param options.shownWithin how many milliseconds an append waits at most to be in the ledger
   * @param options.deadline milliseconds for which a call is tried before it fails; a busy machine
   * may need several seconds for the append of an import
   */
  static async start(options: {
    watchTimes?: Partial<Follower['watchTimes']>;
    shownWithin?: number;
    deadline?: number;
  }): Promise<SecondStore> {
    const { watchTimes = {}, shownWithin, deadline = 2_000 } = options;
    const double = await EventStoreDbDouble.start();
    const url = `${double.url}&defaultDeadline=${deadline}`;
    const env = { EVENT_STORE: 'eventstoredb', EVENTSTORE_URL: url };
    const app = await startApp({ env, ...(shownWithin === undefined ? {} : { shownWithin }) });
    Object.assign(app.app.get(Follower, { strict: false }).watchTimes, watchTimes);
    return new SecondStore(app, double);
  }

  async close(): Promise<void> {
    await this.app.close();
    await this.double.stop();
  }

  async openChurch(slug: string): Promise<GivingChurch> {
    const church = await this.app.church(slug);
    await this.app.person(church, { email: `office@${slug}.test`, role: 'secretary' });
    const donor = await this.app.person(church, { email: `hannah@${slug}.test`, signsIn: false });
    return { church, slug, client: this.app.as(`office@${slug}.test`), donorId: donor.id };
  }

  /** Returns the state of giving in `/health`. */
  async health(): Promise<string> {
    return (await this.app.visitor.get<{ giving: string }>('/health')).body.giving;
  }

  /** Ends the follower, and prevents its start until `letFollow` is called. Appends still work. */
  async stopFollowing(): Promise<void> {
    this.double.allDenied = true;
    this.double.cut();
    await until(async () => (await this.health()).includes('may not read'));
  }

  /** Lets the follower start again, from its saved position. */
  letFollow(): void {
    this.double.allDenied = false;
  }

  /**
   * Stores another donation like the first one of a church, like a process that does not know its
   * journal.
   */
  storeAnotherDonation(church: string): void {
    const prefix = `${church}.donation-`;
    const first = this.double.log.events.find(({ stream }) => stream.startsWith(prefix))!;
    const data = JSON.parse(Buffer.from(first.data).toString()) as { donationId: string };
    const donationId = randomUUID();
    const { type, contentType, metadata } = first;
    this.double.log.append(prefix + donationId, 'no_stream', [
      {
        id: randomUUID(),
        type,
        contentType,
        metadata,
        data: Buffer.from(JSON.stringify({ ...data, donationId })),
      },
    ]);
  }

  /** Deletes an entry of a church's journal, which only a superuser of the database can do. */
  async deleteJournalEntry(church: string, number: number): Promise<void> {
    await this.app.database.asSuperuser(`
      alter table journal disable trigger journal_append_only;
      delete from journal where organization_id = '${church}' and number = ${number};
      alter table journal enable trigger journal_append_only;`);
  }

  /** Saves a position at which the follower starts, as SQL: `null`, or an expression. */
  async setSavedPosition(expression: string): Promise<void> {
    await this.app.database.asSuperuser(`update event_follower set position = ${expression}`);
  }
}
