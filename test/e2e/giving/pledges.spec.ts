import { afterAll, describe, expect, it } from '@jest/globals';
import { pledge as pledgeSchema, type Pledge } from '#libs/contracts';
import { give, type Client } from '../../support/app.js';
import { startChurch } from '../../support/church.js';

const { app, church, staff, hannah, caleb } = await startChurch();
const member = app.as('hannah@grace.test');
await app.person(await app.church('hope'), { email: 'member@hope.test' });
const stranger = app.as('member@hope.test');
afterAll(() => app.close());

describe('pledges', () => {
  const pledgeOf = (client: Client, userId: string, year: number) =>
    client.get<Pledge | null>(`/api/pledges/user/${userId}/year/${year}`);

  it('are returned as the JSON value null before they are made', async () => {
    expect(await pledgeOf(member, hannah.id, 2021)).toMatchObject({
      status: 200,
      body: null,
      text: 'null',
    });
  });

  it('are created with 201, and have the total of the donations in their year', async () => {
    const { status, body } = await member.post<Pledge>('/api/pledges', {
      amount: 1200,
      year: 2025,
      userId: hannah.id,
      currentAmount: 0,
    });
    expect(status).toBe(201);
    expect(pledgeSchema.strict().parse(body)).toEqual(body);
    expect(body).toMatchObject({
      userId: hannah.id,
      year: 2025,
      amount: '1200.00',
      currentAmount: '0.00',
      frequency: 'Monthly',
      notes: null,
    });
    const gift = await give(staff, hannah.id, { amount: '100.50', date: '2025-12-31' });
    await give(staff, hannah.id, { amount: '7.00', date: '2026-01-01' });
    expect((await pledgeOf(member, hannah.id, 2025)).body).toEqual({
      ...body,
      currentAmount: '100.50',
    });
    await staff.delete(`/api/admin/donations/${gift.id}`);
    expect((await pledgeOf(member, hannah.id, 2025)).body).toEqual(body);
  });

  it('cannot be made twice for a user and a year: the second request gets 409', async () => {
    expect((await member.post('/api/pledges', { amount: 5, year: 2022 })).status).toBe(201);
    expect(await member.post('/api/pledges', { amount: 5, year: 2022 })).toMatchObject({
      status: 409,
      body: {
        code: 'conflict',
        message: 'You already have a pledge for 2022. Update that one instead.',
      },
    });
    expect((await member.post('/api/pledges', { amount: 5, year: 2023 })).status).toBe(201);
    expect(
      (await app.as('caleb@grace.test').post('/api/pledges', { amount: 5, year: 2022 })).status,
    ).toBe(201);
  });

  it('are created once by simultaneous requests', async () => {
    const before = await app.events(church);
    const answers = await Promise.all(
      [1, 2, 3, 4].map((amount) => member.post('/api/pledges', { amount, year: 2029 })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409]);
    expect(await app.events(church)).toBe(before + 1);
  });

  it('are updated with 200', async () => {
    const { body: created } = await member.post<Pledge>('/api/pledges', {
      amount: 5,
      year: 2028,
      frequency: 'Weekly',
      notes: 'as I can',
    });
    const { status, body } = await member.patch<Pledge>(`/api/pledges/${created.id}`, {
      amount: '60.00',
    });
    expect({ status, body }).toEqual({
      status: 200,
      body: { ...created, amount: '60.00', updatedAt: body.updatedAt, version: 2 },
    });
    expect(
      (await member.patch<Pledge>(`/api/pledges/${created.id}`, { notes: '' })).body,
    ).toMatchObject({
      amount: '60.00',
      notes: null,
    });
    const before = await app.events(church);
    expect((await member.patch(`/api/pledges/${created.id}`, { amount: 60 })).status).toBe(200);
    expect(await app.events(church)).toBe(before);
  });

  it('refuse a change of an older version, and return the present version', async () => {
    const { body: created } = await member.post<Pledge>('/api/pledges', { amount: 5, year: 2021 });
    expect(created.version).toBe(1);
    const path = `/api/pledges/${created.id}`;
    const patch = (body: object, version: number) =>
      member.patch<Pledge>(path, body, { 'if-match': `"${version}"` });
    const { status, body: savedPledge } = await patch({ notes: 'from the phone' }, 1);
    expect({ status, saved: savedPledge }).toMatchObject({
      status: 200,
      saved: { version: 2, amount: '5.00' },
    });
    const expectedRefusal = {
      status: 409,
      body: {
        code: 'stale',
        message:
          'Your pledge was changed in the meantime, perhaps on another device. Nothing of ' +
          'this change was saved yet.',
        current: savedPledge,
      },
    };
    const before = await app.events(church);
    expect(await patch({ amount: '90.00', notes: 'from the desk' }, 1)).toMatchObject(
      expectedRefusal,
    );
    expect(await patch({ notes: 'from the phone' }, 1)).toMatchObject(expectedRefusal);
    expect((await pledgeOf(member, hannah.id, 2021)).body).toEqual(savedPledge);
    // A change that sends the present values creates no new version.
    expect((await patch({ amount: 5, notes: 'from the phone' }, 2)).body).toEqual(savedPledge);
    expect(await app.events(church)).toBe(before);
    expect((await patch({ amount: '90.00' }, 2)).body).toMatchObject({
      amount: '90.00',
      notes: 'from the phone',
      version: 3,
    });
    // Without the header, the last change wins.
    expect(await member.patch(path, { amount: '70.00' })).toMatchObject({
      status: 200,
      body: { amount: '70.00', version: 4 },
    });
    expect(await member.patch(path, { amount: '1.00' }, { 'if-match': 'new' })).toMatchObject({
      status: 400,
      body: { message: 'If-Match must be the version of the pledge, such as "3".' },
    });
  });

  it('are not compared with If-Match for users who may not change them', async () => {
    const { body: created } = await member.post<Pledge>('/api/pledges', { amount: 5, year: 2026 });
    const path = `/api/pledges/${created.id}`;
    const change = { amount: '9.00' };
    for (const version of ['"1"', '"7"']) {
      const header = { 'if-match': version };
      expect((await stranger.patch(path, change, header)).status).toBe(404);
      expect((await app.as('caleb@grace.test').patch(path, change, header)).status).toBe(403);
    }
    expect((await pledgeOf(member, hannah.id, 2026)).body).toMatchObject({
      amount: '5.00',
      version: 1,
    });
  });

  it('are changed only once by several simultaneous changes of the same version', async () => {
    const { body: created } = await member.post<Pledge>('/api/pledges', { amount: 5, year: 2027 });
    const answers = await Promise.all(
      [1, 2, 3, 4].map((n) =>
        member.patch(`/api/pledges/${created.id}`, { amount: `${n}0.00` }, { 'if-match': '"1"' }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
    expect((await pledgeOf(member, hannah.id, 2027)).body).toMatchObject({ version: 2 });
  });

  it('accept all simultaneous changes without a version', async () => {
    const { body: created } = await member.post<Pledge>('/api/pledges', { amount: 5, year: 2024 });
    const before = await app.events(church);
    for (let round = 0; round < 25; round++) {
      const answers = await Promise.all(
        [1, 2, 3].map((n) =>
          member.patch<Pledge>(`/api/pledges/${created.id}`, {
            amount: `${round + 10}.0${n}`,
            notes: `${round} ${n}`,
          }),
        ),
      );
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
      const { amount, notes } = (await pledgeOf(member, hannah.id, 2024)).body!;
      expect(amount).toBe(`${round + 10}.0${notes!.split(' ')[1]}`);
    }
    expect(await app.events(church)).toBe(before + 75);
  });

  it('need an amount of at least one dollar and a year from 2020 to 2030', async () => {
    for (const amount of [0, 0.99, -5, '', null, undefined]) {
      expect(await member.post('/api/pledges', { amount, year: 2027 })).toMatchObject({
        status: 400,
        body: { message: 'Pledge amount must be at least $1' },
      });
    }
    for (const year of [2019, 2031, 2025.5, '2025', null, undefined])
      expect((await member.post('/api/pledges', { amount: 5, year })).status).toBe(400);
    expect((await member.post('/api/pledges', { amount: 1, year: 2020 })).status).toBe(201);
    expect((await member.post('/api/pledges', { amount: 1, year: 2030 })).status).toBe(201);
  });

  it('can be changed only by their user, and seen also by staff who may see giving', async () => {
    expect(
      (await member.post('/api/pledges', { amount: 5, year: 2027, userId: caleb.id })).status,
    ).toBe(403);
    expect(
      (await staff.post('/api/pledges', { amount: 5, year: 2027, userId: caleb.id })).status,
    ).toBe(403);
    const { body: created } = await app
      .as('caleb@grace.test')
      .post<Pledge>('/api/pledges', { amount: 5, year: 2027 });
    expect((await member.patch(`/api/pledges/${created.id}`, { amount: 1 })).status).toBe(403);
    expect((await pledgeOf(member, caleb.id, 2027)).status).toBe(403);
    expect((await pledgeOf(staff, caleb.id, 2027)).body).toEqual(created);
    expect((await pledgeOf(staff, '01a1fc63-f841-71e3-ad8c-fa6353f799cd', 2027)).status).toBe(404);
    expect(
      (await member.patch('/api/pledges/01a1fc63-f841-71e3-ad8c-fa6353f799cd', { amount: 1 }))
        .status,
    ).toBe(404);
    expect((await member.get(`/api/pledges/user/${hannah.id}/year/soon`)).status).toBe(400);
  });
});
