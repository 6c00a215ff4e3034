import { afterAll, describe, expect, it } from '@jest/globals';
import type { Donation, Ledger } from '#libs/contracts';
import { give, giveAsGuest } from '../../support/app.js';
import { startChurch } from '../../support/church.js';
import { donationPath, findLedgerRow } from '../../support/giving/donation-reads.js';

const { app, church, staff, hannah, caleb } = await startChurch();
afterAll(() => app.close());

const unknownId = '01a1fc63-f841-71e3-ad8c-fa6353f799cd';

describe('PATCH /api/admin/donations/{id}', () => {
  it('answers 200 with the corrected donation, and changes nothing else', async () => {
    const donation = await give(staff, hannah.id, { notes: 'first', transactionId: 'T9' });
    const { status, body } = await staff.patch<Donation>(donationPath(donation.id), {
      amount: '30.00',
    });
    expect(status).toBe(200);
    expect(body).toEqual({
      ...donation,
      amount: '30.00',
      version: 2,
      state: 'corrected',
      recordedAt: body.recordedAt,
    });
  });

  it('accepts an id in capitals, and a whole form with fields that it ignores', async () => {
    const donation = await give(staff, hannah.id);
    const { status, body } = await staff.patch<Donation>(
      `/API/Admin/Donations/${donation.id.toUpperCase()}`,
      {
        userId: caleb.id,
        amount: 12,
        paymentMethod: 'Zeffy',
        date: '2024-02-29T00:00:00Z',
        campaign: null,
        notes: null,
        isManualEntry: false,
        addedBy: 'x',
        reason: 'wrong person',
      },
    );
    expect({ status, body }).toMatchObject({
      status: 200,
      body: {
        userId: caleb.id,
        donorName: 'Caleb Moreno',
        amount: '12.00',
        date: '2024-02-29',
        campaign: 'General Fund',
        version: 2,
      },
    });
  });

  it('stores no new version if nothing changes', async () => {
    const donation = await give(staff, hannah.id, { notes: 'n' });
    const before = await app.events(church);
    const { body } = await staff.patch<Donation>(donationPath(donation.id), {
      amount: 25,
      date: '2025-03-02',
      notes: 'n',
      campaign: 'GENERAL fund',
      paymentMethod: 'Cash',
    });
    expect(body).toEqual(donation);
    expect(await app.events(church)).toBe(before);
  });

  it('accepts each payment method, but no member for a guest or the reverse', async () => {
    const guest = await giveAsGuest(staff, 'Walter Simmons');
    expect(await staff.patch(donationPath(guest.id), { paymentMethod: 'Check' })).toMatchObject({
      status: 200,
      body: { paymentMethod: 'Check', donorKind: 'guest' },
    });
    expect(await staff.patch(donationPath(guest.id), { userId: hannah.id })).toMatchObject({
      status: 400,
    });
    const member = await give(staff, hannah.id);
    expect(await staff.patch(donationPath(member.id), { paymentMethod: 'Check' })).toMatchObject({
      status: 200,
      body: { paymentMethod: 'Check', donorKind: 'member' },
    });
    expect(await staff.patch(donationPath(member.id), { userId: guest.donorId })).toMatchObject({
      status: 400,
      body: { message: 'Member is required' },
    });
  });

  it('moves only the corrected donation to the guest with the new name', async () => {
    const [corrected, unchanged] = [
      await giveAsGuest(staff, 'Teodor Banks', { amount: 10 }),
      await giveAsGuest(staff, 'Teodor Banks', { amount: 20 }),
    ];
    const { body } = await staff.patch<Donation>(donationPath(corrected.id), {
      guestFirstName: 'Theodore',
    });
    expect(body).toMatchObject({
      donorName: 'Theodore Banks',
      guestFirstName: 'Theodore',
      guestLastName: 'Banks',
      version: 2,
    });
    expect(body.donorId).not.toBe(unchanged.donorId);
    expect(await findLedgerRow(staff, 'Teodor Banks')).toMatchObject({ total: '20.00', count: 1 });
    expect(await findLedgerRow(staff, 'Theodore Banks')).toMatchObject({
      total: '10.00',
      count: 1,
    });
  });

  it('assigns a donation to the unidentified giver if its guest’s name is removed', async () => {
    const donation = await giveAsGuest(staff, 'Some Body', { amount: '7.00', date: '2019-01-01' });
    const nameless = await staff.patch<Donation>(donationPath(donation.id), {
      guestFirstName: '',
      guestLastName: '',
    });
    expect(nameless).toMatchObject({
      status: 200,
      body: {
        donorName: 'Unidentified giver',
        donorKind: 'unidentified',
        guestFirstName: null,
        userId: null,
      },
    });
    expect((await staff.get<Ledger>('/api/admin/church-ledger?year=2019')).body).toMatchObject({
      rows: [{ name: 'Unidentified giver', kind: 'unidentified', total: '7.00', count: 1 }],
      totals: { amount: '7.00', donations: 1, donors: 1 },
    });
    const named = await staff.patch(donationPath(donation.id), { userId: hannah.id });
    expect(named).toMatchObject({ status: 200, body: { userId: hannah.id, donorKind: 'member' } });
  });

  it('answers 404 for an id that is no donation of the church', async () => {
    for (const id of [unknownId, 'abc', '%00', '..%2f..']) {
      expect(await staff.patch(donationPath(id), { amount: 1 })).toMatchObject({
        status: 404,
        body: { message: expect.any(String), code: expect.any(String) },
      });
    }
  });
});
