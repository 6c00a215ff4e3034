import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { AsyncResource } from 'node:async_hooks';
import {
  noStream,
  WrongExpectedRevision,
  type NewEvent,
  type StoredEvent,
} from '#libs/event-sourcing';
import { bulk, collect, event, failAfter, numbers, order, type StoreUnderTest } from './samples.js';

/** Tests what every event store must do. */
export function eventStoreContract(name: string, open: () => Promise<StoreUnderTest>): void {
  describe(`event store contract: ${name}`, () => {
    let test: StoreUnderTest;
    beforeAll(async () => {
      test = await open();
    });
    afterAll(() => test.close());

    it('returns events with their bytes, order, revisions, positions and times', async () => {
      const { store } = test;
      const church = await test.newOrganization();
      const odd: NewEvent = {
        ...event(1),
        data: '{"n":1, "text":"Ünïcode \\u0041", "big": 10000000000000001}',
      };
      await store.append(church, 'a', noStream, [odd, event(2)]);
      await store.append(church, 'a', 1, [event(3)]);
      const read = await collect(store.readStream(church, 'a'));
      expect(numbers(read)).toEqual([1, 2, 3]);
      expect(read[0]!.data).toBe(odd.data);
      expect(read.map(({ revision }) => revision)).toEqual([0, 1, 2]);
      expect(read.map(({ position }) => position)).toEqual(
        [...read.map(({ position }) => position)].sort((a, b) => (a < b ? -1 : 1)),
      );
      expect(read.map(({ recordedAt }) => recordedAt)).toEqual(
        [...read.map(({ recordedAt }) => recordedAt)].sort(),
      );
      expect(numbers(await collect(store.readStream(church, 'a', 1)))).toEqual([2, 3]);
    });

    it('returns no events of a stream or church that does not exist', async () => {
      const church = await test.newOrganization();
      expect(await collect(test.store.readStream(church, 'nothing'))).toEqual([]);
      expect(await collect(test.store.tail(church, null))).toEqual([]);
    });

    it('refuses an append with a wrong expected revision, and writes nothing', async () => {
      const { store } = test;
      const church = await test.newOrganization();
      await store.append(church, 'a', noStream, [event(1)]);
      await expect(store.append(church, 'a', noStream, [event(2)])).rejects.toThrow(
        WrongExpectedRevision,
      );
      await expect(store.append(church, 'a', 5, [event(2)])).rejects.toThrow(WrongExpectedRevision);
      await expect(store.append(church, 'b', 0, [event(2)])).rejects.toThrow(WrongExpectedRevision);
      expect(await collect(store.tail(church, null))).toHaveLength(1);
    });

    it('returns "isRepeated" for an append of the same events, and writes nothing', async () => {
      const { store } = test;
      const church = await test.newOrganization();
      const batch = [event(1), event(2)];
      const first = await store.append(church, 'a', noStream, batch);
      await store.append(church, 'a', 1, [event(3)]);
      const repeated = await store.append(church, 'a', noStream, batch);
      expect(first.isRepeated).toBe(false);
      expect(repeated).toMatchObject({ isRepeated: true, position: first.position });
      expect(numbers(await collect(store.readStream(church, 'a')))).toEqual([1, 2, 3]);
    });

    it('separates the events of different churches', async () => {
      const { store } = test;
      const [first, second] = [await test.newOrganization(), await test.newOrganization()];
      await store.append(first, 'same-name', noStream, [event(1)]);
      await store.append(second, 'same-name', noStream, [event(2)]);
      expect(numbers(await collect(store.readStream(first, 'same-name')))).toEqual([1]);
      expect(numbers(await collect(store.tail(second, null)))).toEqual([2]);
    });

    it('accepts exactly one of 20 concurrent appends with the same expected revision', async () => {
      const { store } = test;
      const church = await test.newOrganization();
      const results = await Promise.allSettled(
        Array.from({ length: 20 }, (_, n) => store.append(church, 'race', noStream, [event(n)])),
      );
      const acknowledged = results.filter(({ status }) => status === 'fulfilled');
      expect(acknowledged).toHaveLength(1);
      expect(await collect(store.readStream(church, 'race'))).toHaveLength(1);
    });

    describe('a bulk append', () => {
      it('is visible only when it is complete, not before that or after a failure', async () => {
        const { store } = test;
        const church = await test.newOrganization();
        // Reads outside of the writer's transaction, like another request.
        const onlooker = new AsyncResource('onlooker');
        const readFromOutside = () =>
          onlooker.runInAsyncScope(async () => [
            await collect(store.tail(church, null)),
            await collect(store.readStream(church, 'bulk')),
          ]);
        const batches = bulk();
        async function* watched(source: AsyncIterable<NewEvent[]>) {
          for await (const batch of source) {
            expect(await readFromOutside()).toEqual([[], []]);
            yield batch;
          }
        }
        await expect(
          store.bulkAppend(church, 'bulk', noStream, watched(failAfter(batches, 3))),
        ).rejects.toThrow('the power went out');
        expect(await readFromOutside()).toEqual([[], []]);
        await store.bulkAppend(church, 'bulk', noStream, watched(failAfter(batches, 4)));
        expect(numbers(await collect(store.readStream(church, 'bulk')))).toEqual(order(1600));
        const read = await collect(store.tail(church, null));
        expect(numbers(read)).toEqual(order(1600));
        expect(await collect(store.readStream(church, 'bulk'))).toEqual(read);
      });

      it('can be repeated in other batches to complete it, and then is "isRepeated"', async () => {
        const { store } = test;
        const church = await test.newOrganization();
        const batches = bulk(3, 700);
        await expect(
          store.bulkAppend(church, 'bulk', noStream, failAfter(batches, 2)),
        ).rejects.toThrow('the power went out');
        const singleBatch = [batches.flat()];
        const done = await store.bulkAppend(church, 'bulk', noStream, failAfter(singleBatch, 1));
        const repeated = await store.bulkAppend(
          church,
          'bulk',
          noStream,
          failAfter(singleBatch, 1),
        );
        expect([done.isRepeated, repeated.isRepeated]).toEqual([false, true]);
        expect(repeated.position).toBe(done.position);
        expect(numbers(await collect(store.tail(church, null)))).toEqual(order(2100));
      });

      it('has a position after earlier events and before later ones', async () => {
        const { store } = test;
        const church = await test.newOrganization();
        await store.append(church, 'other', noStream, [event(-2)]);
        await store.append(church, 'bulk', noStream, [event(-1)]);
        const { position } = await store.bulkAppend(church, 'bulk', 0, failAfter(bulk(2, 600), 2));
        const after = await store.append(church, 'bulk', 1200, [event(1200)]);
        expect(after.position > position).toBe(true);
        const all = [-2, -1, ...order(1201)];
        expect(numbers(await collect(store.tail(church, null)))).toEqual(all);
        expect(numbers(await collect(store.tail(church, position)))).toEqual([1200]);
        expect(numbers(await collect(store.readStream(church, 'bulk')))).toEqual(all.slice(1));
        expect(numbers(await collect(store.readStream(church, 'bulk', 1000)))).toEqual(
          all.slice(1001),
        );
        const times = (await collect(store.tail(church, null))).map(({ recordedAt }) => recordedAt);
        expect(times).toEqual([...times].sort());
      });

      it('is refused if the stream has other events', async () => {
        const { store } = test;
        const church = await test.newOrganization();
        await store.append(church, 'bulk', noStream, [event(1)]);
        await expect(
          store.bulkAppend(church, 'bulk', noStream, failAfter(bulk(), 4)),
        ).rejects.toThrow(WrongExpectedRevision);
        await expect(store.bulkAppend(church, 'bulk', 7, failAfter(bulk(), 4))).rejects.toThrow(
          WrongExpectedRevision,
        );
        expect(numbers(await collect(store.tail(church, null)))).toEqual([1]);
      });
    });

    describe('taking over the events of another store', () => {
      const isWithheld = ({ stream, data }: StoredEvent) =>
        stream.startsWith('import') && (JSON.parse(data) as { n: number }).n >= 0;
      const timeOf = (n: number) => new Date(Date.UTC(2019, 4, 1) + n * 1_001).toISOString();
      /** Returns events of two donations, an import of 1,200 rows, its undo, and a correction. */
      const recorded = () => {
        const streams = [
          ['donation-a', 0],
          ['donation-b', 0],
          ...order(1200).map((n) => ['import-c', n]),
          ['import-c', 1200],
          ['import-c', 1201],
          ['donation-a', 1],
        ] as [string, number][];
        return streams.map(([stream, revision], n): StoredEvent => ({
          ...event(stream === 'import-c' && revision < 1200 ? n : -1),
          stream,
          revision,
          position: BigInt(n + 7),
          recordedAt: timeOf(n),
        }));
      };
      const withoutPosition = ({ position: _, ...rest }: StoredEvent) => rest;
      async function* from(events: StoredEvent[], failAt = Infinity): AsyncGenerator<StoredEvent> {
        for (const [n, event] of events.entries()) {
          if (n === failAt) throw new Error('the power went out');
          yield await Promise.resolve(event);
        }
      }

      it('keeps their bytes, order and times, and new events are appended after them', async () => {
        const { store } = test;
        const church = await test.newOrganization();
        const source = recorded();
        await store.takeOver(church, from(source), isWithheld);
        const storedEvents = await collect(store.tail(church, null));
        expect(storedEvents.map(withoutPosition)).toEqual(source.map(withoutPosition));
        expect((await collect(store.readStream(church, 'import-c'))).map(withoutPosition)).toEqual(
          source.filter(({ stream }) => stream === 'import-c').map(withoutPosition),
        );
        const { position } = await store.append(church, 'donation-a', 1, [event(9)]);
        expect(position > storedEvents.at(-1)!.position).toBe(true);
        expect(numbers(await collect(store.tail(church, storedEvents.at(-1)!.position)))).toEqual([
          9,
        ]);
      });

      it.each([0, 1, 2, 3, 700, 1201, 1202, 1203, 1204])(
        'continues after the stored events if it was interrupted at event %i',
        async (failAt) => {
          const { store } = test;
          const church = await test.newOrganization();
          const source = recorded();
          await expect(store.takeOver(church, from(source, failAt), isWithheld)).rejects.toThrow(
            'the power went out',
          );
          const storedBefore = await collect(store.tail(church, null));
          expect(storedBefore.map(withoutPosition)).toEqual(
            source.slice(0, storedBefore.length).map(withoutPosition),
          );
          expect(storedBefore.length === 0 || !isWithheld(storedBefore.at(-1)!)).toBe(true);
          await store.takeOver(church, from(source.slice(storedBefore.length)), isWithheld);
          expect((await collect(store.tail(church, null))).map(withoutPosition)).toEqual(
            source.map(withoutPosition),
          );
        },
      );

      it('is refused if a stream has other events', async () => {
        const { store } = test;
        const church = await test.newOrganization();
        await store.append(church, 'donation-b', noStream, [event(5)]);
        await expect(store.takeOver(church, from(recorded()), isWithheld)).rejects.toThrow(
          WrongExpectedRevision,
        );
      });
    });

    it('delivers every event in order to three readers while eight writers commit', async () => {
      const { store } = test;
      const church = await test.newOrganization();
      const [writers, each] = [8, Number(process.env.CONTRACT_TRANSACTIONS ?? 150)];
      let isWriting = true;
      const tails = Array.from({ length: 3 }, async () => {
        const tailEvents: StoredEvent[] = [];
        for (let isLastRound = false; ;) {
          for await (const batch of store.tail(church, tailEvents.at(-1)?.position ?? null))
            tailEvents.push(...batch);
          if (isLastRound) return tailEvents;
          isLastRound = !isWriting;
          await new Promise((resolve) => setTimeout(resolve, Math.random() * 5));
        }
      });
      await Promise.all(
        Array.from({ length: writers }, async (_, writer) => {
          for (let n = 0; n < each; n++) {
            if (Math.random() < 0.2)
              await new Promise((resolve) => setTimeout(resolve, Math.random() * 3));
            await store.append(church, `writer-${writer}`, n - 1, [event(n)]);
          }
        }),
      );
      isWriting = false;
      for (const tailEvents of await Promise.all(tails)) {
        expect(tailEvents).toHaveLength(writers * each);
        expect(new Set(tailEvents.map(({ id }) => id)).size).toBe(writers * each);
        for (let writer = 0; writer < writers; writer++) {
          const numbersOfWriter = numbers(
            tailEvents.filter(({ stream }) => stream === `writer-${writer}`),
          );
          expect(numbersOfWriter).toEqual(Array.from({ length: each }, (_, n) => n));
        }
      }
    });
  });
}
