import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { v7 as newId } from 'uuid';
import type { Donation } from '#libs/contracts';
import { RoutedStore, type RemoteStore, type StoredEvent } from '#libs/event-sourcing';
import { give, type Client } from '../../../support/app.js';
import {
  MoveProgram,
  eventsOfYear,
  interruptAfter,
} from '../../../support/event-store/move-program.js';
import { sampleOf } from '../../../support/generated.js';

const program = new MoveProgram();
let church: string;
let staff: Client;
let hannah: string;
beforeAll(() => program.start());
afterAll(() => program.stop());
beforeEach(async () => {
  await program.addChurch();
  ({ church, staff, hannah } = program);
});

describe('moving a church to another event store', () => {
  /**
   * Records a donation of another church in EventStoreDB. It must be visible at once, although the
   * copied events of the interrupted move, which do not count yet, are stored before it.
   */
  async function giveInAnotherChurch(): Promise<void> {
    const slug = `elsewhere-of-${program.slug}`;
    const otherChurch = await program.test.church(slug);
    await program.test.person(otherChurch, { email: `office@${slug}.test`, role: 'secretary' });
    const { id } = await program.test.person(otherChurch, { email: 'ruth@x.test', signsIn: false });
    expect(await program.move('eventstoredb', { church: otherChurch })).toBe(0);
    await give(program.test.as(`office@${slug}.test`), id);
  }

  it('changes neither projections nor the journal, in both directions', async () => {
    await program.recordYear();
    const before = await program.readEverything();
    expect(await program.move('eventstoredb')).toBe(eventsOfYear);
    expect(await program.listCopies()).toHaveLength(eventsOfYear);
    expect(await program.listCopies()).toEqual(await program.listStoredEvents());
    expect(await program.readEverything()).toEqual(before);
    expect([await program.readStoreName(), await program.listProblems()]).toEqual([
      'eventstoredb',
      [],
    ]);

    // The running program tries the old store at its first write, and then uses the new one.
    const key = { 'idempotency-key': newId() };
    const body = { userId: hannah, amount: '12.34', date: '2025-03-03' };
    expect(await staff.post('/api/admin/donations', body, key)).toMatchObject({ status: 503 });
    const recorded = await staff.post<Donation>('/api/admin/donations', body, key);
    expect(recorded.status).toBe(201);
    await program.importDonations(30, 90_000);
    expect(await staff.delete(`/api/admin/donations/${recorded.body.id}`)).toMatchObject({
      status: 204,
    });
    expect(await program.listProblems()).toEqual([]);
    const copied = await program.listCopies();
    expect(copied).toHaveLength(1_250);
    expect(copied).toEqual(await program.listStoredEvents());

    const afterMove = await program.readEverything();
    expect(await program.move('postgres')).toBe(eventsOfYear + 1 + 31 + 1);
    expect(await program.listCopies()).toEqual(copied);
    expect(await program.readEverything()).toEqual(afterMove);
    expect([await program.readStoreName(), await program.listProblems()]).toEqual(['postgres', []]);
    await staff.post('/api/admin/donations', body); // Its answer is 503, as above.
    await give(staff, hannah, { amount: '5.00' });
    expect(await program.move('eventstoredb')).toBe(1_251);
    expect(await program.listCopies()).toEqual(await program.listStoredEvents());
    expect(await program.listProblems()).toEqual([]);
    expect(await program.move('eventstoredb')).toBeNull();
  });

  it.each(sampleOf([0, 1, 700, 1_206, 1_207, 1_216], 3))(
    'changes nothing if it is interrupted at event %i, and can be repeated',
    async (failAt) => {
      await program.recordYear();
      const before = await program.readEverything();
      const remote = program.stores.stores.eventstoredb!;
      const failingStore = Object.create(remote, {
        takeOver: {
          value: (
            id: string,
            events: AsyncIterable<StoredEvent>,
            isWithheld: (event: StoredEvent) => boolean,
          ) => remote.takeOver(id, interruptAfter(events, failAt), isWithheld),
        },
      }) as RemoteStore;
      const interrupted = new RoutedStore(
        program.test.db,
        { ...program.stores.stores, eventstoredb: failingStore },
        'postgres',
      );
      await expect(program.move('eventstoredb', { stores: interrupted })).rejects.toThrow(
        'the power went out',
      );
      expect(await program.readEverything()).toEqual(before);
      expect([await program.readStoreName(), await program.listProblems()]).toEqual([
        'postgres',
        [],
      ]);
      await give(staff, hannah, { amount: '3.00' });
      await giveInAnotherChurch();
      expect(await program.move('eventstoredb')).toBe(eventsOfYear + 1);
      expect([await program.readStoreName(), await program.listProblems()]).toEqual([
        'eventstoredb',
        [],
      ]);
    },
  );

  it('is refused if the other store has another event of the church, which is named', async () => {
    await give(staff, hannah);
    const id = newId();
    const gift = {
      donorId: hannah,
      amount: 1,
      currency: 'USD',
      date: '2025-01-01',
      paymentMethod: 'Cash',
      campaignId: newId(),
      fundraiserId: null,
    };
    const foreign = {
      id: newId(),
      type: 'DonationRecorded',
      version: 1,
      data: JSON.stringify({ donationId: id, gift, importId: null }),
      metadata: '{}',
    };
    const place = {
      stream: `${church}.donation-${id}`,
      revision: 0,
      position: 1n,
      recordedAt: '2025-01-01T00:00:00.000Z',
    };
    await program.stores.stores.eventstoredb!.takeOver(
      church,
      interruptAfter([[{ ...foreign, ...place }]], 1),
      () => false,
    );
    await expect(program.move('eventstoredb')).rejects.toThrow(
      /^The other store holds something else than DonationRecorded .*Nothing was moved\.$/,
    );
    expect([await program.readStoreName(), await program.listProblems()]).toEqual(['postgres', []]);
    await give(staff, hannah);
  });
});
