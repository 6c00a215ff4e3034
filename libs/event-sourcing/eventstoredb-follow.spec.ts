import { describe, expect, it } from '@jest/globals';
import { EventStoreDBClient, jsonEvent } from '@eventstore/db-client';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  startDouble,
  event,
  follower,
  numbers,
  opened,
  numberSequence,
  storeOf,
} from '../../test/support/eventstoredb/scene.js';
import { noStream } from './index.js';

describe('the follower of EventStoreDB', () => {
  it('gets all events in order in spite of lost connections and a restart', async () => {
    const double = await startDouble();
    const [store, writer] = [storeOf(double), storeOf(double, { deadline: 20_000 })];
    const churches = [randomUUID(), randomUUID(), randomUUID()];
    const {
      seen: receivedEvents,
      run,
      until,
      stop,
    } = follower(store, () => sleep(Math.random() * 3));
    const following = run();
    for (let n = 0; n < 240; n++) {
      const appended = [event(n * 2), event(n * 2 + 1)];
      await writer.append(churches[n % 3]!, `donation-${Math.floor(n / 3)}`, noStream, appended);
      if (n % 20 === 7) double.cut();
      if (n === 120) await double.stop().then(() => double.start());
    }
    await until(() => receivedEvents.length >= 480);
    stop();
    await following;
    expect(numbers(receivedEvents)).toEqual(numberSequence(480));
    expect(
      receivedEvents.every(
        ({ organizationId }, index) => organizationId === churches[Math.floor(index / 2) % 3],
      ),
    ).toBe(true);
    const positions = receivedEvents.map(({ position }) => position);
    expect(
      positions.every((position, index) => index === 0 || position > positions[index - 1]!),
    ).toBe(true);
  });

  it('gets a step again only if handling it has failed', async () => {
    const double = await startDouble();
    const store = storeOf(double);
    const church = randomUUID();
    for (let n = 0; n < 10; n++)
      await store.append(church, `donation-${n}`, noStream, [event(n * 2), event(n * 2 + 1)]);
    let isFailing = true;
    const first = follower(store, (step) =>
      isFailing && step.kind === 'events'
        ? Promise.reject(new Error('the database is away'))
        : Promise.resolve(),
    );
    await expect(first.run()).rejects.toThrow('the database is away');
    expect(first.seen).toEqual([]);
    isFailing = false;
    const second = first.run();
    await first.until(() => first.seen.length === 20);
    first.stop();
    await second;
    const third = follower(store);
    const thirdRun = third.run(first.seen[11]!.position);
    await third.until(() => third.seen.length === 8);
    third.stop();
    await thirdRun;
    expect(numbers(third.seen)).toEqual(numberSequence(8, 12));
  });

  it('gets the events of several appends in one step, but never only a part of one', async () => {
    const double = await startDouble();
    const store = storeOf(double);
    const churches = [randomUUID(), randomUUID()];
    for (let n = 0; n < 200; n++)
      await store.append(
        churches[Math.floor(n / 50) % 2]!,
        `donation-${n}`,
        noStream,
        numberSequence(7, n * 7).map((m) => event(m)),
      );
    const { seen: receivedEvents, steps, run, until, stop } = follower(store, () => sleep(5));
    const following = run();
    await until(() => receivedEvents.length === 1400);
    stop();
    await following;
    const units = steps.filter(({ kind }) => kind === 'events');
    expect(units.every(({ batches: [size] }) => size! % 7 === 0 && size! <= 506)).toBe(true);
    expect(units.length).toBeLessThan(200);
    expect(numbers(receivedEvents)).toEqual(numberSequence(1400));
  });

  it('gets only events of its streams, and checkpoints instead of other events', async () => {
    const double = await startDouble();
    const store = storeOf(double, { categories: ['donation', 'import'] });
    const church = randomUUID();
    const foreign = EventStoreDBClient.connectionString(double.url);
    opened.push(() => foreign.dispose());
    await store.append(church, 'donation-1', noStream, [event(1)]);
    for (let n = 0; n < 4; n++)
      await foreign.appendToStream(
        `other-${n}`,
        numberSequence(400).map((m) => jsonEvent({ type: 'Other', data: { m } })),
      );
    await store.append(church, 'unknown-1', noStream, [event(2)]);
    const { seen: receivedEvents, steps, run, until, stop } = follower(store);
    const following = run();
    await until(() => steps.some(({ kind }) => kind === 'caught up'));
    stop();
    await following;
    expect(numbers(receivedEvents)).toEqual([1]);
    const checkpoints = steps
      .filter(({ kind }) => kind === 'checkpoint')
      .map(({ position }) => position!);
    expect(checkpoints.length).toBeGreaterThanOrEqual(3);
    const resumed = follower(store);
    const again = resumed.run(checkpoints.at(-1));
    await store.append(church, 'donation-2', noStream, [event(3)]);
    await resumed.until(() => resumed.seen.length === 1);
    resumed.stop();
    await again;
    expect(numbers(resumed.seen)).toEqual([3]);
  });

  it('continues without a report after the server ended its slow subscription', async () => {
    const double = await startDouble();
    const problems: unknown[] = [];
    const store = storeOf(double, { onProblem: (error) => void problems.push(error) });
    const church = randomUUID();
    const { promise: released, resolve: release } = Promise.withResolvers<undefined>();
    const {
      seen: receivedEvents,
      steps,
      run,
      until,
      stop,
    } = follower(store, (step) => (step.kind === 'events' ? released : Promise.resolve()));
    const following = run();
    await until(() => steps.some(({ kind }) => kind === 'caught up'));
    await store.append(church, 'donation-0', noStream, [event(0)]);
    for (let n = 1; double.endedAsTooSlow === 0; n++) {
      if (n <= 30)
        await store.append(
          church,
          `donation-${n}`,
          noStream,
          numberSequence(500, 1 + (n - 1) * 500).map((m) => event(m)),
        );
      else await sleep(10);
    }
    release(undefined);
    const { length } = double.log.events.filter(({ stream }) => stream.startsWith(church));
    await until(() => receivedEvents.length >= length);
    stop();
    await following;
    expect(numbers(receivedEvents)).toEqual(numberSequence(length));
    expect(problems).toEqual([]);
  });

  it('stops immediately, whether or not the server can be reached', async () => {
    const double = await startDouble();
    const store = storeOf(double);
    const live = follower(store);
    const following = live.run();
    await live.until(() => live.steps.some(({ kind }) => kind === 'caught up'));
    live.stop();
    await following;
    await double.stop();
    const lost = follower(store);
    const lostRun = lost.run();
    lost.stop();
    await lostRun;
    expect(lost.steps).toEqual([]);
  });
});
