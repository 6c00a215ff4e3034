import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  noStream,
  type FollowedEventStore,
  type StoredEvent,
  type Unit,
} from '#libs/event-sourcing';
import { bulk, collect, event, failAfter, numbers, order, type StoreUnderTest } from './samples.js';

/**
 * Tests what an event store with a follower must also do. Its server may have events of other
 * programs.
 */
export function followedStoreContract(
  name: string,
  open: () => Promise<StoreUnderTest & { store: FollowedEventStore }>,
): void {
  describe(`followed event store contract: ${name}`, () => {
    let test: StoreUnderTest & { store: FollowedEventStore };
    beforeAll(async () => {
      test = await open();
    });
    afterAll(() => test.close());

    it('delivers appends in order and an import as one step, and can resume anywhere', async () => {
      const { store } = test;
      const churches = [await test.newOrganization(), await test.newOrganization()];
      const [first, second] = churches as [string, string];
      const start = await store.append(first, 'donation-0', noStream, [event(0)]);
      const batches = bulk(3, 400);
      await expect(
        store.bulkAppend(first, 'import-1', noStream, failAfter(batches, 2)),
      ).rejects.toThrow('the power went out');
      await store.append(second, 'donation-1', noStream, [event(1), event(2)]);
      const imported = await store.bulkAppend(first, 'import-1', noStream, failAfter(batches, 3));
      const last = await store.append(second, 'donation-1', 1, [event(3)]);

      const followed = async (from: bigint) => {
        const stop = new AbortController();
        const units: (Omit<Unit, 'batches'> & { events: StoredEvent[] })[] = [];
        const handle = async (step: { kind: string }) => {
          if (step.kind !== 'events') return;
          const { batches, ...unit } = step as Unit;
          const events = await collect(batches);
          if (churches.includes(unit.organizationId)) units.push({ ...unit, events });
          if (unit.position >= last.position) stop.abort();
        };
        await store.follow({ from }, handle, stop.signal);
        return units;
      };
      const units = await followed(start.position);
      expect(units.flatMap(({ events }) => numbers(events))).toEqual([1, 2, ...order(1200), 3]);
      expect(units.map(({ organizationId }) => organizationId)).toEqual([second, first, second]);
      const [, unit] = units;
      expect(unit!.position).toBe(imported.position);
      expect(unit!.events).toEqual(await collect(store.readStream(first, 'import-1')));
      expect((await followed(imported.position)).flatMap(({ events }) => numbers(events))).toEqual([
        3,
      ]);
      expect((await followed(units[0]!.position)).flatMap(({ events }) => numbers(events))).toEqual(
        [...order(1200), 3],
      );
    });
  });
}
