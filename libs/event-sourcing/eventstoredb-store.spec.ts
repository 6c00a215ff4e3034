import { afterEach, describe, expect, it } from '@jest/globals';
import { EventStoreDBClient, jsonEvent, WrongExpectedVersionError } from '@eventstore/db-client';
import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { eventStoreContract } from '../../test/support/event-store-contract.js';
import { EventStoreDbDouble, type AppendFault, type DoubleOptions } from '../../test/support/eventstoredb/server.js';
import { Log } from '../../test/support/eventstoredb/log.js';
import { AppendTooLarge, EventStoreDbStore, noStream, StoreUnavailable, WrongExpectedRevision } from './index.js';
import type { EventStoreDbOptions, NewEvent, Position, Step, StoredEvent } from './index.js';

const event = (n: number, id: string = randomUUID()): NewEvent => ({ id, type: 'Counted', version: 1, data: JSON.stringify({ n }), metadata: '{}' });
const numbers = (events: StoredEvent[]) => events.map(({ data }) => (JSON.parse(data) as { n: number }).n);
const order = (count: number, from = 0) => Array.from({ length: count }, (_, n) => from + n);
const all = async <T>(source: AsyncIterable<T>): Promise<T[]> => {
  const found: T[] = [];
  for await (const one of source) found.push(one);
  return found;
};
const collect = async (batches: AsyncIterable<StoredEvent[]>) => (await all(batches)).flat();
// eslint-disable-next-line @typescript-eslint/require-await
async function* batched(events: NewEvent[], size: number, failAt = Infinity): AsyncGenerator<NewEvent[]> {
  for (let from = 0; from < events.length; from += size) {
    if (from >= failAt) throw new Error('the power went out');
    yield events.slice(from, from + size);
  }
}

const opened: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of opened.splice(0).reverse()) await close();
});
async function doubleOf(options?: DoubleOptions): Promise<EventStoreDbDouble> {
  const double = await EventStoreDbDouble.start(options);
  opened.push(() => double.stop());
  return double;
}
function storeOf({ url }: { url: string }, options?: EventStoreDbOptions): EventStoreDbStore {
  const store = new EventStoreDbStore(url, options);
  opened.push(() => store.dispose());
  return store;
}

/** Follows until `enough`, as a projector does: takes a step in whole or not at all, with its position. */
function follower(store: EventStoreDbStore, handling: (step: Step) => Promise<void> = () => Promise.resolve()) {
  const stop = new AbortController();
  const seen: (StoredEvent & { organizationId: string })[] = [];
  const steps: { kind: Step['kind']; position?: Position; batches: number[] }[] = [];
  let noticed: () => void = () => undefined;
  const ended = (from: Position | null = null) =>
    store.follow({ from }, async (step) => {
      const taken = step.kind === 'events' ? await all(step.batches) : [];
      await handling(step);
      const { organizationId } = step as { organizationId: string };
      seen.push(...taken.flat().map((stored) => ({ ...stored, organizationId })));
      steps.push({ kind: step.kind, position: 'position' in step ? step.position : undefined, batches: taken.map((batch) => batch.length) });
      noticed();
    }, stop.signal);
  const until = async (enough: () => boolean) => {
    while (!enough()) await new Promise<void>((resolve) => (noticed = resolve));
  };
  return { seen, steps, ended, until, stop: () => stop.abort() };
}

eventStoreContract('EventStoreDB (the double)', async () => {
  const double = await EventStoreDbDouble.start();
  const store = new EventStoreDbStore(double.url);
  const close = () => store.dispose().then(() => double.stop());
  return { store, newOrganization: () => Promise.resolve(randomUUID()), close };
});

