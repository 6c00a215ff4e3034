import { describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import {
  batched,
  collect,
  startDouble,
  event,
  follower,
  numbers,
  numberSequence,
  storeOf,
} from '../../test/support/eventstoredb/scene.js';
import { readAhead } from './eventstoredb-connection.js';
import { maxDroppedRows } from './eventstoredb-unfinished.js';
import { noStream, WrongExpectedRevision } from './index.js';

describe('a bulk append to EventStoreDB', () => {
  const church = randomUUID();

  it('hides 10,000 events until the marker, and then passes them on as one unit', async () => {
    const double = await startDouble();
    const store = storeOf(double);
    const { seen: receivedEvents, steps, run, until, stop } = follower(store);
    const following = run();
    await store.append(church, 'before', noStream, [event(-1)]);
    const events = numberSequence(10_000).map((n) => event(n));
    await expect(
      store.bulkAppend(church, 'import-1', noStream, batched(events, 3_000, 9_000)),
    ).rejects.toThrow('the power went out');
    await store.append(church, 'between', noStream, [event(-2)]);
    await until(() => receivedEvents.length === 2);
    expect(double.log.stream(`${church}.import-1`)!.length).toBeGreaterThan(8_000);
    expect(await collect(store.readStream(church, 'import-1'))).toEqual([]);
    await expect(store.append(church, 'import-1', noStream, [event(0)])).rejects.toThrow(
      WrongExpectedRevision,
    );
    expect(numbers(await collect(store.tail(church, null)))).toEqual([-1, -2]);

    const done = await store.bulkAppend(church, 'import-1', noStream, batched(events, 3_000));
    await store.append(church, 'after', noStream, [event(-3)]);
    await until(() => receivedEvents.length === 10_003);
    stop();
    await following;
    expect(double.log.stream(`${church}.import-1`)).toHaveLength(10_000);
    expect(numbers(receivedEvents)).toEqual([-1, -2, ...numberSequence(10_000), -3]);
    const unit = steps.find(({ batches }) => batches.length > 1)!;
    expect(unit).toMatchObject({ position: done.position, batches: [5_000, 5_000] });
    expect(new Set(receivedEvents.slice(2, -1).map(({ position }) => position))).toEqual(
      new Set([done.position]),
    );
    const chunks = double.log.events.filter(({ stream }) => stream === `${church}.import-1`);
    expect(chunks.at(-1)!.position).toBe(done.position);
  });

  it('is sent to a follower once, because the server filters out most of its rows', async () => {
    const rows = 10_000;
    // Before the follower subscribes again without the bulk, the server may have sent these rows,
    // however fast or slow the machine is: the rows that the follower drops first, the rows that
    // its client reads ahead, and the rows in the buffers of the connection. The system lets these
    // grow on a busy machine, where they held 4.4 megabytes; ten are allowed here.
    const padding = 'x'.repeat(4_000);
    const maxSent = maxDroppedRows + readAhead + 2_500;
    const row = (n: number) => ({ ...event(n), data: JSON.stringify({ n, padding }) });
    const double = await startDouble();
    const store = storeOf(double);
    const { seen: receivedEvents, run, until, stop } = follower(store);
    const following = run();
    await store.bulkAppend(
      church,
      'import-4',
      noStream,
      batched(numberSequence(rows).map(row), 200),
    );
    await until(() => receivedEvents.length === rows);
    stop();
    await following;
    const live = double.sentEvents.length;
    expect(live).toBeLessThan(maxSent);
    expect(numbers(await collect(store.tail(church, null)))).toEqual(numberSequence(rows));
    expect(double.sentEvents.length - live).toBeLessThan(maxSent);
  });

  it('has the position of its last event among all other appends', async () => {
    const double = await startDouble();
    const url = double.patientUrl; // Each part waits for other appends.
    const [store, other] = [storeOf({ url }), storeOf({ url })];
    const churches = [church, randomUUID()];
    const { seen: receivedEvents, run, until, stop } = follower(store);
    const following = run();
    let n = 0;
    const single = () => other.append(churches[n % 2]!, `donation-${n}`, noStream, [event(n++)]);
    for (const round of numberSequence(6)) {
      double.lag = [0, 5, 60][round % 3]!;
      const stream = `import-of-${round}`;
      const [rows, isFinished] = [
        numberSequence(1_200 + 200 * round, n).map((m) => event(m)),
        round !== 2,
      ];
      n += rows.length;
      // Between the parts of the bulk append, also just before its end, another event is appended.
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
      if (round !== 5) await single(); // No event follows the last bulk append.
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
        const ofBulk = bulk?.last ? rows : [];
        const received = bulk ? ofBulk : [number];
        return received.map((n) => ({ number: n, church: stream.split('.')[0] }));
      });
    await until(() => receivedEvents.length >= inOrder.length);
    stop();
    await following;
    expect(numbers(receivedEvents)).toEqual(inOrder.map(({ number }) => number));
    const own = inOrder.filter((item) => item.church === church).map(({ number }) => number);
    expect(numbers(await collect(store.tail(church, null)))).toEqual(own);
    const ofChurch = receivedEvents.filter(({ organizationId }) => organizationId === church);
    for (const part of [0.2, 0.4, 0.7]) {
      const { position } = ofChurch[Math.floor(own.length * part)]!;
      expect(numbers(await collect(store.tail(church, position)))).toEqual(
        numbers(ofChurch.filter((event) => event.position > position)),
      );
    }
  });

  it('is divided into chunks of at most 500 events and 512 KiB', async () => {
    const double = await startDouble();
    const store = storeOf(double);
    const sizes: [number, number][] = [];
    double.onAppend = (_, events) =>
      void sizes.push([
        events.length,
        events.reduce((sum, { data, metadata }) => sum + data.length + metadata.length, 0),
      ]);
    const events = numberSequence(1_300).map((n) => ({
      ...event(n),
      data: JSON.stringify({ n, text: 'x'.repeat(n < 600 ? 10 : 4_000) }),
    }));
    await store.bulkAppend(church, 'import-2', noStream, batched(events, 1_300));
    expect(sizes.reduce((sum, [count]) => sum + count, 0)).toBe(1_300);
    expect(Math.max(...sizes.map(([count]) => count))).toBe(500);
    expect(Math.max(...sizes.map(([, size]) => size))).toBeLessThanOrEqual(512 * 1024);
  });

  it('can be completed after lost connections, but not with changed events', async () => {
    const double = await startDouble();
    const store = storeOf(double);
    const events = numberSequence(2_000).map((n) => event(n));
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
    ).toMatchObject({ isRepeated: false });
    expect(numbers(await collect(store.readStream(church, 'import-3')))).toEqual(
      numberSequence(2_000),
    );
    expect(
      await store.bulkAppend(church, 'import-3', noStream, batched(events, 2_000)),
    ).toMatchObject({ isRepeated: true });
  });
});
