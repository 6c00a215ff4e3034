import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Donation, Fundraiser, Pledge } from '#libs/contracts';
import { verifyChurch } from '../../../src/giving/index.js';
import { give, startApp } from '../../support/app.js';
import { EventStoreDbDouble } from '../../support/eventstoredb/server.js';
import { until } from '../../support/until.js';

const double = await EventStoreDbDouble.start();
const app = await startApp({
  env: { EVENT_STORE: 'eventstoredb', EVENTSTORE_URL: double.patientUrl },
});
afterAll(async () => {
  await app.close();
  await double.stop();
});

const office = app.as('office@grace.test');
let church: string;
let hannah: string;
beforeAll(async () => {
  church = await app.church('grace');
  await app.person(church, { email: 'office@grace.test', role: 'secretary' });
  hannah = (await app.person(church, { email: 'hannah@grace.test' })).id;
});

/** What somebody else does, once, before the next append to this stream is written. */
function before(stream: string, work: () => Promise<{ status: number }>, status: number): void {
  double.onAppend = async (appended) => {
    if (appended !== `${church}.${stream}`) return undefined;
    double.onAppend = () => undefined;
    expect((await work()).status).toBe(status);
    return undefined;
  };
}
const typesOf = (stream: string) =>
  double.log.events
    .filter((event) => event.stream === `${church}.${stream}`)
    .map(({ type }) => type);
/** Texts of an attempt that came to nothing. */
const orphans = () =>
  app.db.tenant(church, async (tx) => {
    const texts = await tx.sql<{ event_id: string }>(
      'select event_id from giving_text where organization_id = $1',
      [church],
    );
    return texts.filter(({ event_id }) => !double.log.events.some(({ id }) => id === event_id));
  });
const problems = async () => (await verifyChurch(app.db, app.store, church)).problems;