/** A real server: the one that is named, or one in a container where there is an engine. */
const hasEngine = () => {
  try {
    execFileSync('docker', ['info'], { stdio: 'ignore', timeout: 10_000 });
    return true;
  } catch {
    return false;
  }
};
const named = process.env.EVENTSTORE_TEST_URL;
if (named) {
  eventStoreContract('EventStoreDB (EVENTSTORE_TEST_URL)', () => {
    const store = new EventStoreDbStore(named);
    return Promise.resolve({ store, newOrganization: () => Promise.resolve(randomUUID()), close: () => store.dispose() });
  });
}
if (hasEngine()) {
  eventStoreContract('EventStoreDB (a real server in a container)', async () => {
    const { GenericContainer, Wait } = await import('testcontainers');
    const container = await new GenericContainer('eventstore/eventstore:23.10.1-jammy')
      .withEnvironment({ EVENTSTORE_INSECURE: 'true', EVENTSTORE_MEM_DB: 'true', EVENTSTORE_RUN_PROJECTIONS: 'None' })
      .withExposedPorts(2113)
      .withWaitStrategy(Wait.forHttp('/health/live', 2113).forStatusCode(204))
      .withStartupTimeout(120_000)
      .start();
    const store = new EventStoreDbStore(`esdb://${container.getHost()}:${container.getMappedPort(2113)}?tls=false`);
    const close = () => store.dispose().then(() => container.stop()).then(() => undefined);
    return { store, newOrganization: () => Promise.resolve(randomUUID()), close };
  });
} else {
  describe.skip('event store contract: EventStoreDB (a real server in a container): skipped, because no Docker engine answers here', () => it('', () => {}));
}

