import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { v7 as newId } from 'uuid';
import type { Donation, DonationImport } from '#libs/contracts';
import {
  noStream,
  NotYetPublished,
  Projector,
  RoutedStore,
  type RemoteStore,
  type StoreName,
  type StoredEvent,
} from '#libs/event-sourcing';
import { readConfig } from '../../../../src/ops/config.js';
import {
  givingProjections,
  Journal,
  moveChurch,
  openEventStores,
  verifyChurch,
} from '../../../../src/giving/index.js';
import { makeLogger } from '../../../../src/ops/logger.js';
import { createServer } from '../../../../src/server/server.js';
import { give, giveAsGuest, startApp, type Client, type TestApp } from '../../../support/app.js';
import { projected } from '../../../support/books.js';
import { EventStoreDbDouble } from '../../../support/eventstoredb/server.js';
import { sampleOf } from '../../../support/generated.js';
import { commit, settled, template, upload } from '../../../support/imports.js';
import { programEnvironment, programFile } from '../../../support/program/program.js';
import { until } from '../../../support/until.js';

let double: EventStoreDbDouble | undefined;
let test: TestApp;
let stores: RoutedStore;
let church: string;
let office: Client;
let hannah: string;
let serial = 0;

async function start(): Promise<void> {
  test = await startApp({
    env: {
      EVENT_STORE: 'postgres',
      EVENTSTORE_URL: process.env.EVENTSTORE_TEST_URL ?? double!.patientUrl,
    },
  });
  stores = openEventStores(test.config, test.db);
}
async function stop(): Promise<void> {
  await stores.dispose();
  await test.close();
}
beforeAll(async () => {
  double = process.env.EVENTSTORE_TEST_URL ? undefined : await EventStoreDbDouble.start();
  await start();
});
afterAll(async () => {
  await stop();
  await double?.stop();
});
beforeEach(async () => {
  const slug = `moving-${++serial}`;
  church = await test.church(slug);
  await test.person(church, { email: `office@${slug}.test`, role: 'secretary' });
  hannah = (await test.person(church, { email: 'hannah@x.test', signsIn: false })).id;
  office = test.as(`office@${slug}.test`);
});

const move = (to: StoreName, by = stores, whose = church) => {
  const projector = new Projector(test.db, by, new Journal(), givingProjections);
  return moveChurch(test.db, by, projector, { organizationId: whose, to });
};
const wellKept = async () => (await verifyChurch(test.db, stores, church)).problems;
const rowsOf = (count: number, from = 1) =>
  template(
    ...Array.from(
      { length: count },
      (_, n) => `hannah@x.test,${n + from}.50,Cash,2024-07-04,Roof ${n % 3},row ${n}`,
    ),
  );
const imported = async (count: number, from?: number) =>
  commit(office, (await upload(office, rowsOf(count, from))).body.id);

/** Some of everything, an import that was undone among it. */
async function aYear(): Promise<void> {
  const gift = await give(office, hannah, { amount: '10.00' });
  await give(office, hannah, { amount: '0.01' });
  await giveAsGuest(office, 'Peter Rock');
  await imported(1_203);
  const undone = await imported(7, 50_000);
  await office.post(`/api/admin/donation-imports/${undone.id}/undo`);
  await settled(office, undone.id);
  if ((await office.patch(`/api/admin/donations/${gift.id}`, { amount: '11.00' })).status !== 200)
    throw new Error('not corrected');
}

