import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  comparisonKey,
  type Donation,
  type DonationChoices,
  type Fundraiser,
} from '#libs/contracts';
import { ChangeFundraiser } from '../../../src/giving/fundraiser/fundraiser.handlers.js';
import { give } from '../../support/app.js';
import { startChurch } from '../../support/church.js';
import { commit, template, upload } from '../../support/imports.js';

const { app, church, secretary, staff, hannah } = await startChurch();
afterAll(() => app.close());

/** The titles of the campaigns of a test. No other test uses them. */
let roof: string;
let newRoof: string;
let missions: string;
let serial = 0;
beforeEach(() => {
  serial++;
  [roof, newRoof, missions] = [`Roof ${serial}`, `New roof ${serial}`, `Missions ${serial}`];
});

const open = (title: string, facts: Record<string, unknown> = {}) =>
  staff.post<Fundraiser>('/api/fundraisers', {
    title,
    description: 'A dry house for all',
    goal: '5000.00',
    startDate: '2025-01-01',
    ...facts,
  });
const opened = async (title: string, facts?: Record<string, unknown>) =>
  (await open(title, facts)).body;
const edit = (id: string, body: Record<string, unknown>) =>
  staff.patch<Fundraiser>(`/api/fundraisers/${id}`, body);
const findFundraiser = async (id: string) =>
  (await staff.get<Fundraiser[]>('/api/fundraisers')).body.find(
    (fundraiser) => fundraiser.id === id,
  );
const listDonations = async (campaign: string) =>
  (await staff.get<Donation[]>(`/api/admin/donations?campaign=${encodeURIComponent(campaign)}`))
    .body;

