import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Donation, Pledge } from '#libs/contracts';
import { give } from '../../support/app.js';
import { startInterruptible } from '../../support/eventstoredb/interruptible.js';

const { app, double, church, staff, hannah, before, typesOf, problems, close } =
  await startInterruptible();
afterAll(close);

/** Returns stored texts whose event was never appended. */
const orphans = () =>
  app.db.tenant(church, async (tx) => {
    const texts = await tx.sql<{ event_id: string }>(
      'select event_id from giving_text where organization_id = $1',
      [church],
    );
    return texts.filter(({ event_id }) => !double.log.events.some(({ id }) => id === event_id));
  });

/**
 * On PostgreSQL, the church is locked from reading to appending. On EventStoreDB, which these tests
 * use, another request can change the donation in between.
 */
describe('a change of a donation that another user changes at the same time', () => {
  let created: Donation;
  let path: string;
  const between = (work: () => Promise<{ status: number }>, status: number) =>
    before(`donation-${created.id}`, work, status);
  const types = () => typesOf(`donation-${created.id}`);

  beforeEach(async () => {
    created = await give(staff, hannah, { notes: 'first', transactionId: 'T1' });
    path = `/api/admin/donations/${created.id}`;
  });

  it('is applied to the values that another user has just saved, including texts', async () => {
    between(() => staff.patch(path, { amount: '40.00', notes: 'theirs' }), 200);
    expect(
      await staff.patch<Donation>(path, { transactionId: 'T2', date: '2025-03-03' }),
    ).toMatchObject({
      status: 200,
      body: {
        version: 3,
        amount: '40.00',
        date: '2025-03-03',
        notes: 'theirs',
        transactionId: 'T2',
      },
    });
  });

  it('records nothing if the other user has already made the same change', async () => {
    between(() => staff.patch(path, { amount: '40.00' }), 200);
    expect(await staff.patch<Donation>(path, { amount: '40.00' })).toMatchObject({
      status: 200,
      body: { version: 2, amount: '40.00' },
    });
    expect(types()).toEqual(['DonationRecorded', 'DonationCorrected']);
  });

  it('is applied to the version of the other user also if it is a deletion', async () => {
    between(() => staff.patch(path, { amount: '40.00' }), 200);
    expect((await staff.delete(path, { reason: 'twice' })).status).toBe(204);
    expect(types()).toEqual(['DonationRecorded', 'DonationCorrected', 'DonationVoided']);
  });

  it.each([
    ['an edit', () => staff.patch(path, { amount: '40.00' })],
    ['a deletion', () => staff.delete(path)],
  ])('is answered with 404 if the other user deleted the donation: %s', async (_what, act) => {
    between(() => staff.delete(path), 204);
    expect(await act()).toMatchObject({ status: 404, body: { code: 'not-found' } });
    expect(types()).toEqual(['DonationRecorded', 'DonationVoided']);
  });

  it('is refused with both versions if the request names a version', async () => {
    between(() => staff.patch(path, { amount: '40.00' }), 200);
    expect(await staff.patch(path, { amount: '50.00' }, { 'if-match': '"1"' })).toMatchObject({
      status: 409,
      body: { code: 'stale', current: { version: 2, amount: '40.00' }, yours: { amount: '50.00' } },
    });
    expect(types()).toEqual(['DonationRecorded', 'DonationCorrected']);
  });

  it('leaves no texts of a failed attempt, and consistent projections', async () => {
    between(() => staff.patch(path, { notes: 'theirs' }), 200);
    expect((await staff.patch(path, { notes: 'mine', reason: 'because' })).status).toBe(200);
    expect(await orphans()).toEqual([]);
    expect(await problems()).toEqual([]);
  });

  it('is refused if the other user has already restored the donation', async () => {
    expect((await staff.delete(path)).status).toBe(204);
    const restore = () => staff.post(`${path}/restore`, {});
    between(restore, 200);
    expect(await restore()).toMatchObject({
      status: 409,
      body: { message: 'This donation is not deleted.' },
    });
    expect(types()).toEqual(['DonationRecorded', 'DonationVoided', 'DonationRestored']);
  });
});

describe('a pledge that is changed twice at the same time', () => {
  const member = app.as('hannah@grace.test');
  let year = 2020;
  let created: Pledge;
  let path: string;
  const between = (work: () => Promise<{ status: number }>, status: number) =>
    before(`pledge-${created.id}`, work, status);
  const types = () => typesOf(`pledge-${created.id}`);
  beforeEach(async () => {
    created = (
      await member.post<Pledge>('/api/pledges', {
        amount: 100,
        year: year++,
        frequency: 'Weekly',
        notes: 'first',
      })
    ).body;
    path = `/api/pledges/${created.id}`;
  });

  it('keeps the values that another request has just saved, including notes', async () => {
    between(() => member.patch(path, { amount: '200.00', notes: 'theirs' }), 200);
    expect(await member.patch(path, { frequency: 'Monthly' })).toMatchObject({
      status: 200,
      body: { amount: '200.00', frequency: 'Monthly', notes: 'theirs' },
    });
    expect(types()).toEqual(['PledgeMade', 'PledgeChanged', 'PledgeChanged']);
  });

  it('records nothing if the other request has already made the same change', async () => {
    between(() => member.patch(path, { amount: '200.00', notes: 'the same' }), 200);
    expect(await member.patch(path, { amount: '200.00', notes: 'the same' })).toMatchObject({
      status: 200,
      body: { amount: '200.00', notes: 'the same' },
    });
    expect(types()).toEqual(['PledgeMade', 'PledgeChanged']);
    expect([await orphans(), await problems()]).toEqual([[], []]);
  });

  it('is refused as a second pledge for its year, and the first one keeps its notes', async () => {
    const caleb = await app.person(church, { email: 'caleb@grace.test' });
    const make = (amount: number) =>
      app
        .as('caleb@grace.test')
        .post('/api/pledges', { amount, year: 2030, notes: String(amount) });
    double.onAppend = async (appended) => {
      if (!appended.startsWith(`${church}.pledge-`)) return undefined;
      double.onAppend = () => undefined;
      expect((await make(1)).status).toBe(201);
      return undefined;
    };
    expect(await make(2)).toMatchObject({
      status: 409,
      body: { message: 'You already have a pledge for 2030. Update that one instead.' },
    });
    expect((await staff.get<Pledge>(`/api/pledges/user/${caleb.id}/year/2030`)).body).toMatchObject(
      { amount: '1.00', notes: '1' },
    );
    expect(await orphans()).toEqual([]);
  });
});