describe('the EventStoreDB store', () => {
  const church = randomUUID();

  it('starts without a server, says so within the deadline, and goes on when the server is there', async () => {
    const double = await doubleOf();
    const store = storeOf(double, { deadline: 400 });
    await double.stop();
    expect(await store.health(200)).toBe(false);
    await expect(store.append(church, 'a', noStream, [event(1)])).rejects.toThrow(StoreUnavailable);
    await expect(store.append(church, 'a', noStream, [event(1)])).rejects.toThrow("Giving can't be recorded at this moment. Please try again in a minute.");
    await expect(collect(store.readStream(church, 'a'))).rejects.toThrow(StoreUnavailable);
    await expect(collect(store.tail(church, null))).rejects.toThrow(StoreUnavailable);
    await double.start();
    while (!(await store.health())) await sleep(20);
    expect((await store.append(church, 'a', noStream, [event(1)])).repeated).toBe(false);
    expect(numbers(await collect(store.tail(church, null)))).toEqual([1]);
  });

  it('gives up on a server that never answers, and what was written then is found by repeating', async () => {
    const double = await doubleOf();
    const store = storeOf(double, { deadline: 300 });
    const events = [event(1), event(2)];
    double.onAppend = () => 'hang';
    await expect(store.append(church, 'a', noStream, events)).rejects.toThrow(StoreUnavailable);
    double.onAppend = () => 'cut after';
    await expect(store.append(church, 'a', noStream, events)).rejects.toThrow(StoreUnavailable);
    double.onAppend = () => undefined;
    expect(await store.append(church, 'a', noStream, events)).toMatchObject({ repeated: true });
    expect(numbers(await collect(store.readStream(church, 'a')))).toEqual([1, 2]);
  });

  it('loses and doubles nothing over 200 connections that are cut in the middle of an append', async () => {
    const double = await doubleOf();
    double.forgetsPositions = true;
    const store = storeOf(double, { deadline: 20_000 });
    const met = { 'cut before': 0, 'cut after': 0 };
    double.onAppend = () => {
      const fault = (['cut before', 'cut after', undefined] as const)[Math.floor(Math.random() * 3)];
      if (!fault || met['cut before'] + met['cut after'] >= 200) return undefined;
      met[fault]++;
      return fault;
    };
    let acknowledged = 0;
    let revision = noStream;
    while (met['cut before'] + met['cut after'] < 200) {
      const events = [event(acknowledged), event(acknowledged + 1)];
      const appended = await store.append(church, 'cut', revision, events);
      expect(appended).toMatchObject({ repeated: false, events: events.map(({ id }) => ({ id })) });
      acknowledged += 2;
      revision += 2;
    }
    console.log(`${met['cut before']} connections cut before the append, ${met['cut after']} after it: ${acknowledged} events acknowledged`);
    double.onAppend = () => undefined;
    expect(numbers(await collect(store.readStream(church, 'cut')))).toEqual(order(acknowledged));
    expect(numbers(await collect(store.tail(church, null)))).toEqual(order(acknowledged));
  }, 120_000);

  it.each<AppendFault>(['timed out', 'not ready', 'no leader', 'cut before'])('tries again when the server answers "%s"', async (fault) => {
    const double = await doubleOf();
    const store = storeOf(double);
    const faults = [fault, fault];
    double.onAppend = () => faults.pop();
    expect(await store.append(church, 'a', noStream, [event(1)])).toMatchObject({ repeated: false });
    expect(double.calls.append).toBe(3);
  });

  it('goes to the leader that a follower names', async () => {
    const log = new Log();
    const [follower, leader] = [await doubleOf({ log }), await doubleOf({ log })];
    follower.onAppend = () => ({ leader: { host: '127.0.0.1', port: leader.port } });
    const store = storeOf(follower);
    await store.append(church, 'a', noStream, [event(1)]);
    await store.append(church, 'a', 0, [event(2)]);
    expect([follower.calls.append, leader.calls.append]).toEqual([1, 2]);
    expect(numbers(await collect(store.tail(church, null)))).toEqual([1, 2]);
  });

  it('says at once what will not pass: too large, no right, deleted', async () => {
    const double = await doubleOf({ maxAppendSize: 4_000 });
    const store = storeOf(double);
    const large = { ...event(1), data: JSON.stringify('x'.repeat(5_000)) };
    await expect(store.append(church, 'large', noStream, [event(0), large])).rejects.toThrow(AppendTooLarge);
    await expect(store.bulkAppend(church, 'large', noStream, batched([event(0), large, event(2)], 2))).rejects.toThrow(AppendTooLarge);
    double.log.tombstone(`${church}.gone`);
    await expect(store.append(church, 'gone', noStream, [event(1)])).rejects.toThrow(/gone' is deleted/);
    double.denied = true;
    await expect(store.append(church, 'a', noStream, [event(1)])).rejects.toThrow('Access Denied');
    await expect(collect(store.tail(church, null))).rejects.toThrow('Access Denied');
    await expect(follower(store).ended()).rejects.toThrow('Access Denied');
    expect(double.calls.append).toBe(4);
  });

  it('writes what another event of the same name cannot be taken for', async () => {
    const double = await doubleOf();
    const store = storeOf(double);
    const { id } = (await store.append(church, 'a', noStream, [event(1)])).events[0]!;
    const recorded = double.log.events.find(({ stream }) => stream === `${church}.a`)!;
    expect(recorded).toMatchObject({ id, type: 'Counted', contentType: 'application/octet-stream' });
    expect(Buffer.from(recorded.data).toString()).toBe('{"n":1}');
    const other = EventStoreDBClient.connectionString(double.url);
    opened.push(() => other.dispose());
    await other.appendToStream(`${church}.a`, jsonEvent({ type: 'Counted', data: { n: 2 } }));
    await expect(collect(store.readStream(church, 'a'))).rejects.toThrow('Somebody else wrote event 1');
  });
});

describe('bulk appends to EventStoreDB', () => {
  const church = randomUUID();

  it('withholds 20,000 events until the marker, then hands them over as one unit', async () => {
    const double = await doubleOf();
    const store = storeOf(double);
    const { seen, steps, ended, until, stop } = follower(store);
    const following = ended();
    await store.append(church, 'before', noStream, [event(-1)]);
    const events = order(20_000).map((n) => event(n));
    await expect(store.bulkAppend(church, 'import-1', noStream, batched(events, 3_000, 15_000))).rejects.toThrow('the power went out');
    await store.append(church, 'between', noStream, [event(-2)]);
    await until(() => seen.length === 2);
    expect(double.log.stream(`${church}.import-1`)!.length).toBeGreaterThan(14_000);
    expect(await collect(store.readStream(church, 'import-1'))).toEqual([]);
    await expect(store.append(church, 'import-1', noStream, [event(0)])).rejects.toThrow(WrongExpectedRevision);
    expect(numbers(await collect(store.tail(church, null)))).toEqual([-1, -2]);

    const done = await store.bulkAppend(church, 'import-1', noStream, batched(events, 3_000));
    await store.append(church, 'after', noStream, [event(-3)]);
    await until(() => seen.length === 20_003);
    stop();
    await following;
    expect(double.log.stream(`${church}.import-1`)).toHaveLength(20_000);
    expect(numbers(seen)).toEqual([-1, -2, ...order(20_000), -3]);
    const unit = steps.find(({ batches }) => batches.length > 1)!;
    expect(unit).toMatchObject({ position: done.position, batches: Array.from({ length: 40 }, () => 500) });
    expect(new Set(seen.slice(2, -1).map(({ position }) => position))).toEqual(new Set([done.position]));
    const chunks = double.log.events.filter(({ stream }) => stream === `${church}.import-1`);
    expect(chunks.at(-1)!.position).toBe(done.position);
  }, 180_000);

  it('is cut into chunks of at most 500 events and 512 KiB', async () => {
    const double = await doubleOf();
    const store = storeOf(double);
    const sizes: [number, number][] = [];
    double.onAppend = (_, events) => void sizes.push([events.length, events.reduce((sum, { data, metadata }) => sum + data.length + metadata.length, 0)]);
    const events = order(1_300).map((n) => ({ ...event(n), data: JSON.stringify({ n, text: 'x'.repeat(n < 600 ? 10 : 4_000) }) }));
    await store.bulkAppend(church, 'import-2', noStream, batched(events, 1_300));
    expect(sizes.reduce((sum, [count]) => sum + count, 0)).toBe(1_300);
    expect(Math.max(...sizes.map(([count]) => count))).toBe(500);
    expect(Math.max(...sizes.map(([, size]) => size))).toBeLessThanOrEqual(512 * 1024);
  });

  it('survives cuts, and is refused when what it repeats has changed meanwhile', async () => {
    const double = await doubleOf();
    const store = storeOf(double);
    const events = order(2_000).map((n) => event(n));
    double.onAppend = () => (['cut before', 'cut after', undefined, undefined] as const)[Math.floor(Math.random() * 4)];
    await expect(store.bulkAppend(church, 'import-3', noStream, batched(events, 700, 1_400))).rejects.toThrow('the power went out');
    const changed = events.with(700, { ...events[700]!, data: '{"n":-1}' });
    await expect(store.bulkAppend(church, 'import-3', noStream, batched(changed, 700))).rejects.toThrow(WrongExpectedRevision);
    expect(await collect(store.readStream(church, 'import-3'))).toEqual([]);
    expect(await store.bulkAppend(church, 'import-3', noStream, batched(events, 450))).toMatchObject({ repeated: false });
    expect(numbers(await collect(store.readStream(church, 'import-3')))).toEqual(order(2_000));
    expect(await store.bulkAppend(church, 'import-3', noStream, batched(events, 2_000))).toMatchObject({ repeated: true });
  });
});

describe('following EventStoreDB', () => {
  it('misses nothing and keeps the order through cuts, a restart and a slow reader, over all organizations', async () => {
    const double = await doubleOf();
    const [store, writer] = [storeOf(double), storeOf(double, { deadline: 20_000 })];
    const churches = [randomUUID(), randomUUID(), randomUUID()];
    const { seen, ended, until, stop } = follower(store, () => sleep(Math.random() * 3));
    const following = ended();
    for (let n = 0; n < 240; n++) {
      const appended = [event(n * 2), event(n * 2 + 1)];
      await writer.append(churches[n % 3]!, `donation-${Math.floor(n / 3)}`, noStream, appended);
      if (n % 20 === 7) double.cut();
      if (n === 120) await double.stop().then(() => double.start());
    }
    await until(() => seen.length >= 480);
    stop();
    await following;
    expect(numbers(seen)).toEqual(order(480));
    expect(seen.every(({ organizationId }, index) => organizationId === churches[Math.floor(index / 2) % 3])).toBe(true);
    const positions = seen.map(({ position }) => position);
    expect(positions.every((position, index) => index === 0 || position > positions[index - 1]!)).toBe(true);
  }, 120_000);

  it('hands over again what was not handled, and nothing of what was', async () => {
    const double = await doubleOf();
    const store = storeOf(double);
    const church = randomUUID();
    for (let n = 0; n < 10; n++) await store.append(church, `donation-${n}`, noStream, [event(n * 2), event(n * 2 + 1)]);
    let failing = true;
    const first = follower(store, (step) => (failing && step.kind === 'events' ? Promise.reject(new Error('the database is away')) : Promise.resolve()));
    await expect(first.ended()).rejects.toThrow('the database is away');
    expect(first.seen).toEqual([]);
    failing = false;
    const second = first.ended();
    await first.until(() => first.seen.length === 20);
    first.stop();
    await second;
    const third = follower(store);
    const rest = third.ended(first.seen[11]!.position);
    await third.until(() => third.seen.length === 8);
    third.stop();
    await rest;
    expect(numbers(third.seen)).toEqual(order(8, 12));
  });

  it('keeps the events of one append in one step, and one organization in each', async () => {
    const double = await doubleOf();
    const store = storeOf(double);
    const churches = [randomUUID(), randomUUID()];
    for (let n = 0; n < 200; n++) await store.append(churches[Math.floor(n / 50) % 2]!, `donation-${n}`, noStream, order(7, n * 7).map((m) => event(m)));
    const { seen, steps, ended, until, stop } = follower(store, () => sleep(5));
    const following = ended();
    await until(() => seen.length === 1400);
    stop();
    await following;
    const units = steps.filter(({ kind }) => kind === 'events');
    expect(units.every(({ batches: [size] }) => size! % 7 === 0 && size! <= 506)).toBe(true);
    expect(units.length).toBeLessThan(200);
    expect(numbers(seen)).toEqual(order(1400));
  });

  it('is given only what it asks for by the server, and checkpoints over the rest', async () => {
    const double = await doubleOf();
    const store = storeOf(double, { categories: ['donation', 'import'] });
    const church = randomUUID();
    const foreign = EventStoreDBClient.connectionString(double.url);
    opened.push(() => foreign.dispose());
    await store.append(church, 'donation-1', noStream, [event(1)]);
    for (let n = 0; n < 4; n++) await foreign.appendToStream(`other-${n}`, order(400).map((m) => jsonEvent({ type: 'Other', data: { m } })));
    await store.append(church, 'unknown-1', noStream, [event(2)]);
    const { seen, steps, ended, until, stop } = follower(store);
    const following = ended();
    await until(() => steps.some(({ kind }) => kind === 'caught up'));
    stop();
    await following;
    expect(numbers(seen)).toEqual([1]);
    const checkpoints = steps.filter(({ kind }) => kind === 'checkpoint').map(({ position }) => position!);
    expect(checkpoints.length).toBeGreaterThanOrEqual(3);
    const resumed = follower(store);
    const again = resumed.ended(checkpoints.at(-1));
    await store.append(church, 'donation-2', noStream, [event(3)]);
    await resumed.until(() => resumed.seen.length === 1);
    resumed.stop();
    await again;
    expect(numbers(resumed.seen)).toEqual([3]);
  });

  it('stops at once, whether the server is there or not', async () => {
    const double = await doubleOf();
    const store = storeOf(double);
    const live = follower(store);
    const following = live.ended();
    await live.until(() => live.steps.some(({ kind }) => kind === 'caught up'));
    live.stop();
    await following;
    await double.stop();
    const lost = follower(store);
    const waiting = lost.ended();
    lost.stop();
    await waiting;
    expect(lost.steps).toEqual([]);
  });
});

describe('the double', () => {
  it('answers batch appends, too, as a server does', async () => {
    const double = await doubleOf({ maxAppendSize: 5_000 });
    const client = EventStoreDBClient.connectionString(double.url);
    opened.push(() => client.dispose());
    const [one, two, three] = [1, 2, 3].map((n) => jsonEvent({ id: randomUUID(), type: 'Counted', data: { n } }));
    const first = await client.appendToStream('a', [one!, two!], { expectedRevision: 'no_stream' });
    expect(await client.appendToStream('a', [one!, two!], { expectedRevision: 'no_stream' })).toEqual(first);
    await expect(client.appendToStream('a', [two!, three!], { expectedRevision: 'no_stream' })).rejects.toThrow(WrongExpectedVersionError);
    await expect(client.appendToStream('a', [one!, three!], { expectedRevision: 'no_stream' })).rejects.toThrow(WrongExpectedVersionError);
    const large = jsonEvent({ type: 'Large', data: 'x'.repeat(6_000) });
    await expect(client.appendToStream('b', [large], { expectedRevision: 'no_stream' })).rejects.toMatchObject({ type: 'maximum-append-size-exceeded' });
    double.log.tombstone('gone');
    await expect(client.appendToStream('gone', [three!], { expectedRevision: 'no_stream' })).rejects.toMatchObject({ type: 'stream-deleted' });
    expect(double.calls).toMatchObject({ append: 0, batchAppend: 6, features: 1 });
  });
});
