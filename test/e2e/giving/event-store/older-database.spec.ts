import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Donation, DonationSummary, Ledger } from '#libs/contracts';
import { verifyChurch } from '../../../../src/giving/index.js';
import { give, type Client } from '../../../support/app.js';
import { expectInLog } from '../../../support/program/log.js';
import { SecondStore } from '../../../support/event-store/second-store.js';
import { until } from '../../../support/until.js';

expectInLog(/"message":"the event store"/, /"message":"giving is not followed: /);

let second: SecondStore;
let church: string;
let staff: Client;
let lost: Donation;

/**
 * Deletes the newest donation from the database, with its giver and its campaign, as if the
 * database had been restored from a copy that was made before the donation.
 */
async function restoreOlderDatabase(): Promise<void> {
  await second.app.database.asSuperuser(`
    alter table journal disable trigger journal_append_only;
    delete from journal where organization_id = '${church}' and stream like '%${lost.id}';
    alter table journal enable trigger journal_append_only;
    delete from donation_version where donation_id = '${lost.id}';
    delete from giving_text;
    delete from ledger where donor_id = '${lost.donorId}';
    delete from campaign_total where campaign_id in (select id from campaign where title = 'Roof');
    delete from month_total where month = '2024-05-01';
    delete from campaign where title = 'Roof';
    delete from donor where id = '${lost.donorId}';`);
  await second.setSavedPosition('null');
}

beforeAll(async () => {
  second = await SecondStore.start({});
  const zion = await second.openChurch('zion');
  church = zion.church;
  staff = zion.client;
  await give(staff, zion.donorId);
  const answer = await staff.post<Donation>('/api/donations', {
    guestFirstName: 'Vera',
    guestLastName: 'Munk',
    amount: '77.00',
    paymentMethod: 'Cash',
    campaign: 'Roof',
    date: '2024-05-12',
    notes: 'For the north side',
    transactionId: 'check 204',
  });
  expect(answer.status).toBe(201);
  lost = answer.body;

  await second.stopFollowing();
  await restoreOlderDatabase();
  second.letFollow();
  await until(async () => (await summary()).records === 2);
});
afterAll(() => second.close());

const summary = async () => (await staff.get<DonationSummary>('/api/admin/donations/summary')).body;

describe('a database that was restored from an older copy than the event store', () => {
  it('lists a donation of an unknown giver under Unidentified giver', async () => {
    const { body } = await staff.get<Donation[]>('/api/admin/donations');
    const listedDonation = body.find(({ id }) => id === lost.id);
    expect(listedDonation).toMatchObject({ amount: '77.00', donorName: 'Unidentified giver' });
    expect(listedDonation!.campaign).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('shows in the notes of a donation that its notes and transaction ID are lost', async () => {
    const { body } = await staff.get<Donation[]>('/api/admin/donations');
    expect(body.find(({ id }) => id === lost.id)!.notes).toBe(
      'The notes and the transaction ID are missing, because the database was restored from a ' +
        'copy that is older than the event store.',
    );
    expect(body.find(({ id }) => id !== lost.id)!.notes).toBeNull(); // it had no notes
    expect((await staff.get('/api/admin/donations.csv')).text).toContain('are missing, because');
  });

  it('has the same sum in the list, the summary, the ledger and the CSV file', async () => {
    const list = (await staff.get<Donation[]>('/api/admin/donations')).body;
    expect(list.map(({ amount }) => amount).sort()).toEqual(['25.00', '77.00']);
    expect(await summary()).toMatchObject({ records: 2, amount: '102.00' });
    const ledger = (await staff.get<Ledger>('/api/admin/church-ledger')).body;
    expect(ledger.totals).toMatchObject({ amount: '102.00', donations: 2 });
    const csv = await staff.get('/api/admin/donations.csv');
    expect(csv.text.match(/77\.00/g)).toHaveLength(1);
    expect((await verifyChurch(second.app.db, second.app.store, church)).problems).toEqual([]);
  });

  it('does not offer the unidentified giver for new donations', async () => {
    const refusal = await staff.post('/api/admin/donations', {
      userId: lost.donorId,
      amount: '5.00',
      paymentMethod: 'Cash',
    });
    expect(refusal.status).toBe(400);
  });

  it('is reported by verify if a list lacks a donation that the totals include', async () => {
    const itsCampaign =
      `id in (select campaign_id from donation_version where donation_id = ` + `'${lost.id}')`;
    await second.app.database.asSuperuser(
      `create table kept as select * from campaign where ${itsCampaign};
       delete from campaign where ${itsCampaign}`,
    );
    expect((await verifyChurch(second.app.db, second.app.store, church)).problems).toEqual([
      'The list of donations and its CSV file shows $25.00; the events say $102.00.',
      'The summary of donations shows $25.00; the events say $102.00.',
    ]);
    await second.app.database.asSuperuser(
      'insert into campaign select * from kept; drop table kept',
    );
  });
});
