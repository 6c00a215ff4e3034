import { afterAll, describe, expect, it } from '@jest/globals';
import type { Donation, DonationChange } from '#libs/contracts';
import { give, giveAsGuest } from '../../support/app.js';
import { startChurch } from '../../support/church.js';

const { app, church, staff, hannah } = await startChurch();
afterAll(() => app.close());

const history = async (id: string) =>
  (await staff.get<DonationChange[]>(`/api/admin/donations/${id}/history`)).body;

describe('If-Match', () => {
  it('allows a change of the present version, and answers others with both versions', async () => {
    const created = await give(staff, hannah.id, { notes: 'mine' });
    const donationUrl = `/api/admin/donations/${created.id}`;
    expect(
      (await staff.patch(donationUrl, { amount: '30.00' }, { 'if-match': '"1"' })).status,
    ).toBe(200);
    const stale = await staff.patch(
      donationUrl,
      { amount: '40.00', notes: 'theirs' },
      { 'if-match': '"1"' },
    );
    expect(stale).toMatchObject({
      status: 409,
      body: {
        code: 'stale',
        message: expect.stringContaining('Somebody else changed this donation'),
        current: { id: created.id, amount: '30.00', version: 2, notes: 'mine' },
        yours: { amount: '40.00', notes: 'theirs' },
      },
    });
    expect(await staff.delete(donationUrl, undefined, { 'if-match': '"1"' })).toMatchObject({
      status: 409,
      body: { code: 'stale' },
    });
    expect((await staff.patch(donationUrl, { amount: '40.00' }, { 'if-match': '*' })).status).toBe(
      200,
    );
    expect((await staff.delete(donationUrl, undefined, { 'if-match': 'W/"3"' })).status).toBe(204);
  });

  it('allows only one of several changes at the same time', async () => {
    const created = await give(staff, hannah.id);
    const before = await app.events(church);
    const answers = await Promise.all(
      ['31.00', '32.00', '33.00'].map((amount) =>
        staff.patch<Donation>(
          `/api/admin/donations/${created.id}`,
          { amount },
          { 'if-match': '"1"' },
        ),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect(await app.events(church)).toBe(before + 1);
    const winner = answers.find(({ status }) => status === 200)!;
    expect((await history(created.id)).at(-1)).toMatchObject({
      after: { amount: winner.body.amount },
    });
  });

  it('must be a version; without it, the last change wins', async () => {
    const created = await give(staff, hannah.id);
    expect(
      await staff.patch(
        `/api/admin/donations/${created.id}`,
        { amount: 1 },
        { 'if-match': 'yesterday' },
      ),
    ).toMatchObject({ status: 400 });
    for (const amount of ['1.00', '2.00'])
      expect((await staff.patch(`/api/admin/donations/${created.id}`, { amount })).status).toBe(
        200,
      );
  });
});

describe('Idempotency-Key', () => {
  const body = () => ({ userId: hannah.id, amount: '77.00', date: '2025-07-07' });

  it('makes repeated requests have one effect and the same answer', async () => {
    const before = await app.events(church);
    const headers = { 'idempotency-key': 'key-1' };
    const answers = await Promise.all(
      [1, 2, 3, 4].map(() => staff.post<Donation>('/api/admin/donations', body(), headers)),
    );
    answers.push(await staff.post<Donation>('/api/admin/donations', body(), headers));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201]);
    expect(await app.events(church)).toBe(before + 1);
  });

  it('makes a repeated correction or deletion have one effect', async () => {
    const created = await give(staff, hannah.id);
    const donationUrl = `/api/admin/donations/${created.id}`;
    const patch = () =>
      staff.patch(donationUrl, { amount: '88.00' }, { 'idempotency-key': 'key-2' });
    const [first, second] = [await patch(), await patch()];
    expect([second.status, second.text]).toEqual([200, first.text]);
    const remove = () => staff.delete(donationUrl, undefined, { 'idempotency-key': 'key-3' });
    expect([(await remove()).status, (await remove()).status]).toEqual([204, 204]);
    expect(await history(created.id)).toHaveLength(3);
  });

  it('causes the answer 422 if it is repeated with another body', async () => {
    const before = await app.events(church);
    expect(
      await staff.post(
        '/api/admin/donations',
        { ...body(), amount: '78.00' },
        { 'idempotency-key': 'key-1' },
      ),
    ).toMatchObject({
      status: 422,
      body: { code: 'idempotency-key-reused', message: expect.any(String) },
    });
    expect(await app.events(church)).toBe(before);
  });

  it('can be the same for another user or another route', async () => {
    await app.person(church, { email: 'admin@grace.test', role: 'admin' });
    const before = await app.events(church);
    expect(
      (
        await app
          .as('admin@grace.test')
          .post('/api/admin/donations', body(), { 'idempotency-key': 'key-1' })
      ).status,
    ).toBe(201);
    expect(
      (
        await staff.post(
          '/api/donations',
          { guestFirstName: 'A', guestLastName: 'Key', amount: 1 },
          { 'idempotency-key': 'key-1' },
        )
      ).status,
    ).toBe(201);
    expect(await app.events(church)).toBe(before + 2);
  });

  it('can be used again after a request with it was refused', async () => {
    const headers = { 'idempotency-key': 'key-4' };
    expect(
      (await staff.post('/api/admin/donations', { ...body(), amount: 0 }, headers)).status,
    ).toBe(400);
    expect((await staff.post('/api/admin/donations', body(), headers)).status).toBe(201);
  });

  it('causes the answer 400 if it is too long', async () => {
    expect(
      (await staff.post('/api/admin/donations', body(), { 'idempotency-key': 'k'.repeat(201) }))
        .status,
    ).toBe(400);
  });
});

