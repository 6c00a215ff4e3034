import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Fundraiser } from '#libs/contracts';
import { give } from '../../support/app.js';
import { startInterruptible } from '../../support/eventstoredb/interruptible.js';
import { until } from '../../support/until.js';

const { app, double, church, staff, hannah, before, typesOf, problems, close } =
  await startInterruptible();
afterAll(close);

describe('if another user changes a fundraiser between reading and appending', () => {
  let serial = 0;
  let created: Fundraiser;
  let path: string;
  const between = (work: () => Promise<{ status: number }>, status: number) =>
    before(`fundraiser-${created.id}`, work, status);
  const types = () => typesOf(`fundraiser-${created.id}`);
  const open = (title: string) =>
    staff.post<Fundraiser>('/api/fundraisers', {
      title,
      description: 'A dry house for all',
      goal: '5000.00',
      startDate: '2025-01-01',
    });
  beforeEach(async () => {
    created = (await open(`Roof ${++serial}`)).body;
    path = `/api/fundraisers/${created.id}`;
  });

  it('a change is applied to the state after the other change', async () => {
    between(() => staff.patch(path, { goal: '6000.00', title: 'Theirs' }), 200);
    expect(
      await staff.patch(path, { endDate: '2099-12-31', description: 'Mine, and long enough' }),
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

  it('a change with an older version is refused, and its texts are not saved', async () => {
    const otherChange = { description: 'Theirs, and long enough' };
    between(() => staff.patch(path, otherChange), 200);
    const change = {
      title: `Mine ${serial}`,
      description: 'Mine, and long enough',
      isActive: false,
    };
    const answer = await staff.patch<{ current: Fundraiser }>(path, change, {
      'if-match': '"1"',
    });
    const savedFundraiser = { ...created, ...otherChange, version: 2 };
    expect(answer).toMatchObject({ status: 409, body: { code: 'stale' } });
    const { body: all } = await staff.get<Fundraiser[]>('/api/fundraisers');
    expect(all.find(({ id }) => id === created.id)).toMatchObject(savedFundraiser);
    expect(answer.body.current).toMatchObject(savedFundraiser);
    const gift = { campaign: created.title };
    expect(await give(staff, hannah, gift)).toMatchObject({ ...gift, fundraiserId: created.id });
  });

  it('a change of the active state replaces that of the other user', async () => {
    between(() => staff.patch(path, { isActive: false }), 200);
    expect(await staff.patch(path, { isActive: true, goal: '7000.00' })).toMatchObject({
      status: 200,
      body: { isActive: true, goal: '7000.00' },
    });
    expect(await give(staff, hannah, { campaign: created.title })).toMatchObject({
      fundraiserId: created.id,
    });
  });

  it('a change is refused if the other user removed the fundraiser', async () => {
    between(() => staff.delete(path), 204);
    expect((await staff.patch(path, { isActive: true, goal: '7000.00' })).status).toBe(404);
    expect(types()).toEqual(['FundraiserOpened', 'FundraiserRemoved']);
    expect((await give(staff, hannah, { campaign: created.title })).fundraiserId).toBeNull();
    expect((await open(created.title)).status).toBe(201);
  });

  it('a change during a removal is refused, and the title is free afterwards', async () => {
    const both = Promise.withResolvers<undefined>();
    let change: Promise<{ status: number }> | undefined;
    double.onAppend = async (appended) => {
      if (appended !== `${church}.fundraiser-${created.id}`) return undefined;
      if (change) {
        double.onAppend = () => undefined;
        both.resolve(undefined);
        await until(() => types().includes('FundraiserRemoved'));
      } else {
        change = staff.patch(path, { isActive: true, goal: '7000.00' });
        await both.promise;
      }
      return undefined;
    };
    expect((await staff.delete(path)).status).toBe(204);
    expect((await change!).status).toBe(404);
    expect((await give(staff, hannah, { campaign: created.title })).fundraiserId).toBeNull();
    expect((await open(created.title)).status).toBe(201);
  });

  it('a removal succeeds after a change, and gets 404 after another removal', async () => {
    between(() => staff.patch(path, { isActive: true, goal: '6000.00' }), 200);
    expect((await staff.delete(path)).status).toBe(204);
    expect(types()).toEqual(['FundraiserOpened', 'FundraiserChanged', 'FundraiserRemoved']);
    created = (await open(created.title)).body;
    path = `/api/fundraisers/${created.id}`;
    between(() => staff.delete(path), 204);
    expect((await staff.delete(path)).status).toBe(404);
    expect(types()).toEqual(['FundraiserOpened', 'FundraiserRemoved']);
    expect(await problems()).toEqual([]);
  });

  describe('a new title', () => {
    const title = () => `New roof ${serial}`;
    const retitle = (headers?: Record<string, string>) =>
      staff.patch<Fundraiser>(path, { title: title() }, headers);
    const changeGoalInBetween = () => between(() => staff.patch(path, { goal: '6000.00' }), 200);
    const campaignOf = async (campaign: string) => {
      const donation = await give(staff, hannah, { campaign });
      return { campaign: donation.campaign, fundraiserId: donation.fundraiserId };
    };
    const aliases = () =>
      app.db.tenant(church, async (tx) => {
        const rows = await tx.sql<{ title_key: string }>(
          'select title_key from campaign_alias where organization_id = $1',
          [church],
        );
        return rows.map((row) => row.title_key);
      });

    it('moves the fundraiser to another campaign in the second attempt', async () => {
      await give(staff, hannah, { campaign: title() });
      changeGoalInBetween();
      expect(await retitle()).toMatchObject({
        status: 200,
        body: { title: title(), goal: '6000.00', current: '25.00' },
      });
      expect(await campaignOf(title())).toEqual({ campaign: title(), fundraiserId: created.id });
      expect(await problems()).toEqual([]);
    });

    it('renames the campaign back if the other user has changed the title', async () => {
      between(() => staff.patch(path, { title: `Theirs ${serial}` }), 200);
      expect(await staff.patch(path, { title: created.title, goal: '7000.00' })).toMatchObject({
        body: { title: created.title },
      });
      expect(await campaignOf(`Theirs ${serial}`)).toEqual({
        campaign: created.title,
        fundraiserId: created.id,
      });
    });

    it('is not stored as an alias if it is refused', async () => {
      changeGoalInBetween();
      expect((await retitle({ 'if-match': '"1"' })).status).toBe(409);
      expect(await aliases()).not.toContain(title().toLowerCase());
      expect(await campaignOf(created.title)).toEqual({
        campaign: created.title,
        fundraiserId: created.id,
      });
      expect(await campaignOf(title())).toEqual({ campaign: title(), fundraiserId: null });
    });

    it('remains an alias after a refusal if it was an alias before', async () => {
      expect((await retitle()).status).toBe(200);
      expect((await staff.patch(path, { title: created.title })).status).toBe(200);
      changeGoalInBetween();
      expect((await retitle({ 'if-match': '"3"' })).status).toBe(409);
      expect(await campaignOf(title())).toEqual({
        campaign: created.title,
        fundraiserId: created.id,
      });
    });

    it('is not stored if only the second attempt is refused', async () => {
      await give(staff, hannah, { campaign: title() });
      between(async () => {
        await give(staff, hannah, { campaign: created.title });
        return staff.patch(path, { goal: '6000.00' });
      }, 200);
      expect(await retitle()).toMatchObject({ status: 409, body: { code: 'conflict' } });
      const { body: all } = await staff.get<Fundraiser[]>('/api/fundraisers');
      expect(all.find(({ id }) => id === created.id)).toMatchObject({
        title: created.title,
        current: '25.00',
      });
    });
  });
});