describe('a fundraiser that is renamed', () => {
  it('renames its campaign, and the old title still finds it', async () => {
    const { id } = await opened(roof);
    const before = await give(staff, hannah.id, { campaign: roof });
    expect(await edit(id, { title: newRoof })).toMatchObject({
      status: 200,
      body: { title: newRoof, current: '25.00' },
    });
    const typedOld = await give(staff, hannah.id, { campaign: roof.toUpperCase() });
    const typedNew = await give(staff, hannah.id, { campaign: newRoof });
    expect(
      [typedOld, typedNew].map(({ campaign, fundraiserId }) => [campaign, fundraiserId]),
    ).toEqual([
      [newRoof, id],
      [newRoof, id],
    ]);
    expect(await findFundraiser(id)).toMatchObject({ current: '75.00', donors: 1 });
    const ids = [before, typedOld, typedNew].map((donation) => donation.id).sort();
    for (const title of [roof, newRoof])
      expect((await listDonations(title)).map((donation) => donation.id).sort()).toEqual(ids);
    const { body: summary } = await staff.get(
      `/api/admin/donations/summary?campaign=${encodeURIComponent(roof)}`,
    );
    expect(summary).toMatchObject({ amount: '75.00', records: 3 });
    const { body: choices } = await staff.get<DonationChoices>('/api/admin/donations/choices');
    expect(choices.campaigns).toContain(newRoof);
    expect(choices.campaigns).not.toContain(roof);
    // Neither title is new, because both find the campaign.
    const expectedKeys = [roof, newRoof].map(comparisonKey);
    expect(choices.campaignKeys).toEqual(expect.arrayContaining(expectedKeys));
  });

  it('is found by its old title in a file', async () => {
    const { id } = await opened(roof);
    await edit(id, { title: newRoof });
    const file = template(`hannah@grace.test,12.50,Cash,2025-03-02,${roof},`);
    const { body: draft } = await upload(staff, file);
    expect((await commit(staff, draft.id)).status).toBe('committed');
    expect(await listDonations(newRoof)).toMatchObject([{ amount: '12.50', campaign: newRoof }]);
    expect(await findFundraiser(id)).toMatchObject({ current: '12.50' });
    await staff.post(`/api/admin/donation-imports/${draft.id}/undo`);
  });

  it('can have its old title again', async () => {
    const { id } = await opened(roof);
    await give(staff, hannah.id, { campaign: roof });
    await edit(id, { title: newRoof });
    expect((await edit(id, { title: roof })).body).toMatchObject({ title: roof, current: '25.00' });
    expect(await give(staff, hannah.id, { campaign: newRoof })).toMatchObject({ campaign: roof });
    expect(await findFundraiser(id)).toMatchObject({ current: '50.00' });
  });

  it('does not keep its old title if a new campaign takes it', async () => {
    const first = await opened(roof);
    await give(staff, hannah.id, { campaign: roof });
    await edit(first.id, { title: newRoof });
    const second = await opened(roof);
    expect(second).toMatchObject({ title: roof, current: '0.00' });
    await give(staff, hannah.id, { campaign: roof, amount: '1.00' });
    expect(await findFundraiser(first.id)).toMatchObject({ current: '25.00' });
    expect(await findFundraiser(second.id)).toMatchObject({ current: '1.00' });
    expect(await listDonations(roof)).toMatchObject([{ amount: '1.00' }]);
    await edit(first.id, { title: missions });
    expect(await listDonations(missions)).toMatchObject([{ amount: '25.00' }]);
    expect(await listDonations(roof)).toMatchObject([{ amount: '1.00' }]);
  });

  it('changes to the campaign of its new title if its own campaign has no donations', async () => {
    await give(staff, hannah.id, { campaign: missions });
    const { id } = await opened(roof);
    expect((await edit(id, { title: missions })).body).toMatchObject({
      title: missions,
      current: '25.00',
      donors: 1,
    });
    const typed = await give(staff, hannah.id, { campaign: roof });
    expect(typed).toMatchObject({ campaign: roof, fundraiserId: null });
  });

  it('cannot have the title of another campaign if both have donations', async () => {
    await give(staff, hannah.id, { campaign: missions });
    const { id } = await opened(roof);
    await give(staff, hannah.id, { campaign: roof });
    expect(await edit(id, { title: missions, goal: '6000.00' })).toMatchObject({
      status: 409,
      body: {
        code: 'conflict',
        message: 'Another campaign has this title, and both have donations. Choose another title.',
      },
    });
    expect(await findFundraiser(id)).toMatchObject({
      title: roof,
      goal: '5000.00',
      current: '25.00',
    });
  });

  it('cannot have a title that another campaign with donations had before', async () => {
    const first = await opened(roof);
    await give(staff, hannah.id, { campaign: roof });
    await edit(first.id, { title: newRoof });
    const second = await opened(missions);
    expect(await edit(second.id, { title: roof })).toMatchObject({
      status: 409,
      body: {
        code: 'conflict',
        message: 'Another campaign with donations had this title before. Choose another title.',
        issues: [{ path: 'title' }],
      },
    });
    expect(await give(staff, hannah.id, { campaign: roof })).toMatchObject({
      campaign: newRoof,
      fundraiserId: first.id,
    });
  });

  it('can have a title that another campaign without donations had before', async () => {
    const first = await opened(roof);
    await edit(first.id, { title: newRoof });
    const second = await opened(missions);
    expect((await edit(second.id, { title: roof })).status).toBe(200);
    expect(await give(staff, hannah.id, { campaign: roof })).toMatchObject({
      campaign: roof,
      fundraiserId: second.id,
    });
  });

  it('does not rename the campaign if another, active fundraiser has it', async () => {
    const first = await opened(roof, { isActive: false });
    const second = await opened(roof, { startDate: '2025-03-01' });
    await give(staff, hannah.id, { campaign: roof });
    await edit(first.id, { title: missions });
    expect(await give(staff, hannah.id, { campaign: missions })).toMatchObject({ campaign: roof });
    expect(await findFundraiser(second.id)).toMatchObject({ title: roof, current: '50.00' });
    expect(await edit(first.id, { isActive: true })).toMatchObject({
      status: 409,
      body: {
        message: 'An active campaign already counts these donations. End that campaign first.',
      },
    });
  });

  it('does not store the title of a refused edit if the transaction is committed', async () => {
    const first = await opened(roof, { isActive: false });
    await opened(roof, { startDate: '2025-03-01' });
    const actor = { organizationId: church, id: secretary.id };
    await app.db.tenant(church, async () => {
      const change = new ChangeFundraiser(actor, first.id, { title: missions, isActive: true });
      await expect(app.run(change)).rejects.toThrow('already counts these donations');
    });
    const donation = await give(staff, hannah.id, { campaign: missions });
    expect(donation).toMatchObject({ campaign: missions });
  });

  it('can change the spelling of its title', async () => {
    const { id } = await opened(roof);
    await edit(id, { title: roof.toUpperCase() });
    expect(await give(staff, hannah.id, { campaign: roof })).toMatchObject({
      campaign: roof.toUpperCase(),
      fundraiserId: id,
    });
  });
});

describe('the campaign General Fund', () => {
  it('cannot be renamed', async () => {
    await give(staff, hannah.id, { campaign: null });
    const { id } = await opened('General Fund', { startDate: '2024-01-01' });
    expect(await edit(id, { title: roof })).toMatchObject({
      status: 409,
      body: { message: 'The General Fund keeps its title. Create a new campaign instead.' },
    });
    const other = await opened(roof);
    await give(staff, hannah.id, { campaign: roof });
    expect((await edit(other.id, { title: 'general fund', isActive: false })).status).toBe(409);
    await staff.delete(`/api/fundraisers/${id}`);
  });
});
