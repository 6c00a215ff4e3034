import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { DonationSummary } from '#libs/contracts';
import { lockChurchPatiently } from '#libs/event-sourcing';
import { give } from '../../../support/app.js';
import {
  expectMismatchInLog,
  SecondStore,
  type GivingChurch,
} from '../../../support/event-store/second-store.js';
import { until } from '../../../support/until.js';

expectMismatchInLog();

let second: SecondStore;
let zion: GivingChurch;
let hope: GivingChurch;
beforeAll(async () => {
  second = await SecondStore.start({ watchTimes: { interval: 100 } });
  zion = await second.openChurch('zion');
  hope = await second.openChurch('hope');
});
afterAll(() => second.close());

/** More events than the follower reads ahead. */
const waitingEvents = 250;

const recorded = async ({ client }: GivingChurch) =>
  (await client.get<DonationSummary>('/api/admin/donations/summary')).body.records;

describe('a repair that holds the lock of a church that does not match EventStoreDB', () => {
  it('delays no donation of other churches, however many events of its church wait', async () => {
    await give(hope.client, hope.donorId);
    await give(zion.client, zion.donorId);
    const older = second.double.log.copy();
    await give(zion.client, zion.donorId);
    await second.double.stop();
    second.double.log.restore(older);
    await second.double.start();
    await until(async () => (await second.health()).startsWith('read-only: of one church'));

    await second.app.db.separate(zion.church, async (tx) => {
      await lockChurchPatiently(tx, zion.church);
      // The two churches give in turns, because the follower processes successive events of one
      // church together.
      for (let n = 0; n < waitingEvents; n++) {
        second.storeAnotherDonation(zion.church);
        second.storeAnotherDonation(hope.church);
      }
      await until(async () => (await recorded(hope)) === waitingEvents + 1);
    });
    expect(await recorded(zion)).toBe(2);
  });
});