/** Everything that is shown and every journal entry, without what counts only within a store. */
async function everything(): Promise<Record<string, unknown>> {
  const tables = [...Object.values(projected).flat(), 'journal'];
  const rows = async (table: string) =>
    (
      await test.database.asSuperuser<{ text: string }>(
        `select to_jsonb(t)::text as text from ${table} t where organization_id = $1 order by 1`,
        [church],
      )
    ).map(({ text }) => text);
  return Object.fromEntries(
    await Promise.all(tables.map(async (table) => [table, await rows(table)] as const)),
  );
}
/** The copies that PostgreSQL has of the church's events, with every column except the position. */
async function copies(): Promise<Omit<StoredEvent, 'position'>[]> {
  const rows = await test.database.asSuperuser<
    Omit<StoredEvent, 'position' | 'recordedAt'> & { recorded_at: Date }
  >(
    `select stream, revision, id, type, version, data, metadata, recorded_at
       from event_copy where organization_id = $1`,
    [church],
  );
  const events = rows.map(({ recorded_at, ...event }) => ({
    ...event,
    recordedAt: new Date(recorded_at).toISOString(),
  }));
  return events.sort(byPlace);
}
/** The church's events in the store that keeps it now, in the form of `copies`. */
async function storedEvents(): Promise<Omit<StoredEvent, 'position'>[]> {
  const events: Omit<StoredEvent, 'position'>[] = [];
  for await (const batch of stores.tail(church, null))
    events.push(...batch.map(({ position: _, ...event }) => event));
  return events.sort(byPlace);
}
const byPlace = (
  one: Pick<StoredEvent, 'stream' | 'revision'>,
  other: Pick<StoredEvent, 'stream' | 'revision'>,
) => one.stream.localeCompare(other.stream) || one.revision - other.revision;
const kept = async () =>
  (
    await test.database.asSuperuser<{ store: string }>(
      'select store from event_head where organization_id = $1',
      [church],
    )
  )[0]?.store;

