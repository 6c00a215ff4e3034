import { afterAll, describe, expect, it } from '@jest/globals';
import { EventStoreDBClient, jsonEvent, WrongExpectedVersionError } from '@eventstore/db-client';
import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { eventStoreContract } from '../../test/support/event-store/event-store-contract.js';
import {
  batched,
  collect,
  startDouble,
  event,
  follower,
  numbers,
  opened,
  numberSequence,
  storeOf,
} from '../../test/support/eventstoredb/scene.js';
import type { AppendFault } from '../../test/support/eventstoredb/append-faults.js';
import { EventStoreDbDouble } from '../../test/support/eventstoredb/server.js';
import { followedStoreContract } from '../../test/support/event-store/followed-store-contract.js';
import { Log } from '../../test/support/eventstoredb/log.js';
import { Connection } from './eventstoredb-connection.js';
import {
  AppendTooLarge,
  describeTrouble,
  EventStoreDbStore,
  noStream,
  StoreUnavailable,
} from './index.js';
import { until } from '../../test/support/until.js';

const newOrganization = () => Promise.resolve(randomUUID());

function contracts(
  name: string,
  open: () => Promise<{ url: string; close: () => Promise<unknown> }>,
): void {
  const opening = async () => {
    const { url, close } = await open();
    const store = new EventStoreDbStore(url);
    return {
      store,
      newOrganization,
      close: () =>
        store
          .dispose()
          .then(close)
          .then(() => undefined),
    };
  };
  eventStoreContract(`EventStoreDB (${name})`, opening);
  followedStoreContract(`EventStoreDB (${name})`, opening);
}

contracts('the double', async () => {
  const double = await EventStoreDbDouble.start();
  return { url: double.url, close: () => double.stop() };
});

/** The address of a real server. Without it, a container runs one if a Docker engine answers. */
const testUrl = process.env.EVENTSTORE_TEST_URL;
if (testUrl)
  contracts('EVENTSTORE_TEST_URL', () =>
    Promise.resolve({ url: testUrl, close: () => Promise.resolve() }),
  );

const hasEngine = () => {
  try {
    execFileSync('docker', ['info'], { stdio: 'ignore', timeout: 10_000 });
    return true;
  } catch {
    return false;
  }
};
if (hasEngine()) {
  contracts('a real server in a container', async () => {
    const { GenericContainer, Wait } = await import('testcontainers');
    const container = await new GenericContainer('eventstore/eventstore:23.10.0-jammy')
      .withEnvironment({
        EVENTSTORE_INSECURE: 'true',
        EVENTSTORE_MEM_DB: 'true',
        EVENTSTORE_RUN_PROJECTIONS: 'None',
      })
      .withExposedPorts(2113)
      .withWaitStrategy(Wait.forHttp('/health/live', 2113).forStatusCode(204))
      .withStartupTimeout(300_000)
      .start();
    return {
      url: `esdb://${container.getHost()}:${container.getMappedPort(2113)}?tls=false`,
      close: () => container.stop(),
    };
  });
} else {
  const reason = 'skipped, because no Docker engine answers here';
  const title = `event store contract: EventStoreDB (a real server in a container): ${reason}`;
  describe.skip(title, () => it('', () => {}));
}