/** On PostgreSQL the church's lock is held from reading to appending; here somebody else can come between. */
describe('somebody else records about one donation between reading and appending', () => {
  let made: Donation;
  let at: string;
  const between = (work: () => Promise<{ status: number }>, status: number) =>
    before(`donation-${made.id}`, work, status);
  const types = () => typesOf(`donation-${made.id}`);

  beforeEach(async () => {
    made = await give(office, hannah, { notes: 'first', transactionId: 'T1' });
    at = `/api/admin/donations/${made.id}`;
  });

  it('an edit is decided again on what stands then, texts as well', async () => {
    between(() => office.patch(at, { amount: '40.00', notes: 'theirs' }), 200);
    expect(
      await office.patch<Donation>(at, { transactionId: 'T2', date: '2025-03-03' }),
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

  it('an edit to what the other one made of it already records nothing more', async () => {
    between(() => office.patch(at, { amount: '40.00' }), 200);
    expect(await office.patch<Donation>(at, { amount: '40.00' })).toMatchObject({
      status: 200,
      body: { version: 2, amount: '40.00' },
    });
    expect(types()).toEqual(['DonationRecorded', 'DonationCorrected']);
  });

  it('a deletion takes what the other one made of it', async () => {
    between(() => office.patch(at, { amount: '40.00' }), 200);
    expect((await office.delete(at, { reason: 'twice' })).status).toBe(204);
    expect(types()).toEqual(['DonationRecorded', 'DonationCorrected', 'DonationVoided']);
  });

  it.each([
    ['an edit', () => office.patch(at, { amount: '40.00' })],
    ['a deletion', () => office.delete(at)],
  ])('%s finds it deleted', async (_what, act) => {
    between(() => office.delete(at), 204);
    expect(await act()).toMatchObject({ status: 404, body: { code: 'not-found' } });
    expect(types()).toEqual(['DonationRecorded', 'DonationVoided']);
  });

  it('who named a version is shown both, as on PostgreSQL', async () => {
    between(() => office.patch(at, { amount: '40.00' }), 200);
    expect(await office.patch(at, { amount: '50.00' }, { 'if-match': '"1"' })).toMatchObject({
      status: 409,
      body: { code: 'stale', current: { version: 2, amount: '40.00' }, yours: { amount: '50.00' } },
    });
    expect(types()).toEqual(['DonationRecorded', 'DonationCorrected']);
  });

  it('leaves no text of an attempt that came to nothing, and books that agree', async () => {
    between(() => office.patch(at, { notes: 'theirs' }), 200);
    expect((await office.patch(at, { notes: 'mine', reason: 'because' })).status).toBe(200);
    expect(await orphans()).toEqual([]);
    expect(await problems()).toEqual([]);
  });

  it('a restoration finds it restored', async () => {
    expect((await office.delete(at)).status).toBe(204);
    const restore = () => office.post(`${at}/restore`, {});
    between(restore, 200);
    expect(await restore()).toMatchObject({
      status: 409,
      body: { message: 'This donation is not deleted.' },
    });
    expect(types()).toEqual(['DonationRecorded', 'DonationVoided', 'DonationRestored']);
  });
});

describe('somebody else changes a pledge between reading and appending', () => {
  const own = app.as('hannah@grace.test');
  let year = 2020;
  let made: Pledge;
  let at: string;
  const between = (work: () => Promise<{ status: number }>, status: number) =>
    before(`pledge-${made.id}`, work, status);
  const types = () => typesOf(`pledge-${made.id}`);
  beforeEach(async () => {
    made = (
      await own.post<Pledge>('/api/pledges', {
        amount: 100,
        year: year++,
        frequency: 'Weekly',
        notes: 'first',
      })
    ).body;
    at = `/api/pledges/${made.id}`;
  });

  it('a change is decided again on what stands then, words as well', async () => {
    between(() => own.patch(at, { amount: '200.00', notes: 'theirs' }), 200);
    expect(await own.patch(at, { frequency: 'Monthly' })).toMatchObject({
      status: 200,
      body: { amount: '200.00', frequency: 'Monthly', notes: 'theirs' },
    });
    expect(types()).toEqual(['PledgeMade', 'PledgeChanged', 'PledgeChanged']);
  });

  it('a change to what the other one made of it already records nothing more', async () => {
    between(() => own.patch(at, { amount: '200.00', notes: 'the same' }), 200);
    expect(await own.patch(at, { amount: '200.00', notes: 'the same' })).toMatchObject({
      status: 200,
      body: { amount: '200.00', notes: 'the same' },
    });
    expect(types()).toEqual(['PledgeMade', 'PledgeChanged']);
    expect([await orphans(), await problems()]).toEqual([[], []]);
  });

  it('one that is made twice is told that it is there, and keeps no words of the second', async () => {
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
    expect(
      (await office.get<Pledge>(`/api/pledges/user/${caleb.id}/year/2030`)).body,
    ).toMatchObject({ amount: '1.00', notes: '1' });
    expect(await orphans()).toEqual([]);
  });
});

describe('somebody else changes a campaign between reading and appending', () => {
  let n = 0;
  let made: Fundraiser;
  let at: string;
  const between = (work: () => Promise<{ status: number }>, status: number) =>
    before(`fundraiser-${made.id}`, work, status);
  const types = () => typesOf(`fundraiser-${made.id}`);
  const open = (title: string) =>
    office.post<Fundraiser>('/api/fundraisers', {
      title,
      description: 'A dry house for all',
      goal: '5000.00',
      startDate: '2025-01-01',
    });
  beforeEach(async () => {
    made = (await open(`Roof ${++n}`)).body;
    at = `/api/fundraisers/${made.id}`;
  });

  it('a change is decided again on what stands then', async () => {
    between(() => office.patch(at, { goal: '6000.00', title: 'Theirs' }), 200);
    expect(
      await office.patch(at, { endDate: '2099-12-31', description: 'Mine, and long enough' }),
    ).toMatchObject({
      status: 200,
      body: {
        goal: '6000.00',
        endDate: '2099-12-31',
        title: 'Theirs',
        description: 'Mine, and long enough',
        version: 3,
      },
    });
    expect(types()).toEqual(['FundraiserOpened', 'FundraiserChanged', 'FundraiserChanged']);
  });

  it('a change to a version that was changed is refused, and its texts are not saved', async () => {
    const theirs = { description: 'Theirs, and long enough' };
    between(() => office.patch(at, theirs), 200);
    const mine = { title: `Mine ${n}`, description: 'Mine, and long enough', isActive: false };
    const answer = await office.patch<{ current: Fundraiser }>(at, mine, {
      'if-match': '"1"',
    });
    const saved = { ...made, ...theirs, version: 2 };
    expect(answer).toMatchObject({ status: 409, body: { code: 'stale' } });
    const { body: all } = await office.get<Fundraiser[]>('/api/fundraisers');
    expect(all.find(({ id }) => id === made.id)).toMatchObject(saved);
    expect(answer.body.current).toMatchObject(saved);
    const gift = { campaign: made.title };
    expect(await give(office, hannah, gift)).toMatchObject({ ...gift, fundraiserId: made.id });
  });

  it('of two words about one thing the last holds, in what is shown and in what takes gifts', async () => {
    between(() => office.patch(at, { isActive: false }), 200);
    expect(await office.patch(at, { isActive: true, goal: '7000.00' })).toMatchObject({
      status: 200,
      body: { isActive: true, goal: '7000.00' },
    });
    expect(await give(office, hannah, { campaign: made.title })).toMatchObject({
      fundraiserId: made.id,
    });
  });

  it('a change finds it removed, and leaves its title free', async () => {
    between(() => office.delete(at), 204);
    expect((await office.patch(at, { isActive: true, goal: '7000.00' })).status).toBe(404);
    expect(types()).toEqual(['FundraiserOpened', 'FundraiserRemoved']);
    expect((await give(office, hannah, { campaign: made.title })).fundraiserId).toBeNull();
    expect((await open(made.title)).status).toBe(201);
  });

  it('a change whose words come between the words of a removal and its event leaves the title free, too', async () => {
    const both = Promise.withResolvers<undefined>();
    let change: Promise<{ status: number }> | undefined;
    double.onAppend = async (appended) => {
      if (appended !== `${church}.fundraiser-${made.id}`) return undefined;
      if (change) {
        double.onAppend = () => undefined;
        both.resolve(undefined);
        await until(() => types().includes('FundraiserRemoved'));
      } else {
        change = office.patch(at, { isActive: true, goal: '7000.00' });
        await both.promise;
      }
      return undefined;
    };
    expect((await office.delete(at)).status).toBe(204);
    expect((await change!).status).toBe(404);
    expect((await give(office, hannah, { campaign: made.title })).fundraiserId).toBeNull();
    expect((await open(made.title)).status).toBe(201);
  });

  it('a removal finds it changed, or removed', async () => {
    between(() => office.patch(at, { isActive: true, goal: '6000.00' }), 200);
    expect((await office.delete(at)).status).toBe(204);
    expect(types()).toEqual(['FundraiserOpened', 'FundraiserChanged', 'FundraiserRemoved']);
    made = (await open(made.title)).body;
    at = `/api/fundraisers/${made.id}`;
    between(() => office.delete(at), 204);
    expect((await office.delete(at)).status).toBe(404);
    expect(types()).toEqual(['FundraiserOpened', 'FundraiserRemoved']);
    expect(await problems()).toEqual([]);
  });
});
