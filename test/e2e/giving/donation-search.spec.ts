import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Donation } from '#libs/contracts';
import { give, giveAsGuest } from '../../support/app.js';
import { startChurch } from '../../support/church.js';

const { app, church, staff } = await startChurch();
afterAll(() => app.close());

describe('the search for donations', () => {
  beforeAll(async () => {
    const facts = { amount: '3.00', date: '2013-05-01' };
    await giveAsGuest(staff, 'Zoë Núñez', {
      ...facts,
      guestEmail: 'zn@x.test',
      transactionId: 'INV-2041',
    });
    await giveAsGuest(staff, 'Sean O\u2019Brien', { ...facts, transactionId: '00777' });
  });
  const findNames = async (text: string): Promise<string[]> => {
    const path = `/api/admin/donations?year=2013&sort=name&search=${encodeURIComponent(text)}`;
    return (await staff.get<Donation[]>(path)).body.map(({ donorName }) => donorName);
  };

  it.each(['nunez zoe', 'Núñez, Zoë', 'ZN@x', '2041', 'inv-2041', 'zoe 2041'])(
    'finds Zoë Núñez by %j',
    async (text) => expect(await findNames(text)).toEqual(['Zoë Núñez']),
  );

  it.each(["o'brien", 'OBRIEN, sean', '777', '00777'])('finds Sean O’Brien by %j', async (text) =>
    expect(await findNames(text)).toEqual(['Sean O\u2019Brien']),
  );

  it.each(['2042', 'sean 2041', 'zoe brooks', '-'])('finds nobody by %j', async (text) =>
    expect(await findNames(text)).toEqual([]),
  );

  it('finds a donation by its present transaction ID, not by an earlier one', async () => {
    const gift = await giveAsGuest(staff, 'Tor Vik', {
      amount: '3.00',
      date: '2013-05-01',
      transactionId: '3300',
    });
    const edited = await staff.patch(`/api/admin/donations/${gift.id}`, { transactionId: '4400' });
    expect(edited.status).toBe(200);
    expect([await findNames('3300'), await findNames('4400')]).toEqual([[], ['Tor Vik']]);
  });

  it('finds a donor by the new name after a change of the name', async () => {
    const pat = await app.person(church, {
      email: 'pat@x.test',
      firstName: 'Pat',
      lastName: 'Old',
    });
    await give(staff, pat.id, { amount: '3.00', date: '2013-05-01' });
    expect(await findNames('pat old')).toEqual(['Pat Old']);
    await staff.put(`/api/admin/users/${pat.id}`, { lastName: 'Nuñez' });
    expect(await findNames('pat old')).toEqual([]);
    expect(await findNames('nunez')).toEqual(['Pat Nuñez', 'Zoë Núñez']);
  });
});