describe('the EventStoreDB store', () => {
  const church = randomUUID();

  it('fails at the deadline while the server is down, and works when it runs', async () => {
    const double = await startDouble();
    const store = storeOf(double, { deadline: 400 });
    await double.stop();
    expect(await store.health(200)).toBe(false);
    await expect(store.append(church, 'a', noStream, [event(1)])).rejects.toThrow(StoreUnavailable);
    await expect(store.append(church, 'a', noStream, [event(1)])).rejects.toThrow(
      "Giving can't be recorded at this moment. Please try again in a minute.",
    );
    await expect(collect(store.readStream(church, 'a'))).rejects.toThrow(StoreUnavailable);
    await expect(collect(store.tail(church, null))).rejects.toThrow(StoreUnavailable);
    await double.start();
    await until(() => store.health());
    expect((await store.append(church, 'a', noStream, [event(1)])).isRepeated).toBe(false);
    expect(numbers(await collect(store.tail(church, null)))).toEqual([1]);
  });

  it('fails if the server does not answer, and finds the written events if repeated', async () => {
    const double = await startDouble();
    const store = storeOf(double, { deadline: 300 });
    const events = [event(1), event(2)];
    double.onAppend = () => 'hang';
    await expect(store.append(church, 'a', noStream, events)).rejects.toThrow(StoreUnavailable);
    double.onAppend = () => 'cut after';
    await expect(store.append(church, 'a', noStream, events)).rejects.toThrow(StoreUnavailable);
    double.onAppend = () => undefined;
    expect(await store.append(church, 'a', noStream, events)).toMatchObject({ isRepeated: true });
    expect(numbers(await collect(store.readStream(church, 'a')))).toEqual([1, 2]);
  });

  it('loses and duplicates no event when 200 connections are cut during an append', async () => {
    const double = await startDouble();
    double.forgetsPositions = true;
    const store = storeOf(double, { deadline: 20_000 });
    const met = { 'cut before': 0, 'cut after': 0 };
    double.onAppend = () => {
      const fault = (['cut before', 'cut after', undefined] as const)[
        Math.floor(Math.random() * 3)
      ];
      if (!fault || met['cut before'] + met['cut after'] >= 200) return undefined;
      met[fault]++;
      return fault;
    };
    let acknowledged = 0;
    let revision = noStream;
    while (met['cut before'] + met['cut after'] < 200) {
      const events = [event(acknowledged), event(acknowledged + 1)];
      const appended = await store.append(church, 'cut', revision, events);
      expect(appended).toMatchObject({
        isRepeated: false,
        events: events.map(({ id }) => ({ id })),
      });
      acknowledged += 2;
      revision += 2;
    }
    console.log(
      `${met['cut before']} connections cut before the append, ${met['cut after']} after it: ` +
        `${acknowledged} events acknowledged`,
    );
    double.onAppend = () => undefined;
    expect(numbers(await collect(store.readStream(church, 'cut')))).toEqual(
      numberSequence(acknowledged),
    );
    expect(numbers(await collect(store.tail(church, null)))).toEqual(numberSequence(acknowledged));
  });

  it.each<AppendFault>(['timed out', 'not ready', 'no leader', 'cut before'])(
    'tries again if an append fails with "%s"',
    async (fault) => {
      const double = await startDouble();
      const store = storeOf(double);
      const faults = [fault, fault];
      double.onAppend = () => faults.pop();
      expect(await store.append(church, 'a', noStream, [event(1)])).toMatchObject({
        isRepeated: false,
      });
      expect(double.calls.append).toBe(3);
    },
  );

  it('appends at the leader that a follower names', async () => {
    const log = new Log();
    const [follower, leader] = [await startDouble({ log }), await startDouble({ log })];
    follower.onAppend = () => ({ leader: { host: '127.0.0.1', port: leader.port } });
    const store = storeOf(follower);
    await store.append(church, 'a', noStream, [event(1)]);
    await store.append(church, 'a', 0, [event(2)]);
    expect([follower.calls.append, leader.calls.append]).toEqual([1, 2]);
    expect(numbers(await collect(store.tail(church, null)))).toEqual([1, 2]);
  });

  it('fails immediately if an append is too large, forbidden, or to a deleted stream', async () => {
    const double = await startDouble({ maxAppendSize: 4_000 });
    const store = storeOf(double);
    const large = { ...event(1), data: JSON.stringify('x'.repeat(5_000)) };
    await expect(store.append(church, 'large', noStream, [event(0), large])).rejects.toThrow(
      AppendTooLarge,
    );
    await expect(
      store.bulkAppend(church, 'large', noStream, batched([event(0), large, event(2)], 2)),
    ).rejects.toThrow(AppendTooLarge);
    double.log.tombstone(`${church}.gone`);
    await expect(store.append(church, 'gone', noStream, [event(1)])).rejects.toThrow(
      /gone' is deleted/,
    );
    double.denied = true;
    await expect(store.append(church, 'a', noStream, [event(1)])).rejects.toThrow('Access Denied');
    await expect(collect(store.tail(church, null))).rejects.toThrow('Access Denied');
    await expect(follower(store).run()).rejects.toThrow('Access Denied');
    expect(double.calls.append).toBe(4);
  });

  it('refuses to read a stream with an event of another program', async () => {
    const double = await startDouble();
    const store = storeOf(double);
    const { id } = (await store.append(church, 'a', noStream, [event(1)])).events[0]!;
    const recorded = double.log.events.find(({ stream }) => stream === `${church}.a`)!;
    expect(recorded).toMatchObject({
      id,
      type: 'Counted',
      contentType: 'application/octet-stream',
    });
    expect(Buffer.from(recorded.data).toString()).toBe('{"n":1}');
    const other = EventStoreDBClient.connectionString(double.url);
    opened.push(() => other.dispose());
    await other.appendToStream(`${church}.a`, jsonEvent({ type: 'Counted', data: { n: 2 } }));
    await expect(collect(store.readStream(church, 'a'))).rejects.toThrow(
      'Somebody else wrote event 1',
    );
  });
});

