import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Donation, DonationChoices, ImportGiver } from '#libs/contracts';
import { give, startApp, type Client, type TestApp } from '../../../support/app.js';
import { commit, upload } from '../../../support/imports.js';

let app: TestApp;
let staff: Client;
let hannah: string;
beforeAll(async () => {
  app = await startApp();
  const church = await app.church('grace');
  await app.person(church, { email: 'office@grace.test', role: 'secretary' });
  const member = { email: 'hannah@x.test', firstName: 'Hannah', lastName: 'Brooks' };
  ({ id: hannah } = await app.person(church, { ...member, signsIn: false }));
  staff = app.as('office@grace.test');
});
afterAll(() => app.close());

const recordGuest = (guestFirstName: string, guestLastName: string) =>
  staff.post('/api/donations', {
    guestFirstName,
    guestLastName,
    amount: '5.00',
    date: '2025-03-02',
  });
/** Uploads a file with one gift of a giver, and accepts the suggested columns. */
async function uploadGiftOf(name: string): Promise<string> {
  const { id } = (await upload(staff, `Name,Amount,Date\n${name},7.00,2025-04-06\n`)).body;
  await staff.put(`/api/admin/donation-imports/${id}/mapping`, {
    defaults: { paymentMethod: 'Check' },
  });
  return id;
}
const openGivers = async (id: string) =>
  (await staff.get<ImportGiver[]>(`/api/admin/donation-imports/${id}/givers?open=true`)).body;

describe('a fund', () => {
  it('is the same with another apostrophe, hyphen or space', async () => {
    const titles = [
      "Pastor's Roof-Fund",
      'Pastor\u2019s Roof\u2011Fund',
      "Pastor's  Roof\u200b-Fund",
    ];
    for (const campaign of titles) await give(staff, hannah, { campaign, amount: '1.00' });
    const { campaigns } = (await staff.get<DonationChoices>('/api/admin/donations/choices')).body;
    expect(campaigns).toEqual(["Pastor's Roof-Fund"]);
    const search = new URLSearchParams({ campaign: titles[1]! });
    const donations = (await staff.get<Donation[]>(`/api/admin/donations?${search.toString()}`))
      .body;
    expect(donations).toHaveLength(3);
  });
});

describe('a giver of a file', () => {
  it('is the guest whose name has another apostrophe', async () => {
    await recordGuest('Sean', "O'Brien");
    const id = await uploadGiftOf('Sean O\u2019Brien');
    expect(await openGivers(id)).toEqual([]);
    await commit(staff, id);
    const gifts = (await staff.get<Donation[]>('/api/admin/donations?search=brien')).body;
    expect(new Set(gifts.map(({ donorId }) => donorId)).size).toBe(1);
    expect(gifts).toHaveLength(2);
  });

  it('has a guest as candidate whose name differs only by accents', async () => {
    await recordGuest('Zoë', 'Núñez');
    const [giver] = await openGivers(await uploadGiftOf('Zoe Nunez'));
    expect(giver).toMatchObject({
      name: 'Zoe Nunez',
      donor: null,
      candidates: [{ name: 'Zoë Núñez', kind: 'guest', why: 'similar name' }],
    });
  });

  it('is created once if a draft of an earlier version has two spellings of the name', async () => {
    const file = 'Name,Amount,Date\nKim Ode,7.00,2025-05-06\nKim Odea,8.00,2025-05-06\n';
    const { id } = (await upload(staff, file)).body;
    await staff.put(`/api/admin/donation-imports/${id}/mapping`, {
      defaults: { paymentMethod: 'Check' },
    });
    const givers = (await openGivers(id)).map(({ key }) => key);
    expect(givers).toHaveLength(2);
    await staff.patch(`/api/admin/donation-imports/${id}/givers`, { givers, answer: 'guest' });
    await app.database.asSuperuser(
      `update donation_import_row
          set last_name = case last_name when 'Ode' then $2 else $3 end
        where import_id = $1`,
      [id, "O'Dea", 'O\u2019Dea'],
    );
    expect(await commit(staff, id)).toMatchObject({ status: 'committed' });
    const gifts = (await staff.get<Donation[]>('/api/admin/donations?search=kim%20odea')).body;
    expect(gifts.map(({ amount }) => amount).sort()).toEqual(['7.00', '8.00']);
    expect(new Set(gifts.map(({ donorId }) => donorId)).size).toBe(1);
  });
});

describe('two funds of an earlier version whose titles now look the same', () => {
  const titles = ["Organ's Fund", 'Organ\u2019s Fund'] as const;
  beforeAll(async () => {
    await give(staff, hannah, { campaign: titles[0], amount: '10.00' });
    await give(staff, hannah, { campaign: 'Organ', amount: '20.00' });
    await app.database.asSuperuser(
      `update campaign set title = $1, title_key = lower($1) where title = 'Organ'`,
      [titles[1]],
    );
  });
  const amountsOf = async (campaign: string): Promise<string[]> => {
    const path = `/api/admin/donations?${new URLSearchParams({ campaign }).toString()}`;
    return (await staff.get<Donation[]>(path)).body.map(({ amount }) => amount);
  };

  it('are filtered separately', async () => {
    expect([await amountsOf(titles[0]), await amountsOf(titles[1])]).toEqual([
      ['10.00'],
      ['20.00'],
    ]);
  });

  it('keep their gifts if an edit sends the same title', async () => {
    const [gift] = (await staff.get<Donation[]>('/api/admin/donations?search=hannah&minAmount=20'))
      .body;
    const path = `/api/admin/donations/${gift!.id}`;
    const edited = await staff.patch<Donation>(path, { amount: '21.00', campaign: titles[1] });
    expect(edited.status).toBe(200);
    expect([await amountsOf(titles[0]), await amountsOf(titles[1])]).toEqual([
      ['10.00'],
      ['21.00'],
    ]);
  });
});
