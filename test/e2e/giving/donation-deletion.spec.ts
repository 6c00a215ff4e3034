import { afterAll, describe, expect, it } from '@jest/globals';
import type { Donation, Ledger } from '#libs/contracts';
import { give } from '../../support/app.js';
import { startChurch } from '../../support/church.js';
import { donationPath, readHistory } from '../../support/giving/donation-reads.js';

const { app, church, secretary, staff, hannah, caleb } = await startChurch();
afterAll(() => app.close());

const unknownId = '01a1fc63-f841-71e3-ad8c-fa6353f799cd';

describe('DELETE /api/admin/donations/{id}', () => {
  it('answers 204, removes the donation from all lists, and keeps its history', async () => {
    const donation = await give(staff, caleb.id, { date: '2018-01-01' });
    const answer = await staff.delete(donationPath(donation.id), {
      reason: 'entered twice',
    });
    expect(answer).toMatchObject({ status: 204, text: '' });
    expect((await staff.get<Donation[]>('/api/admin/donations?year=2018')).body).toEqual([]);
    expect((await staff.get<Ledger>('/api/admin/church-ledger?year=2018')).body.rows).toEqual([]);
    expect(await readHistory(staff, donation.id)).toMatchObject([
      { what: 'recorded' },
      { what: 'voided', why: 'entered twice', before: { amount: '25.00' }, after: null },
    ]);
  });

  it('needs no body, and answers 404 the second time', async () => {
    const donation = await give(staff, caleb.id);
    expect((await staff.delete(donationPath(donation.id))).status).toBe(204);
    expect(await staff.delete(donationPath(donation.id))).toMatchObject({
      status: 404,
      body: { code: 'not-found' },
    });
    expect(await staff.patch(donationPath(donation.id), { amount: 1 })).toMatchObject({
      status: 404,
    });
  });

  it('deletes a donation once if several requests arrive at the same time', async () => {
    const donation = await give(staff, caleb.id);
    const before = await app.events(church);
    const answers = await Promise.all([1, 2, 3].map(() => staff.delete(donationPath(donation.id))));
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 404, 404]);
    expect(await app.events(church)).toBe(before + 1);
  });
});

describe('GET /api/admin/donations/{id}/history', () => {
  it('returns actor, time, reason and values of each change', async () => {
    const donation = await give(staff, hannah.id, { notes: 'first note' });
    await app.person(church, {
      email: 'other@grace.test',
      role: 'admin',
      firstName: 'Otto',
      lastName: 'Her',
    });
    await app.as('other@grace.test').patch(donationPath(donation.id), {
      amount: '26.00',
      notes: 'second note',
      reason: 'counted again',
    });
    await staff.patch(donationPath(donation.id), {
      userId: caleb.id,
      date: '2024-12-31',
      campaign: 'Roof',
      paymentMethod: 'Zeffy',
    });
    await staff.delete(donationPath(donation.id), { reason: 'not ours' });
    const changes = await readHistory(staff, donation.id);
    const recorded = {
      donorId: hannah.id,
      donorName: 'Hannah Brooks',
      amount: '25.00',
      date: '2025-03-02',
      paymentMethod: 'Cash',
      campaign: 'General Fund',
      notes: 'first note',
    };
    const changedByOtto = { ...recorded, amount: '26.00', notes: 'second note' };
    const changedByEsther = {
      ...changedByOtto,
      donorId: caleb.id,
      donorName: 'Caleb Moreno',
      date: '2024-12-31',
      campaign: 'Roof',
      paymentMethod: 'Zeffy',
    };
    const esther = { id: secretary.id, name: 'Esther Lind' };
    expect(changes).toMatchObject([
      {
        version: 1,
        what: 'recorded',
        who: esther,
        why: null,
        before: null,
        after: recorded,
        importId: null,
      },
      {
        version: 2,
        what: 'corrected',
        who: { name: 'Otto Her' },
        why: 'counted again',
        before: recorded,
        after: changedByOtto,
      },
      {
        version: 3,
        what: 'corrected',
        who: esther,
        why: null,
        before: changedByOtto,
        after: changedByEsther,
      },
      {
        version: 4,
        what: 'voided',
        who: esther,
        why: 'not ours',
        before: changedByEsther,
        after: null,
      },
    ]);
    expect(changes.map(({ when }) => when)).toEqual(
      changes.map(({ when }) => new Date(when).toISOString()).sort(),
    );
    expect(changes.map(({ journal }) => journal)).toEqual(
      changes.map(({ journal }) => journal).sort((a, b) => a - b),
    );
  });

  it('answers 404 for an unknown donation', async () => {
    expect((await staff.get(donationPath(unknownId, '/history'))).status).toBe(404);
  });
});
