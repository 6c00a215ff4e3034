import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';
import { fundraiser as fundraiserSchema, type Fundraiser, type Ledger } from '#libs/contracts';
import { give } from '../../support/app.js';
import { startChurch } from '../../support/church.js';
import {
  createFundraiser,
  findFundraiser,
  roofFundraiser,
  type RoofFundraiser,
} from '../../support/giving/fundraisers.js';

const { app, church, staff, hannah } = await startChurch();
const member = app.as('hannah@grace.test');
afterAll(() => app.close());

describe('fundraisers', () => {
  let roof: RoofFundraiser;
  let count = 0;
  beforeEach(() => {
    roof = roofFundraiser(++count);
  });

  it('are created with 201, with the amount raised before as their opening amount', async () => {
    const { status, body } = await createFundraiser(staff, roof);
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

  it('are refused with an invalid title, description, goal or end date', async () => {
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
        await staff.post('/api/fundraisers', { ...roof, title: 'Another one', ...change }),
      ).toMatchObject({ status: 400, body: { message } });
    }
  });

  it('have no opening amount if the field is empty or zero', async () => {
    for (const current of [0, '0', '0.00', '', null, undefined]) {
      const { status, body } = await staff.post<Fundraiser>('/api/fundraisers', {
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

  it('cannot have the title of another active fundraiser', async () => {
    const titleConflict = {
      status: 409,
      body: {
        code: 'conflict',
        message:
          'An active campaign already has this title. ' +
          'Choose another title, or end that campaign first.',
      },
    };
    await createFundraiser(staff, roof);
    expect(
      await staff.post('/api/fundraisers', { ...roof, title: ` roof   REPAIR  ${count} ` }),
    ).toMatchObject(titleConflict);
    const { body: inactive } = await staff.post<Fundraiser>('/api/fundraisers', {
      ...roof,
      isActive: false,
    });
    expect(inactive.isActive).toBe(false);
    expect(await staff.patch(`/api/fundraisers/${inactive.id}`, { isActive: true })).toMatchObject(
      titleConflict,
    );
    const { body: other } = await staff.post<Fundraiser>('/api/fundraisers', {
      ...roof,
      title: 'Other',
    });
    expect(await staff.patch(`/api/fundraisers/${other.id}`, { title: roof.title })).toMatchObject(
      titleConflict,
    );
    const before = await app.events(church);
    const answers = await Promise.all(
      [1, 2, 3, 4].map(() => staff.post('/api/fundraisers', { ...roof, title: 'All at once' })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409]);
    expect(await app.events(church)).toBe(before + 1);
    await staff.delete(`/api/fundraisers/${inactive.id}`);
  });

  it('keep all changes of different fields that are made at the same time', async () => {
    for (let round = 0; round < 25; round++) {
      const { body: fundraiser } = await staff.post<Fundraiser>('/api/fundraisers', {
        ...roof,
        title: `Many hands ${round}`,
      });
      const path = `/api/fundraisers/${fundraiser.id}`;
      const answers = await Promise.all([
        staff.patch(path, { goal: '6000.00' }),
        staff.patch(path, { endDate: '2099-12-31' }),
        staff.patch(path, { title: `Hands ${round}` }),
      ]);
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
      expect(await findFundraiser(staff, fundraiser.id)).toMatchObject({
        title: `Hands ${round}`,
        goal: '6000.00',
        endDate: '2099-12-31',
        version: 4,
      });
      await staff.delete(path);
    }
  });

  it('are removed only once if several requests remove one at the same time', async () => {
    for (let round = 0; round < 25; round++) {
      const { body: fundraiser } = await staff.post<Fundraiser>('/api/fundraisers', {
        ...roof,
        title: `Many removals ${round}`,
      });
      const path = `/api/fundraisers/${fundraiser.id}`;
      expect(
        (await Promise.all([1, 2, 3].map(() => staff.delete(path))))
          .map(({ status }) => status)
          .sort(),
      ).toEqual([204, 404, 404]);
    }
  });

  it('refuse a change of an older version, and return the present version', async () => {
    const { body: fundraiser } = await createFundraiser(staff, roof);
    const path = `/api/fundraisers/${fundraiser.id}`;
    const changeVersion = (body: Record<string, unknown>, version: number) =>
      staff.patch<Fundraiser>(path, body, { 'if-match': `"${version}"` });
    const first = await changeVersion({ description: 'A roof that is new' }, 1);
    expect(first).toMatchObject({ status: 200, body: { version: 2 } });
    expect(
      await changeVersion({ title: `${roof.title} of mine`, goal: '9000.00' }, 1),
    ).toMatchObject({
      status: 409,
      body: {
        code: 'stale',
        message:
          'Somebody else changed this campaign in the meantime. Nothing of yours was saved yet.',
        current: first.body,
      },
    });
    expect(await findFundraiser(staff, fundraiser.id)).toEqual(first.body);
    expect(await changeVersion({ goal: '9000.00' }, 2)).toMatchObject({
      status: 200,
      body: { version: 3, goal: '9000.00', description: 'A roof that is new' },
    });
    expect((await changeVersion({ goal: '9000.00' }, 3)).body.version).toBe(3);
    expect((await staff.patch(path, { goal: '8000.00' })).status).toBe(200);
    const malformed = await staff.patch(path, { goal: '1.00' }, { 'if-match': 'new' });
    expect(malformed).toMatchObject({
      status: 400,
      body: { message: 'If-Match must be the version of the campaign, such as "3".' },
    });
  });

  it('can be changed; `current` in the request is ignored', async () => {
    const { body: fundraiser } = await createFundraiser(staff, roof);
    await give(staff, hannah.id, { amount: '50.01', campaign: roof.title });
    const { status, body } = await staff.patch<Fundraiser>(`/api/fundraisers/${fundraiser.id}`, {
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
      (await staff.patch<Fundraiser>(`/api/fundraisers/${fundraiser.id}`, { endDate: null })).body
        .endDate,
    ).toBeNull();
  });

  it('are visible to members while they are active, and always to staff', async () => {
    await createFundraiser(staff, roof);
    await staff.post('/api/fundraisers', {
      ...roof,
      title: `${roof.title} ended`,
      isActive: false,
    });
    const activeFundraisers = (await member.get<Fundraiser[]>('/api/fundraisers')).body;
    expect(activeFundraisers.length).toBeGreaterThan(0);
    expect(activeFundraisers.every(({ isActive }) => isActive)).toBe(true);
    expect((await member.get<Fundraiser[]>('/api/fundraisers?active=false')).body).toEqual(
      activeFundraisers,
    );
    expect((await staff.get<Fundraiser[]>('/api/fundraisers?active=true')).body).toEqual(
      activeFundraisers,
    );
    expect((await staff.get<Fundraiser[]>('/api/fundraisers')).body.length).toBeGreaterThan(
      activeFundraisers.length,
    );
  });

  it('are removed once with 204, and their donations are kept', async () => {
    const readTotal = async () =>
      (await staff.get<Ledger>('/api/admin/church-ledger')).body.totals.amount;
    const { body: fundraiser } = await createFundraiser(staff, roof);
    await give(staff, hannah.id, { amount: '50.00', campaign: roof.title });
    const before = await readTotal();
    expect(await staff.delete(`/api/fundraisers/${fundraiser.id}`)).toMatchObject({
      status: 204,
      text: '',
    });
    expect((await staff.delete(`/api/fundraisers/${fundraiser.id}`)).status).toBe(404);
    expect(
      (await staff.patch(`/api/fundraisers/${fundraiser.id}`, { isActive: true })).status,
    ).toBe(404);
    expect(await readTotal()).toBe(before);
    expect(
      (await staff.get<Fundraiser[]>('/api/fundraisers')).body.some(
        ({ id }) => id === fundraiser.id,
      ),
    ).toBe(false);
  });
});