describe('moving a church to another event store', () => {
  it('changes nothing that is shown, nor the journal; giving goes on there, and back again', async () => {
    await aYear();
    const before = await everything();
    expect(await move('eventstoredb')).toBe(3 + 1_204 + 8 + 1 + 1);
    expect(await copies()).toHaveLength(1_217);
    expect(await copies()).toEqual(await storedEvents());
    expect(await everything()).toEqual(before);
    expect([await kept(), await wellKept()]).toEqual(['eventstoredb', []]);

    // the running program finds the way by itself: at its first write it still tries the old one
    const key = { 'idempotency-key': newId() };
    const body = { userId: hannah, amount: '12.34', date: '2025-03-03' };
    expect(await office.post('/api/admin/donations', body, key)).toMatchObject({ status: 503 });
    const recorded = await office.post<Donation>('/api/admin/donations', body, key);
    expect(recorded.status).toBe(201);
    await imported(30, 90_000);
    expect(await office.delete(`/api/admin/donations/${recorded.body.id}`)).toMatchObject({
      status: 204,
    });
    expect(await wellKept()).toEqual([]);
    const copied = await copies();
    expect(copied).toHaveLength(1_250);
    expect(copied).toEqual(await storedEvents());

    const there = await everything();
    expect(await move('postgres')).toBe(1_217 + 1 + 31 + 1);
    expect(await copies()).toEqual(copied);
    expect(await everything()).toEqual(there);
    expect([await kept(), await wellKept()]).toEqual(['postgres', []]);
    await office.post('/api/admin/donations', body); // 503, as above
    await give(office, hannah, { amount: '5.00' });
    expect(await move('eventstoredb')).toBe(1_251);
    expect(await copies()).toEqual(await storedEvents());
    expect(await wellKept()).toEqual([]);
    expect(await move('eventstoredb')).toBeNull();
  });

  it('loses nothing and doubles nothing while people give and import', async () => {
    await aYear();
    const given: string[] = [];
    let isOver = false;
    const insist = async <Body>(
      call: () => Promise<{ status: number; body: Body }>,
    ): Promise<Body> => {
      for (;;) {
        const { status, body } = await call();
        if (status === 201) return body;
        if (status !== 503 && status !== 202) throw new Error(`${status} ${JSON.stringify(body)}`);
      }
    };
    const giver = async (name: string) => {
      for (let n = 0; !isOver; n++) {
        const key = { 'idempotency-key': `${name}-${n}` };
        given.push(
          (
            await insist(() =>
              office.post<Donation>(
                '/api/admin/donations',
                { userId: hannah, amount: '1.00', date: '2025-05-05' },
                key,
              ),
            )
          ).id,
        );
        await new Promise((resolve) => setTimeout(resolve, 20)); // as people do; without it a slow machine gets the more to do, the slower it is
      }
    };
    const importer = async () => {
      let files = 0;
      for (; !isOver; files++) {
        const { body } = await upload(office, rowsOf(600, 100_000 + files * 600));
        if ((await commit(office, body.id)).status !== 'committed')
          throw new Error('an import failed');
        await new Promise((resolve) => setTimeout(resolve, 200));
      }
      return files;
    };
    const work = Promise.all([giver('a'), giver('b'), importer()]);
    for (const to of ['eventstoredb', 'postgres', 'eventstoredb'] as const) {
      await move(to);
      await new Promise((resolve) => setTimeout(resolve, 500));
    }
    isOver = true;
    const [, , files] = await work;
    expect(files).toBeGreaterThan(0);
    expect(await wellKept()).toEqual([]);
    const { body } = await office.get<{ records: number }>('/api/admin/donations/summary');
    expect(body.records).toBe(1_203 + 3 + 600 * files + given.length);
    expect(new Set(given).size).toBe(given.length);
  });

  it('keeps others waiting for a while only: then they are told, and nothing of theirs is recorded', async () => {
    await give(office, hannah);
    await move('eventstoredb');
    await office.post('/api/admin/donations', { userId: hannah, amount: '1.00' }); // finds the way
    const before = await test.events(church);
    const held = test.database
      .asSuperuser('select pg_advisory_lock(hashtextextended($1, 0)), pg_sleep(600)', [
        `store of ${church}`,
      ])
      .catch((error: unknown) => error);
    const sleeping = `pid from pg_stat_activity where query like '%pg_sleep(600)' and wait_event = 'PgSleep'`;
    await until(async () => (await test.database.asSuperuser(`select ${sleeping}`)).length);
    expect(
      await office.post('/api/admin/donations', { userId: hannah, amount: '2.00' }),
    ).toMatchObject({ status: 503, body: { code: 'busy' } });
    expect(await test.events(church)).toBe(before);
    await test.database.asSuperuser(
      `select pg_cancel_backend(pid) from (select ${sleeping}) as it`,
    );
    expect(String(await held)).toContain('canceling statement');
    await give(office, hannah);
  });

  it.each(sampleOf([0, 1, 700, 1_206, 1_207, 1_216], 3))(
    'that was cut off at event %i has changed nothing, and goes on when it is asked for again',
    async (failAt) => {
      await aYear();
      const before = await everything();
      const remote = stores.stores.eventstoredb!;
      const failing = Object.create(remote, {
        takeOver: {
          value: (
            id: string,
            events: AsyncIterable<StoredEvent>,
            isWithheld: (event: StoredEvent) => boolean,
          ) => remote.takeOver(id, upTo(events, failAt), isWithheld),
        },
      }) as RemoteStore;
      const cut = new RoutedStore(test.db, { ...stores.stores, eventstoredb: failing }, 'postgres');
      await expect(move('eventstoredb', cut)).rejects.toThrow('the power went out');
      expect(await everything()).toEqual(before);
      expect([await kept(), await wellKept()]).toEqual(['postgres', []]);
      await give(office, hannah, { amount: '3.00' });
      await elsewhere();
      expect(await move('eventstoredb')).toBe(1_218);
      expect([await kept(), await wellKept()]).toEqual(['eventstoredb', []]);
    },
  );

  /** What is copied and does not count yet is in nobody's way: a church that is kept there sees its gifts at once. */
  async function elsewhere(): Promise<void> {
    const slug = `elsewhere-${++serial}`;
    const other = await test.church(slug);
    await test.person(other, { email: `office@${slug}.test`, role: 'secretary' });
    const { id } = await test.person(other, { email: 'ruth@x.test', signsIn: false });
    expect(await move('eventstoredb', stores, other)).toBe(0);
    await give(test.as(`office@${slug}.test`), id);
  }

  it('refuses where the other store holds something else of the church, and says what', async () => {
    await give(office, hannah);
    const id = newId();
    const gift = {
      donorId: hannah,
      amount: 1,
      currency: 'USD',
      date: '2025-01-01',
      paymentMethod: 'Cash',
      campaignId: newId(),
      fundraiserId: null,
    };
    const foreign = {
      id: newId(),
      type: 'DonationRecorded',
      version: 1,
      data: JSON.stringify({ donationId: id, gift, importId: null }),
      metadata: '{}',
    };
    const at = {
      stream: `${church}.donation-${id}`,
      revision: 0,
      position: 1n,
      recordedAt: '2025-01-01T00:00:00.000Z',
    };
    await stores.stores.eventstoredb!.takeOver(
      church,
      upTo([[{ ...foreign, ...at }]], 1),
      () => false,
    );
    await expect(move('eventstoredb')).rejects.toThrow(
      /^The other store holds something else than DonationRecorded .*Nothing was moved\.$/,
    );
    expect([await kept(), await wellKept()]).toEqual(['postgres', []]);
    await give(office, hannah);
  });

  it('is a command of the operator, for one church or all, that verifies and can be repeated', async () => {
    await aYear();
    const { appUrl: DATABASE_URL, ownerUrl: DATABASE_OWNER_URL } = test.database;
    const { EVENTSTORE_URL, DATA_DIR } = test.config;
    const cli = (...args: string[]) =>
      promisify(execFile)(process.execPath, [programFile('cli'), 'migrate-events', ...args], {
        env: programEnvironment({ DATABASE_URL, DATABASE_OWNER_URL, EVENTSTORE_URL, DATA_DIR }),
      }).then(
        ({ stdout }) => stdout.split('\n'),
        (error: unknown) => [
          (error as { stdout: string; stderr: string }).stdout,
          (error as { stderr: string }).stderr,
        ],
      );
    const slug = `moving-${serial}`;
    expect(await cli('--church', slug, '--to', 'eventstoredb')).toEqual([
      `Church ${slug}: 1000 events`,
      `Church ${slug}: 1217 events are in EventStoreDB now, each compared`,
      `Church ${slug}`,
      '  1217 events in 7 journal entries; 1206 donations stand, together $724,843.51',
      '  Every hash is right, and every total is the sum of its donations.',
      'verify: all is well',
      '',
    ]);
    expect(await cli('--church', slug, '--to', 'eventstoredb')).toContain(
      `Church ${slug} is in EventStoreDB already`,
    );
    const elsewhere = await createServer(readConfig({ DATA_DIR }), test.db, makeLogger('silent'));
    await expect(elsewhere.init()).rejects.toThrow('EVENTSTORE_URL must say where that is.');
    await elsewhere.close();
    expect((await cli('--to', 'nowhere')).join()).toContain('--to postgres or --to eventstoredb');
    expect(await cli('--to', 'postgres')).toEqual(
      expect.arrayContaining([
        `Church ${slug}: 1217 events are in PostgreSQL now, each compared`,
        'verify: all is well',
      ]),
    );
    const answer = await office.get<DonationImport[]>('/api/admin/donation-imports');
    expect(answer.body.map(({ status }) => status).sort()).toEqual(['committed', 'undone']);
  });

  it('takes in what nobody has projected yet, with the application stopped', async () => {
    await aYear();
    await move('eventstoredb');
    await test.app.close();
    const id = newId();
    const [known] = await test.database.asSuperuser<{ donorId: string; campaignId: string }>(
      'select donor_id as "donorId", campaign_id as "campaignId" from donation_version where organization_id = $1 limit 1',
      [church],
    );
    const gift = {
      ...known,
      amount: 99,
      currency: 'USD',
      date: '2025-01-01',
      paymentMethod: 'Cash',
      fundraiserId: null,
    };
    const event = {
      id: newId(),
      type: 'DonationRecorded',
      version: 1,
      data: JSON.stringify({ donationId: id, gift, importId: null }),
      metadata: '{"actor":null}',
    };
    await expect(
      stores.stores.eventstoredb!.append(church, `${church}.donation-${id}`, noStream, [event]),
    ).rejects.toThrow(NotYetPublished);
    expect(await move('postgres')).toBe(1_218);
    expect(await verifyChurch(test.db, stores, church)).toMatchObject({
      problems: [],
      donations: 1_207,
      entries: 8,
    });
    await stop();
    await start();
  });
});

async function* upTo(
  events: AsyncIterable<StoredEvent> | StoredEvent[][],
  count: number,
): AsyncGenerator<StoredEvent> {
  let n = 0;
  for await (const event of Array.isArray(events) ? events.flat() : events) {
    if (n++ === count) throw new Error('the power went out');
    yield event;
  }
}