describe('simultaneous requests', () => {
  it('that edit a donation without a version all succeed, and the last one wins', async () => {
    const created = await give(staff, hannah.id);
    for (let round = 0; round < 25; round++) {
      const answers = await Promise.all(
        [1, 2, 3].map((n) =>
          staff.patch(`/api/admin/donations/${created.id}`, { amount: `${round + 1}.0${n}` }),
        ),
      );
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    }
    expect((await history(created.id)).map(({ version }) => version).sort((a, b) => a - b)).toEqual(
      Array.from({ length: 76 }, (_, n) => n + 1),
    );
  });

  it('that delete a donation get 404, except for one', async () => {
    for (let round = 0; round < 25; round++) {
      const created = await give(staff, hannah.id);
      const answers = await Promise.all(
        [1, 2, 3].map(() => staff.delete(`/api/admin/donations/${created.id}`)),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([204, 404, 404]);
    }
  });

  it('that edit and delete one donation get 200, 204 or 404', async () => {
    for (let round = 0; round < 25; round++) {
      const donationUrl = `/api/admin/donations/${(await give(staff, hannah.id)).id}`;
      const [first, second, deleted] = await Promise.all([
        staff.patch(donationUrl, { amount: '2.00' }),
        staff.patch(donationUrl, { amount: '3.00' }),
        staff.delete(donationUrl),
      ]);
      expect(deleted.status).toBe(204);
      for (const { status } of [first, second]) expect([200, 404]).toContain(status);
    }
  });

  it('that record donations of the same new guests and campaigns cause no deadlock', async () => {
    const gifts = await Promise.all(
      Array.from({ length: 6 }, (_, n) => giveAsGuest(staff, `Start ${n}`, { date: '2014-01-01' })),
    );
    for (let round = 0; round < 5; round++) {
      const name = {
        guestFirstName: 'Circle',
        guestLastName: String(round),
        guestPhone: String(round),
        campaign: `Circle ${round}`,
      };
      const answers = await Promise.all(
        gifts.flatMap((gift) => [
          staff.patch(`/api/admin/donations/${gift.id}`, { ...name, reason: 'x' }),
          staff.post('/api/donations', { ...name, amount: '1.00', date: '2014-01-01' }),
        ]),
      );
      expect(answers.map(({ status }) => status)).toEqual(gifts.flatMap(() => [200, 201]));
    }
  });
});
