import { describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import {
  batched,
  startDouble,
  event,
  follower,
  numbers,
  numberSequence,
  storeOf,
} from '../../test/support/eventstoredb/scene.js';
import type { EventStoreDbDouble } from '../../test/support/eventstoredb/server.js';
import { sampleOf } from '../../test/support/generated.js';
import { noStream, type StoredEvent } from './index.js';

/**
 * The number of rows that are sent before the server is asked to filter out the rest of an import.
 */
const sentRows = 1_000;
/** The number of events that the server considers between two checkpoints. */
const checkpointInterval = 500;

/**
 * The numbers of events from the last sent row to the marker of the import. At a multiple of the
 * checkpoint interval, the server sends a checkpoint with the position of the marker itself.
 */
const distances = sampleOf(numberSequence(checkpointInterval + 1, 1), 6, [
  checkpointInterval - 1,
  checkpointInterval,
  checkpointInterval + 1,
]);

/** Cuts all connections once, after the second part of a stream was appended. */
function cutOnce(double: EventStoreDbDouble, stream: string): void {
  let parts = 0;
  double.onAppend = (name) => (name.endsWith(stream) && ++parts === 2 ? 'cut after' : undefined);
}

describe('an import whose rows the server filters out', () => {
  it.each([
    ['with an idle server', { staleReadsFor: 0, isCut: false }],
    [
      'when reading the end of a stream lags behind the subscription',
      { staleReadsFor: 40, isCut: false },
    ],
    ['when the subscription is cut', { staleReadsFor: 0, isCut: true }],
  ])(
    'is passed on at every distance of its marker from a checkpoint, %s',
    async (_, { staleReadsFor, isCut }) => {
      const double = await startDouble();
      double.staleReadsFor = staleReadsFor;
      const store = storeOf(double);
      const church = randomUUID();
      const { seen: receivedEvents, run, until, stop } = follower(store);
      const followerRun = run();
      for (const distance of distances) {
        const stream = `import-${distance}`;
        const rows = numberSequence(sentRows + distance).map((n) => event(n));
        if (isCut) cutOnce(double, stream);
        await store.bulkAppend(church, stream, noStream, batched(rows, 500));
        double.onAppend = () => undefined;
        await store.append(church, `after-${distance}`, noStream, [event(-1)]);
        const hasReceived = (name: string) =>
          receivedEvents.some((stored) => stored.stream === name);
        await until(() => hasReceived(`after-${distance}`));
        await until(() => hasReceived(stream));

        const received = receivedEvents.filter((stored: StoredEvent) => stored.stream === stream);
        expect(numbers(received)).toEqual(numberSequence(rows.length));
        receivedEvents.length = 0;
      }
      stop();
      await followerRun;
    },
    1_800_000,
  );

  it('is never skipped by a follower that resumes before it is finished', async () => {
    const double = await startDouble();
    double.staleReadsFor = 1e9; // The end of the stream is never found.
    const store = storeOf(double);
    const [church, other] = [randomUUID(), randomUUID()];
    const resumes: bigint[] = [];
    // On a slow machine the follower may pass the import on, after it has waited for ten seconds.
    let isHandedOver = false;
    const {
      seen: receivedEvents,
      run,
      until,
      stop,
    } = follower(store, (step) => {
      if (step.kind === 'events' && step.organizationId === church) isHandedOver = true;
      if (step.kind !== 'caught up' && !isHandedOver) resumes.push(step.resume);
      return Promise.resolve();
    });
    const followerRun = run();
    const rows = numberSequence(sentRows + 600).map((n) => event(n));
    const done = await store.bulkAppend(church, 'import-1', noStream, batched(rows, 500));
    for (const n of numberSequence(1_200))
      await store.append(other, `donation-${n}`, noStream, [event(n)]);
    await until(
      () =>
        receivedEvents.filter(({ organizationId }) => organizationId === other).length === 1_200,
    );
    stop();
    await followerRun;

    expect(resumes.length).toBeGreaterThan(0);
    for (const resume of resumes) expect(resume < done.position).toBe(true);
    // A follower that resumes at the last position receives the import.
    double.staleReadsFor = 0;
    const laterFollower = follower(store);
    const laterEnded = laterFollower.run(resumes.at(-1));
    await laterFollower.until(() => laterFollower.seen.some(({ stream }) => stream === 'import-1'));
    laterFollower.stop();
    await laterEnded;
  });
});
