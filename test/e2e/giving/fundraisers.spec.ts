import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  fundraiser as fundraiserSchema,
  type Donation,
  type Fundraiser,
  type Ledger,
} from '#libs/contracts';
import { give, giveAsGuest } from '../../support/app.js';
import { startChurch } from '../../support/church.js';

const { app, church, office, hannah, caleb } = await startChurch();
const own = app.as('hannah@grace.test');
afterAll(() => app.close());

describe('fundraisers', () => {
  /** The values of the new fundraiser of a test. No other test uses its title. */
  let roof: { title: string; description: string; goal: string };
  let serial = 0;
  beforeEach(() => {
    serial++;
    roof = {
      title: `Roof repair ${serial}`,
      description: 'A dry house for all',
      goal: '5000.00',
    };
  });
  const make = () =>
    office.post<Fundraiser>('/api/fundraisers', {
      ...roof,
      current: '250.00',
      startDate: '2025-01-01T12:00:00Z',
      endDate: null,
      isActive: true,
    });

  const shown = async (id: string) =>
    (await office.get<Fundraiser[]>('/api/fundraisers')).body.find((one) => one.id === id);

  it('are made with 201; what they raised before is their opening', async () => {
    const { status, body } = await make();
    expect(status).toBe(201);
    expect(fundraiserSchema.strict().parse(body)).toEqual(body);
    expect(body).toMatchObject({
      ...roof,
      current: '250.00',
      donors: 0,
      startDate: '2025-01-01',
      endDate: null,
      isActive: true,
      version: 1,
    });
  });

  it('want the specification’s least, in its words', async () => {
    for (const [change, message] of [
      [{ title: 'ab' }, 'Title must be at least 3 characters'],
      [{ title: undefined }, 'Title must be at least 3 characters'],
      [{ title: '  a  ' }, 'Title must be at least 3 characters'],
      [{ description: 'too short' }, 'Description must be at least 10 characters'],
      [{ description: undefined }, 'Description must be at least 10 characters'],
      [{ goal: '0.99' }, 'Goal must be at least $1'],
      [{ goal: 0 }, 'Goal must be at least $1'],
      [{ goal: undefined }, 'Goal must be at least $1'],
      [
        { startDate: '2025-02-02', endDate: '2025-02-01' },
        'The end date must not be before the start date.',
      ],
    ] as const) {
      expect(
        await office.post('/api/fundraisers', { ...roof, title: 'Another one', ...change }),
      ).toMatchObject({ status: 400, body: { message } });
    }
  });

  it('take an empty opening for none', async () => {
    for (const current of [0, '0', '0.00', '', null, undefined]) {
      const { status, body } = await office.post<Fundraiser>('/api/fundraisers', {
        ...roof,
        title: `Open ${String(current)} ${typeof current}`,
        current,
        isActive: false,
      });
      expect({ current, status, raised: body.current }).toEqual({
        current,
        status: 201,
        raised: '0.00',
      });
    }
  });

  it('cannot share a title while both are active: 409, also at once', async () => {
    const clash = {
      status: 409,
      body: {
        code: 'conflict',
        message:
          'An active campaign already has this title. Choose another title, or end that campaign first.',
      },
    };
    await make();
    expect(
      await office.post('/api/fundraisers', { ...roof, title: ` roof   REPAIR  ${serial} ` }),
    ).toMatchObject(clash);
    const { body: idle } = await office.post<Fundraiser>('/api/fundraisers', {
      ...roof,
      isActive: false,
    });
    expect(idle.isActive).toBe(false);
    expect(await office.patch(`/api/fundraisers/${idle.id}`, { isActive: true })).toMatchObject(
      clash,
    );
    const { body: other } = await office.post<Fundraiser>('/api/fundraisers', {
      ...roof,
      title: 'Other',
    });
    expect(await office.patch(`/api/fundraisers/${other.id}`, { title: roof.title })).toMatchObject(
      clash,
    );
    const before = await app.events(church);
    const answers = await Promise.all(
      [1, 2, 3, 4].map(() => office.post('/api/fundraisers', { ...roof, title: 'All at once' })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409]);
    expect(await app.events(church)).toBe(before + 1);
    await office.delete(`/api/fundraisers/${idle.id}`);
  });

  it('progress with the donations typed with their title, and know their donors', async () => {
    const { body: made } = await make();
    const typed = await give(office, hannah.id, {
      amount: '100.00',
      campaign: ` ROOF  repair ${serial}`,
    });
    expect(typed).toMatchObject({ fundraiserId: made.id, campaign: roof.title });
    await give(office, hannah.id, { amount: '50.00', campaign: roof.title });
    await giveAsGuest(office, 'Lucia Ferreira', {
      amount: '0.01',
      campaign: roof.title.toLowerCase(),
    });
    const now = async () =>
      (await office.get<Fundraiser[]>('/api/fundraisers')).body.find(({ id }) => id === made.id)!;
    expect(await now()).toEqual({ ...made, current: '400.01', donors: 2 });
    await office.patch(`/api/admin/donations/${typed.id}`, { amount: '200.00' });
    expect(await now()).toMatchObject({ current: '500.01' });
    await office.patch(`/api/admin/donations/${typed.id}`, { campaign: 'Missions' });
    expect(await now()).toMatchObject({ current: '300.01', donors: 2 });
    await office.delete(`/api/admin/donations/${typed.id}`);
    expect(await now()).toMatchObject({ current: '300.01' });
  });

  it('take what is changed at the same moment, all of it; of those who remove one, one does', async () => {
    for (let round = 0; round < 25; round++) {
      const { body: one } = await office.post<Fundraiser>('/api/fundraisers', {
        ...roof,
        title: `Many hands ${round}`,
      });
      const at = `/api/fundraisers/${one.id}`;
      const answers = await Promise.all([
        office.patch(at, { goal: '6000.00' }),
        office.patch(at, { endDate: '2099-12-31' }),
        office.patch(at, { title: `Hands ${round}` }),
      ]);
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
      expect(
        (await office.get<Fundraiser[]>('/api/fundraisers')).body.find(({ id }) => id === one.id),
      ).toMatchObject({
        title: `Hands ${round}`,
        goal: '6000.00',
        endDate: '2099-12-31',
        version: 4,
      });
      expect(
        (await Promise.all([1, 2, 3].map(() => office.delete(at))))
          .map(({ status }) => status)
          .sort(),
      ).toEqual([204, 404, 404]);
    }
  });

  it('refuse a change to an older version, and answer with the version that is saved', async () => {
    const { body: made } = await make();
    const path = `/api/fundraisers/${made.id}`;
    const patch = (body: Record<string, unknown>, version: number) =>
      office.patch<Fundraiser>(path, body, { 'if-match': `"${version}"` });
    const first = await patch({ description: 'A roof that is new' }, 1);
    expect(first).toMatchObject({ status: 200, body: { version: 2 } });
    expect(await patch({ title: `Mine ${serial}`, goal: '9000.00' }, 1)).toMatchObject({
      status: 409,
      body: {
        code: 'stale',
        message:
          'Somebody else changed this campaign in the meantime. Nothing of yours was saved yet.',
        current: first.body,
      },
    });
    expect(await shown(made.id)).toEqual(first.body);
    expect(await patch({ goal: '9000.00' }, 2)).toMatchObject({
      status: 200,
      body: { version: 3, goal: '9000.00', description: 'A roof that is new' },
    });
    expect((await patch({ goal: '9000.00' }, 3)).body.version).toBe(3);
    expect((await office.patch(path, { goal: '8000.00' })).status).toBe(200);
    const malformed = await office.patch(path, { goal: '1.00' }, { 'if-match': 'new' });
    expect(malformed).toMatchObject({
      status: 400,
      body: { message: 'If-Match must be the version of the campaign, such as "3".' },
    });
  });

  it('are updated with 200; `current` is ignored', async () => {
    const { body: made } = await make();
    await give(office, hannah.id, { amount: '50.01', campaign: roof.title });
    const { status, body } = await office.patch<Fundraiser>(`/api/fundraisers/${made.id}`, {
      ...roof,
      current: '9999.00',
      goal: '6000.00',
      isActive: true,
      endDate: '2025-12-31',
    });
    expect({ status, body }).toMatchObject({
      status: 200,
      body: { goal: '6000.00', current: '300.01', endDate: '2025-12-31' },
    });
    expect(
      (await office.patch<Fundraiser>(`/api/fundraisers/${made.id}`, { endDate: null })).body
        .endDate,
    ).toBeNull();
  });

  it('count late checks after their end and while they are not active', async () => {
    const { body: made } = await make();
    await office.patch(`/api/fundraisers/${made.id}`, { isActive: false, endDate: '2025-02-01' });
    const late = await give(office, caleb.id, { amount: '1.00', campaign: roof.title });
    expect(late.fundraiserId).toBe(made.id);
    const early = await give(office, caleb.id, { campaign: roof.title, date: '2024-12-31' });
    expect(early.fundraiserId).toBeNull();
    expect(await shown(made.id)).toMatchObject({ current: '251.00', donors: 1 });
    const { body: moved } = await office.patch<Donation>(`/api/admin/donations/${early.id}`, {
      date: '2025-01-01',
    });
    expect(moved.fundraiserId).toBe(made.id);
    expect(await shown(made.id)).toMatchObject({ current: '276.00' });
  });

  it('of one title share its donations: the latest that had started counts', async () => {
    const { body: made } = await make();
    await office.patch(`/api/fundraisers/${made.id}`, { isActive: false });
    const early = await give(office, hannah.id, { campaign: roof.title, date: '2025-02-28' });
    const late = await give(office, hannah.id, { campaign: roof.title, date: '2025-03-02' });
    const { body: second } = await office.post<Fundraiser>('/api/fundraisers', {
      ...roof,
      startDate: '2025-03-01',
    });
    expect(second).toMatchObject({ current: '25.00', donors: 1 });
    expect(await shown(made.id)).toMatchObject({ current: '275.00' });
    const { body: listed } = await office.get<Donation[]>(
      `/api/admin/donations?campaign=${encodeURIComponent(roof.title)}&sort=date`,
    );
    expect(listed.map(({ id, fundraiserId }) => [id, fundraiserId])).toEqual([
      [early.id, made.id],
      [late.id, second.id],
    ]);
    await office.delete(`/api/fundraisers/${second.id}`);
    expect(await shown(made.id)).toMatchObject({ current: '300.00' });
  });

  it('that are active are shown to members, all to the office', async () => {
    await make();
    await office.post('/api/fundraisers', {
      ...roof,
      title: `${roof.title} ended`,
      isActive: false,
    });
    const shown = (await own.get<Fundraiser[]>('/api/fundraisers')).body;
    expect(shown.length).toBeGreaterThan(0);
    expect(shown.every(({ isActive }) => isActive)).toBe(true);
    expect((await own.get<Fundraiser[]>('/api/fundraisers?active=false')).body).toEqual(shown);
    expect((await office.get<Fundraiser[]>('/api/fundraisers?active=true')).body).toEqual(shown);
    expect((await office.get<Fundraiser[]>('/api/fundraisers')).body.length).toBeGreaterThan(
      shown.length,
    );
  });

  it('are removed with 204, once; what was given stays given', async () => {
    const total = async () =>
      (await office.get<Ledger>('/api/admin/church-ledger')).body.totals.amount;
    const { body: made } = await make();
    await give(office, hannah.id, { amount: '50.00', campaign: roof.title });
    const before = await total();
    expect(await office.delete(`/api/fundraisers/${made.id}`)).toMatchObject({
      status: 204,
      text: '',
    });
    expect((await office.delete(`/api/fundraisers/${made.id}`)).status).toBe(404);
    expect((await office.patch(`/api/fundraisers/${made.id}`, { isActive: true })).status).toBe(
      404,
    );
    expect(await total()).toBe(before);
    expect(
      (await office.get<Fundraiser[]>('/api/fundraisers')).body.some(({ id }) => id === made.id),
    ).toBe(false);
  });
});
