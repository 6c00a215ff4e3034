import { describe, expect, it } from '@jest/globals';
import { EventStoreDBClient, jsonEvent } from '@eventstore/db-client';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  batched,
  collect,
  doubleOf,
  event,
  follower,
  numbers,
  opened,
  order,
  storeOf,
} from '../../test/support/eventstoredb/scene.js';
import { readAhead } from './eventstoredb-connection.js';
import { maxDroppedRows } from './eventstoredb-unfinished.js';
import { noStream, WrongExpectedRevision } from './index.js';

describe('bulk appends to EventStoreDB', () => {
  const church = randomUUID();

  it('withholds 10,000 events until the marker, then hands them over as one unit', async () => {
    const double = await doubleOf();
    const store = storeOf(double);
    const { seen, steps, ended, until, stop } = follower(store);
    const following = ended();
    await store.append(church, 'before', noStream, [event(-1)]);
    const events = order(10_000).map((n) => event(n));
    await expect(
      store.bulkAppend(church, 'import-1', noStream, batched(events, 3_000, 9_000)),
    ).rejects.toThrow('the power went out');
    await store.append(church, 'between', noStream, [event(-2)]);
    await until(() => seen.length === 2);
    expect(double.log.stream(`${church}.import-1`)!.length).toBeGreaterThan(8_000);
    expect(await collect(store.readStream(church, 'import-1'))).toEqual([]);
    await expect(store.append(church, 'import-1', noStream, [event(0)])).rejects.toThrow(
      WrongExpectedRevision,
    );
    expect(numbers(await collect(store.tail(church, null)))).toEqual([-1, -2]);

    const done = await store.bulkAppend(church, 'import-1', noStream, batched(events, 3_000));
    await store.append(church, 'after', noStream, [event(-3)]);
    await until(() => seen.length === 10_003);
    stop();
    await following;
    expect(double.log.stream(`${church}.import-1`)).toHaveLength(10_000);
    expect(numbers(seen)).toEqual([-1, -2, ...order(10_000), -3]);
    const unit = steps.find(({ batches }) => batches.length > 1)!;
    expect(unit).toMatchObject({ position: done.position, batches: [5_000, 5_000] });
    expect(new Set(seen.slice(2, -1).map(({ position }) => position))).toEqual(
      new Set([done.position]),
    );
    const chunks = double.log.events.filter(({ stream }) => stream === `${church}.import-1`);
    expect(chunks.at(-1)!.position).toBe(done.position);
  });

  it('that is long is sent once: most of its rows are left out of what is sent to those who follow', async () => {
    const rows = 9_000;
    // Before the follower asks for a subscription without the bulk, the server may have sent it what follows, however
    // fast or slow the machine is: the rows that it drops first, those that its client reads ahead, and those in the
    // buffers of the connection, which hold less than two megabytes.
    const padding = 'x'.repeat(2_000);
    const mostSent = maxDroppedRows + readAhead + 1_000;
    const row = (n: number) => ({ ...event(n), data: JSON.stringify({ n, padding }) });
    const double = await doubleOf();
    const store = storeOf(double);
    const { seen, ended, until, stop } = follower(store);
    const following = ended();
    await store.bulkAppend(church, 'import-4', noStream, batched(order(rows).map(row), 500));
    await until(() => seen.length === rows);
    stop();
    await following;
    const live = double.given.length;
    expect(live).toBeLessThan(mostSent);
    expect(numbers(await collect(store.tail(church, null)))).toEqual(order(rows));
    expect(double.given.length - live).toBeLessThan(mostSent);
  });

  it('comes at the place of its end, whatever others record meanwhile, and before what follows in its own stream', async () => {
    const double = await doubleOf();
    const url = double.patientUrl; // every part waits for other appends
    const [store, other] = [storeOf({ url }), storeOf({ url })];
    const churches = [church, randomUUID()];
    const { seen, ended, until, stop } = follower(store);
    const following = ended();
    let n = 0;
    const single = () => other.append(churches[n % 2]!, `donation-${n}`, noStream, [event(n++)]);
    for (const round of order(6)) {
      double.lag = [0, 5, 60][round % 3]!;
      const stream = `import-of-${round}`;
      const [rows, isFinished] = [order(1_200 + 200 * round, n).map((m) => event(m)), round !== 2];
      n += rows.length;
      // somebody gives between its parts, also just before its end
      double.onAppend = async (name) => {
        if (name.endsWith(stream)) await single();
        return undefined;
      };
      const appended = store.bulkAppend(
        church,
        stream,
        noStream,
        batched(rows, 450, isFinished ? Infinity : 900),
      );
      if (isFinished) await appended;
      else await expect(appended).rejects.toThrow('the power went out');
      double.onAppend = () => undefined;
      if (isFinished && round !== 4)
        await store.append(church, stream, rows.length - 1, [event(n++)]);
      if (round !== 5) await single(); // of the last one nothing follows
    }
    const bulks = new Map<string, number[]>();
    const inOrder = double.log.events
      .filter(({ stream }) => !stream.startsWith('$'))
      .flatMap(({ stream, data, metadata }) => {
        const [{ n: number }, { bulk }] = [data, metadata].map(
          (bytes) => JSON.parse(Buffer.from(bytes).toString()) as unknown,
        ) as [{ n: number }, { bulk?: { last?: true } }];
        const rows = [...(bulks.get(stream) ?? []), number];
        if (bulk) bulks.set(stream, bulk.last ? [] : rows);
        return (bulk ? (bulk.last ? rows : []) : [number]).map((one) => ({
          number: one,
          church: stream.split('.')[0],
        }));
      });
    await until(() => seen.length >= inOrder.length);
    stop();
    await following;
    expect(numbers(seen)).toEqual(inOrder.map(({ number }) => number));
    const ours = inOrder.filter((one) => one.church === church).map(({ number }) => number);
    expect(numbers(await collect(store.tail(church, null)))).toEqual(ours);
    const ofChurch = seen.filter(({ organizationId }) => organizationId === church);
    for (const part of [0.2, 0.4, 0.7]) {
      const { position } = ofChurch[Math.floor(ours.length * part)]!;
      expect(numbers(await collect(store.tail(church, position)))).toEqual(
        numbers(ofChurch.filter((one) => one.position > position)),
      );
    }
  });

  it('is cut into chunks of at most 500 events and 512 KiB', async () => {
    const double = await doubleOf();
    const store = storeOf(double);
    const sizes: [number, number][] = [];
    double.onAppend = (_, events) =>
      void sizes.push([
        events.length,
        events.reduce((sum, { data, metadata }) => sum + data.length + metadata.length, 0),
      ]);
    const events = order(1_300).map((n) => ({
      ...event(n),
      data: JSON.stringify({ n, text: 'x'.repeat(n < 600 ? 10 : 4_000) }),
    }));
    await store.bulkAppend(church, 'import-2', noStream, batched(events, 1_300));
    expect(sizes.reduce((sum, [count]) => sum + count, 0)).toBe(1_300);
    expect(Math.max(...sizes.map(([count]) => count))).toBe(500);
    expect(Math.max(...sizes.map(([, size]) => size))).toBeLessThanOrEqual(512 * 1024);
  });

  it('survives cuts, and is refused when what it repeats has changed meanwhile', async () => {
    const double = await doubleOf();
    const store = storeOf(double);
    const events = order(2_000).map((n) => event(n));
    double.onAppend = () =>
      (['cut before', 'cut after', undefined, undefined] as const)[Math.floor(Math.random() * 4)];
    await expect(
      store.bulkAppend(church, 'import-3', noStream, batched(events, 700, 1_400)),
    ).rejects.toThrow('the power went out');
    const changed = events.with(700, { ...events[700]!, data: '{"n":-1}' });
    await expect(
      store.bulkAppend(church, 'import-3', noStream, batched(changed, 700)),
    ).rejects.toThrow(WrongExpectedRevision);
    expect(await collect(store.readStream(church, 'import-3'))).toEqual([]);
    expect(
      await store.bulkAppend(church, 'import-3', noStream, batched(events, 450)),
    ).toMatchObject({ repeated: false });
    expect(numbers(await collect(store.readStream(church, 'import-3')))).toEqual(order(2_000));
    expect(
      await store.bulkAppend(church, 'import-3', noStream, batched(events, 2_000)),
    ).toMatchObject({ repeated: true });
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
    expect(
      seen.every(
        ({ organizationId }, index) => organizationId === churches[Math.floor(index / 2) % 3],
      ),
    ).toBe(true);
    const positions = seen.map(({ position }) => position);
    expect(
      positions.every((position, index) => index === 0 || position > positions[index - 1]!),
    ).toBe(true);
  });

  it('hands over again what was not handled, and nothing of what was', async () => {
    const double = await doubleOf();
    const store = storeOf(double);
    const church = randomUUID();
    for (let n = 0; n < 10; n++)
      await store.append(church, `donation-${n}`, noStream, [event(n * 2), event(n * 2 + 1)]);
    let failing = true;
    const first = follower(store, (step) =>
      failing && step.kind === 'events'
        ? Promise.reject(new Error('the database is away'))
        : Promise.resolve(),
    );
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
    for (let n = 0; n < 200; n++)
      await store.append(
        churches[Math.floor(n / 50) % 2]!,
        `donation-${n}`,
        noStream,
        order(7, n * 7).map((m) => event(m)),
      );
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
    for (let n = 0; n < 4; n++)
      await foreign.appendToStream(
        `other-${n}`,
        order(400).map((m) => jsonEvent({ type: 'Other', data: { m } })),
      );
    await store.append(church, 'unknown-1', noStream, [event(2)]);
    const { seen, steps, ended, until, stop } = follower(store);
    const following = ended();
    await until(() => steps.some(({ kind }) => kind === 'caught up'));
    stop();
    await following;
    expect(numbers(seen)).toEqual([1]);
    const checkpoints = steps
      .filter(({ kind }) => kind === 'checkpoint')
      .map(({ position }) => position!);
    expect(checkpoints.length).toBeGreaterThanOrEqual(3);
    const resumed = follower(store);
    const again = resumed.ended(checkpoints.at(-1));
    await store.append(church, 'donation-2', noStream, [event(3)]);
    await resumed.until(() => resumed.seen.length === 1);
    resumed.stop();
    await again;
    expect(numbers(resumed.seen)).toEqual([3]);
  });

  it('is cut off by the server when it takes nothing of what is new, goes on where it was, and is troubled by it no further', async () => {
    const double = await doubleOf();
    const problems: unknown[] = [];
    const store = storeOf(double, { onProblem: (error) => void problems.push(error) });
    const church = randomUUID();
    const { promise: released, resolve: release } = Promise.withResolvers<undefined>();
    const { seen, steps, ended, until, stop } = follower(store, (step) =>
      step.kind === 'events' ? released : Promise.resolve(),
    );
    const following = ended();
    await until(() => steps.some(({ kind }) => kind === 'caught up'));
    await store.append(church, 'donation-0', noStream, [event(0)]);
    for (let n = 1; double.tooSlow === 0; n++) {
      if (n <= 30)
        await store.append(
          church,
          `donation-${n}`,
          noStream,
          order(500, 1 + (n - 1) * 500).map((m) => event(m)),
        );
      else await sleep(10);
    }
    release(undefined);
    const { length } = double.log.events.filter(({ stream }) => stream.startsWith(church));
    await until(() => seen.length >= length);
    stop();
    await following;
    expect(numbers(seen)).toEqual(order(length));
    expect(problems).toEqual([]);
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