describe('the double of EventStoreDB', () => {
  it('answers batch appends like a real server', async () => {
    const double = await startDouble({ maxAppendSize: 5_000 });
    const client = EventStoreDBClient.connectionString(double.url);
    opened.push(() => client.dispose());
    const [event1, event2, event3] = [1, 2, 3].map((n) =>
      jsonEvent({ id: randomUUID(), type: 'Counted', data: { n } }),
    );
    const first = await client.appendToStream('a', [event1!, event2!], {
      expectedRevision: 'no_stream',
    });
    expect(
      await client.appendToStream('a', [event1!, event2!], { expectedRevision: 'no_stream' }),
    ).toEqual(first);
    await expect(
      client.appendToStream('a', [event2!, event3!], { expectedRevision: 'no_stream' }),
    ).rejects.toThrow(WrongExpectedVersionError);
    await expect(
      client.appendToStream('a', [event1!, event3!], { expectedRevision: 'no_stream' }),
    ).rejects.toThrow(WrongExpectedVersionError);
    const large = jsonEvent({ type: 'Large', data: 'x'.repeat(6_000) });
    await expect(
      client.appendToStream('b', [large], { expectedRevision: 'no_stream' }),
    ).rejects.toMatchObject({ type: 'maximum-append-size-exceeded' });
    double.log.tombstone('gone');
    await expect(
      client.appendToStream('gone', [event3!], { expectedRevision: 'no_stream' }),
    ).rejects.toMatchObject({ type: 'stream-deleted' });
    expect(double.calls).toMatchObject({ append: 0, batchAppend: 6, features: 1 });
  });
});

const never = () => new Promise<never>(() => undefined);
const unknownCertificate = Object.assign(
  new Error('14 UNAVAILABLE: No connection established. Last error: self-signed certificate'),
  { code: 14 },
);

describe('a call that fails until its deadline', () => {
  const connection = new Connection('esdb://127.0.0.1:1?tls=false', 200, () => undefined);
  afterAll(() => connection.dispose());

  it.each([
    ['the last error with a reason', [unknownCertificate], /^the certificate of EventStoreDB/],
    ['the time limit if no attempt knew a reason', [], /^EventStoreDB does not answer$/],
  ])('reports %s', async (_what, errors, trouble) => {
    const answers = errors.map((error) => () => Promise.reject(error));
    const failure: unknown = await connection
      .retry(() => (answers.shift() ?? never)())
      .catch((error: unknown) => error);
    expect(describeTrouble(failure)).toMatch(trouble);
  });
});
