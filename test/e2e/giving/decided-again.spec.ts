import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Donation } from '#libs/contracts';
import { verifyChurch } from '../../../src/giving/index.js';
import { give, startApp } from '../../support/app.js';
import { EventStoreDbDouble } from '../../support/eventstoredb/server.js';

const double = await EventStoreDbDouble.start();
const app = await startApp({ env: { EVENT_STORE: 'eventstoredb', EVENTSTORE_URL: double.patientUrl } });
afterAll(async () => {
  await app.close();
  await double.stop();
});

/** On PostgreSQL the church's lock is held from reading to appending; here somebody else can come between. */
describe('somebody else records about one donation between reading and appending', () => {
  const office = app.as('office@grace.test');
  let church: string;
  let hannah: string;
  let made: Donation;
  let at: string;
  /** what the other one does, once, before the next append of this donation is written */
  const between = (work: () => Promise<{ status: number }>, status: number) => {
    double.onAppend = async (stream) => {
      if (stream !== `${church}.donation-${made.id}`) return undefined;
      double.onAppend = () => undefined;
      expect((await work()).status).toBe(status);
      return undefined;
    };
  };
  const types = () => double.log.events.filter(({ stream }) => stream === `${church}.donation-${made.id}`).map(({ type }) => type);

  beforeAll(async () => {
    church = await app.church('grace');
    await app.person(church, { email: 'office@grace.test', role: 'secretary' });
    hannah = (await app.person(church, { email: 'hannah@grace.test', signsIn: false })).id;
  });
  beforeEach(async () => {
    made = await give(office, hannah, { notes: 'first', transactionId: 'T1' });
    at = `/api/admin/donations/${made.id}`;
  });

  it('an edit is decided again on what stands then, texts as well', async () => {
    between(() => office.patch(at, { amount: '40.00', notes: 'theirs' }), 200);
    expect(await office.patch<Donation>(at, { transactionId: 'T2', date: '2025-03-03' })).toMatchObject({
      status: 200, body: { version: 3, amount: '40.00', date: '2025-03-03', notes: 'theirs', transactionId: 'T2' },
    });
  });

  it('an edit to what the other one made of it already records nothing more', async () => {
    between(() => office.patch(at, { amount: '40.00' }), 200);
    expect(await office.patch<Donation>(at, { amount: '40.00' })).toMatchObject({ status: 200, body: { version: 2, amount: '40.00' } });
    expect(types()).toEqual(['DonationRecorded', 'DonationCorrected']);
  });

  it('a deletion takes what the other one made of it', async () => {
    between(() => office.patch(at, { amount: '40.00' }), 200);
    expect((await office.delete(at, { reason: 'twice' })).status).toBe(204);
    expect(types()).toEqual(['DonationRecorded', 'DonationCorrected', 'DonationVoided']);
  });

  it.each([['an edit', () => office.patch(at, { amount: '40.00' })], ['a deletion', () => office.delete(at)]])('%s finds it deleted', async (_what, act) => {
    between(() => office.delete(at), 204);
    expect(await act()).toMatchObject({ status: 404, body: { code: 'not-found' } });
    expect(types()).toEqual(['DonationRecorded', 'DonationVoided']);
  });

  it('who named a version is shown both, as on PostgreSQL', async () => {
    between(() => office.patch(at, { amount: '40.00' }), 200);
    expect(await office.patch(at, { amount: '50.00' }, { 'if-match': '"1"' })).toMatchObject({
      status: 409, body: { code: 'stale', current: { version: 2, amount: '40.00' }, yours: { amount: '50.00' } },
    });
    expect(types()).toEqual(['DonationRecorded', 'DonationCorrected']);
  });

  it('leaves no text of an attempt that came to nothing, and books that agree', async () => {
    const orphans = () => app.db.tenant(church, async (tx) => {
      const texts = await tx.sql<{ event_id: string }>('select event_id from giving_text where organization_id = $1', [church]);
      return texts.filter(({ event_id }) => !double.log.events.some(({ id }) => id === event_id));
    });
    between(() => office.patch(at, { notes: 'theirs' }), 200);
    expect((await office.patch(at, { notes: 'mine', reason: 'because' })).status).toBe(200);
    expect(await orphans()).toEqual([]);
    expect((await verifyChurch(app.db, app.store, church)).problems).toEqual([]);
  });
});
