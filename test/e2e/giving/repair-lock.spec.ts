import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { DonationSummary } from '#libs/contracts';
import { lockChurchPatiently } from '#libs/event-sourcing';
import { give } from '../../support/app.js';
import type { Recorded } from '../../support/eventstoredb/log.js';
import { expectInLog } from '../../support/log.js';
import { SecondStore, type GivingOffice } from '../../support/second-store.js';
import { until } from '../../support/until.js';

expectInLog(
  /"message":"the event store"/,
  /"message":"giving is not followed: /,
  /"message":"the event store was replaced or restored: it is read from the beginning"/,
  /"message":"giving of a church is read-only: its journal and the event store do not match"/,
);

let second: SecondStore;
let zion: GivingOffice;
let hope: GivingOffice;
beforeAll(async () => {
  second = await SecondStore.start({ watching: { every: 100 } });
  zion = await second.openOffice('zion');
  hope = await second.openOffice('hope');
});
afterAll(() => second.close());

/** More than the follower reads ahead. */
const waiting = 250;

/** Stores another donation like one that is stored, without the program. */
function storeLike({ church }: GivingOffice, example: Recorded): void {
  const data = JSON.parse(Buffer.from(example.data).toString()) as { donationId: string };
  const donationId = randomUUID();
  const { type, contentType, metadata } = example;
  second.double.log.append(`${church}.donation-${donationId}`, 'no_stream', [
    {
      id: randomUUID(),
      type,
      contentType,
      metadata,
      data: Buffer.from(JSON.stringify({ ...data, donationId })),
    },
  ]);
}

const firstOf = ({ church }: GivingOffice) =>
  second.double.log.events.find(({ stream }) => stream.startsWith(church))!;
const recorded = async ({ client }: GivingOffice) =>
  (await client.get<DonationSummary>('/api/admin/donations/summary')).body.records;

describe('a repair that holds the lock of a church whose journal and EventStoreDB do not match', () => {
  it('keeps no donation of another church from being published, however many of the church wait', async () => {
    await give(hope.client, hope.donorId);
    await give(zion.client, zion.donorId);
    const older = second.double.log.copy();
    await give(zion.client, zion.donorId);
    await second.double.stop();
    second.double.log.restore(older);
    await second.double.start();
    await until(async () => (await second.health()).startsWith('read-only: of one church'));

    const [ofZion, ofHope] = [firstOf(zion), firstOf(hope)];
    await second.app.db.separate(zion.church, async (tx) => {
      await lockChurchPatiently(tx, zion.church);
      // in turns, because the follower takes in successive events of one church together
      for (let n = 0; n < waiting; n++) {
        storeLike(zion, ofZion);
        storeLike(hope, ofHope);
      }
      await until(async () => (await recorded(hope)) === waiting + 1);
    });
    expect(await recorded(zion)).toBe(2);
  });
});
