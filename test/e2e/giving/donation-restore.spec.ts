import { afterAll, describe, expect, it } from '@jest/globals';
import { donation as donationSchema, type Donation } from '#libs/contracts';
import { give } from '../../support/app.js';
import { startChurch } from '../../support/church.js';
import {
  donationPath,
  listDonations,
  readHistory,
  readSummary,
  restoreDonation,
} from '../../support/giving/donation-reads.js';
import { expectVerified } from '../../support/giving/imported-donations.js';

const { app, church, secretary, staff, hannah } = await startChurch();
afterAll(() => app.close());

const unknownId = '01a1fc63-f841-71e3-ad8c-fa6353f799cd';

describe('a deleted donation', () => {
  it('is listed by its state, and is restored with all its values', async () => {
    const gift = await give(staff, hannah.id, {
      amount: '25.00',
      date: '2019-03-02',
      notes: 'for the roof',
    });
    const corrected = (await staff.patch<Donation>(donationPath(gift.id), { amount: '30.00' }))
      .body;
    expect(corrected.state).toBe('corrected');
    expect(await listDonations(staff, 'year=2019&state=deleted')).toEqual([]);
    await staff.delete(donationPath(gift.id), { reason: 'a mistake' });
    expect(await listDonations(staff, 'year=2019')).toEqual([]);
    const [deleted] = await listDonations(staff, 'year=2019&state=deleted');
    expect(deleted).toMatchObject({
      id: gift.id,
      state: 'deleted',
      amount: '30.00',
      notes: 'for the roof',
      version: 3,
    });
    expect(await readSummary(staff, 'year=2019&state=deleted')).toMatchObject({
      amount: '30.00',
      records: 1,
    });
    expect(await readSummary(staff, 'year=2019')).toMatchObject({ amount: '0.00', records: 0 });

    const restored = await restoreDonation(staff, gift.id, { reason: 'no mistake' });
    expect(restored).toMatchObject({
      status: 200,
      body: {
        id: gift.id,
        amount: '30.00',
        date: '2019-03-02',
        notes: 'for the roof',
        version: 4,
        state: 'corrected',
      },
    });
    expect(donationSchema.strict().parse(restored.body)).toEqual(restored.body);
    expect(await listDonations(staff, 'year=2019&state=deleted')).toEqual([]);
    expect(await listDonations(staff, 'year=2019&state=corrected')).toMatchObject([
      { id: gift.id },
    ]);
    expect(await readSummary(staff, 'year=2019')).toMatchObject({ amount: '30.00', records: 1 });
    const changes = await readHistory(staff, gift.id);
    expect(changes.map(({ what, why }) => [what, why])).toEqual([
      ['recorded', null],
      ['corrected', null],
      ['voided', 'a mistake'],
      ['restored', 'no mistake'],
    ]);
    expect(changes.at(-1)).toMatchObject({ who: { id: secretary.id }, after: { amount: '30.00' } });
    // The donation did not count between its deletion and its restore.
    const readTotals = async (asOf: number) =>
      (await staff.get<{ totals: object }>(`/api/admin/church-ledger?year=2019&asOf=${asOf}`)).body
        .totals;
    expect(await readTotals(changes[2]!.journal)).toMatchObject({ amount: '0.00' });
    expect(await readTotals(changes[3]!.journal)).toMatchObject({ amount: '30.00' });
    await expectVerified({ app, church });
  });

  it('is not listed as corrected after the restore if it was never corrected', async () => {
    const { id } = await give(staff, hannah.id, { date: '2018-01-01' });
    await staff.delete(donationPath(id));
    expect((await restoreDonation(staff, id)).body.state).toBe('standing');
    expect(await listDonations(staff, 'year=2018&state=corrected')).toEqual([]);
    expect(await listDonations(staff, 'year=2018&state=standing')).toHaveLength(1);
  });

  it('is restored once, and only as the version that the user has seen', async () => {
    const { id } = await give(staff, hannah.id, { date: '2017-01-01' });
    expect(await restoreDonation(staff, id)).toMatchObject({
      status: 409,
      body: { message: 'This donation is not deleted.' },
    });
    await staff.delete(donationPath(id));
    expect(await restoreDonation(staff, id, undefined, { 'if-match': '"1"' })).toMatchObject({
      status: 409,
      body: { code: 'stale' },
    });
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => restoreDonation(staff, id, undefined, { 'if-match': '"2"' })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
    expect(await readSummary(staff, 'year=2017')).toMatchObject({ records: 1 });
    expect(await readHistory(staff, id)).toHaveLength(3);
    await expectVerified({ app, church });
  });

  it('can be restored only by staff of its church who record donations', async () => {
    const other = await app.church('hope');
    await app.person(other, { email: 'office@hope.test', role: 'secretary' });
    const { id } = await give(staff, hannah.id, { date: '2016-01-01' });
    await staff.delete(donationPath(id));
    expect((await app.as('office@hope.test').post(donationPath(id, '/restore'))).status).toBe(404);
    expect(
      (await app.as('office@hope.test').get<Donation[]>('/api/admin/donations?state=deleted')).body,
    ).toEqual([]);
    expect((await app.as('hannah@grace.test').post(donationPath(id, '/restore'))).status).toBe(403);
    expect((await restoreDonation(staff, unknownId)).status).toBe(404);
    expect((await restoreDonation(staff, id, { reason: 7 })).status).toBe(400);
    expect(await listDonations(staff, 'year=2016')).toEqual([]);
  });
});
