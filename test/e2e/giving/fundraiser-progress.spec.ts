import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Donation, Fundraiser } from '#libs/contracts';
import { give, giveAsGuest } from '../../support/app.js';
import { startChurch } from '../../support/church.js';
import { donationPath } from '../../support/giving/donation-reads.js';
import {
  createFundraiser,
  findFundraiser,
  roofFundraiser,
  type RoofFundraiser,
} from '../../support/giving/fundraisers.js';

const { app, staff, hannah, caleb } = await startChurch();
afterAll(() => app.close());

describe('fundraisers', () => {
  let roof: RoofFundraiser;
  let count = 0;
  beforeEach(() => {
    roof = roofFundraiser(++count);
  });

  it('include donations to a campaign with their title, in any spelling', async () => {
    const { body: fundraiser } = await createFundraiser(staff, roof);
    const typed = await give(staff, hannah.id, {
      amount: '100.00',
      campaign: ` ROOF  repair ${count}`,
    });
    expect(typed).toMatchObject({ fundraiserId: fundraiser.id, campaign: roof.title });
    await give(staff, hannah.id, { amount: '50.00', campaign: roof.title });
    await giveAsGuest(staff, 'Lucia Ferreira', {
      amount: '0.01',
      campaign: roof.title.toLowerCase(),
    });
    expect(await findFundraiser(staff, fundraiser.id)).toEqual({
      ...fundraiser,
      current: '400.01',
      donors: 2,
    });
    await staff.patch(donationPath(typed.id), { amount: '200.00' });
    expect(await findFundraiser(staff, fundraiser.id)).toMatchObject({ current: '500.01' });
    await staff.patch(donationPath(typed.id), { campaign: 'Missions' });
    expect(await findFundraiser(staff, fundraiser.id)).toMatchObject({
      current: '300.01',
      donors: 2,
    });
    await staff.delete(donationPath(typed.id));
    expect(await findFundraiser(staff, fundraiser.id)).toMatchObject({ current: '300.01' });
  });

  it('include donations after their end date and while they are inactive', async () => {
    const { body: fundraiser } = await createFundraiser(staff, roof);
    await staff.patch(`/api/fundraisers/${fundraiser.id}`, {
      isActive: false,
      endDate: '2025-02-01',
    });
    const lateGift = await give(staff, caleb.id, { amount: '1.00', campaign: roof.title });
    expect(lateGift.fundraiserId).toBe(fundraiser.id);
    const earlyGift = await give(staff, caleb.id, { campaign: roof.title, date: '2024-12-31' });
    expect(earlyGift.fundraiserId).toBeNull();
    expect(await findFundraiser(staff, fundraiser.id)).toMatchObject({
      current: '251.00',
      donors: 1,
    });
    const { body: moved } = await staff.patch<Donation>(donationPath(earlyGift.id), {
      date: '2025-01-01',
    });
    expect(moved.fundraiserId).toBe(fundraiser.id);
    expect(await findFundraiser(staff, fundraiser.id)).toMatchObject({ current: '276.00' });
  });

  it('share no donation if their titles are equal: the latest one counts it', async () => {
    const { body: fundraiser } = await createFundraiser(staff, roof);
    await staff.patch(`/api/fundraisers/${fundraiser.id}`, { isActive: false });
    const earlyGift = await give(staff, hannah.id, { campaign: roof.title, date: '2025-02-28' });
    const lateGift = await give(staff, hannah.id, { campaign: roof.title, date: '2025-03-02' });
    const { body: second } = await staff.post<Fundraiser>('/api/fundraisers', {
      ...roof,
      startDate: '2025-03-01',
    });
    expect(second).toMatchObject({ current: '25.00', donors: 1 });
    expect(await findFundraiser(staff, fundraiser.id)).toMatchObject({ current: '275.00' });
    const { body: listedDonations } = await staff.get<Donation[]>(
      `/api/admin/donations?campaign=${encodeURIComponent(roof.title)}&sort=date`,
    );
    expect(listedDonations.map(({ id, fundraiserId }) => [id, fundraiserId])).toEqual([
      [earlyGift.id, fundraiser.id],
      [lateGift.id, second.id],
    ]);
    await staff.delete(`/api/fundraisers/${second.id}`);
    expect(await findFundraiser(staff, fundraiser.id)).toMatchObject({ current: '300.00' });
  });
});
