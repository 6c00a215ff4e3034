import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Donation, Ledger } from '#libs/contracts';
import { startApp, type TestApp } from '../../../../support/app.js';
import { createGiverChurch, type GiverChurch } from './giver-church.js';

let app: TestApp;
let church: GiverChurch;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  church = await createGiverChurch(app);
});

describe('a guest of whom only the email address is known', () => {
  const recordNameless = async () => {
    const { id } = await church.uploadDraft(['', 'quill@x.test'], ['Quill@x.test', 'quill@x.test']);
    const [giver, ...otherGivers] = await church.listGivers(id);
    expect(giver).toMatchObject({ name: '', email: 'quill@x.test', rows: 2 });
    expect(otherGivers).toEqual([]);
    await church.answer(id, [giver!.key], { answer: 'guest' });
    expect((await church.listGivers(id))[0]!.donor).toMatchObject({
      name: 'No name (quill@x.test)',
    });
    await church.commit(id);
    return (await church.secretary.get<Donation[]>('/api/admin/donations?sort=date')).body;
  };

  it('gets no name from the address', async () => {
    const gifts = await recordNameless();
    expect(gifts).toHaveLength(2);
    for (const gift of gifts)
      expect(gift).toMatchObject({
        donorName: 'No name (quill@x.test)',
        donorKind: 'guest',
        guestFirstName: null,
        guestLastName: null,
        guestEmail: 'quill@x.test',
      });
    expect(
      (await church.secretary.get<Ledger>('/api/admin/church-ledger?search=quill@x')).body.rows,
    ).toMatchObject([{ name: 'No name (quill@x.test)', count: 2 }]);
  });

  it('is found by the address in the next file', async () => {
    const [first] = await recordNameless();
    const { id } = await church.uploadDraft(['', 'QUILL@x.test']);
    expect(await church.listGivers(id)).toMatchObject([
      { donor: { id: first!.donorId }, open: false },
    ]);
  });

  it('keeps the donations after an edit without a name; an edit can add the name', async () => {
    const [first] = await recordNameless();
    const editFirstGift = async (body: object) =>
      (await church.secretary.patch<Donation>(`/api/admin/donations/${first!.id}`, body)).body;
    const noName = { guestFirstName: '', guestLastName: '', guestEmail: 'quill@x.test' };
    expect(await editFirstGift({ ...noName, guestPhone: '', amount: '11.00' })).toMatchObject({
      donorId: first!.donorId,
      amount: '11.00',
    });
    expect(await editFirstGift({ guestFirstName: 'Ada', guestLastName: 'Quill' })).toMatchObject({
      donorName: 'Ada Quill',
      guestEmail: 'quill@x.test',
    });
  });

  it('is shown without a name in the rows of a draft', async () => {
    const { id } = await church.uploadDraft(['', 'quill@x.test'], ['ada@x.test']);
    for (const { key } of await church.listGivers(id))
      await church.answer(id, [key], { answer: 'guest' });
    const rows = await church.readRows(id);
    expect(rows.map(({ donor }) => donor?.name)).toEqual([
      'No name (quill@x.test)',
      'No name (ada@x.test)',
    ]);
  });
});
