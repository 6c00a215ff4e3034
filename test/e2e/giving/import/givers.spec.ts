import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type {
  Donation,
  DonationImport,
  ErrorBody,
  ImportAnswer,
  ImportGiver,
  ImportRow,
  Ledger,
} from '#libs/contracts';
import { StoreMemberDonor, MarkMemberLeft, verifyChurch } from '../../../../src/giving/index.js';
import { give, startApp, type Client, type TestApp } from '../../../support/app.js';
import { commit, settled, upload } from '../../../support/imports.js';

let test: TestApp;
let church: string;
let office: Client;
let hannah: string;
let david: string;
let serial = 0;
beforeAll(async () => {
  test = await startApp();
});
afterAll(() => test.close());
beforeEach(async () => {
  const slug = `givers-${++serial}`;
  church = await test.church(slug);
  await test.person(church, { email: `office@${slug}.test`, role: 'secretary' });
  hannah = (
    await test.person(church, {
      email: 'hannah@x.test',
      firstName: 'Hannah',
      lastName: 'Brooks',
      signsIn: false,
    })
  ).id;
  david = (
    await test.person(church, {
      email: 'david@x.test',
      firstName: 'David',
      lastName: 'Kowalski',
      signsIn: false,
    })
  ).id;
  office = test.as(`office@${slug}.test`);
});

/** name, address and phone of each gift */
type Line = [name: string, email?: string, phone?: string];
let day = 0;
/** A file of a bank with one gift of $10.00 for each line, all on different days. */
const file = (...lines: Line[]) =>
  [
    'Who,Mail,Telephone,Sum,On',
    ...lines.map(
      ([name, email = '', phone = '']) =>
        `${name},${email},${phone},10.00,${new Date(Date.UTC(2024, 0, 1 + day++)).toISOString().slice(0, 10)}`,
    ),
  ].join('\n');
const columns = { name: 0, email: 1, phone: 2, amount: 3, date: 4 };
/** Uploads such a file to the preview, with the columns said where they are not remembered. */
async function draft(client: Client, ...lines: Line[]): Promise<DonationImport> {
  const { body } = await upload(client, file(...lines));
  if (body.status === 'ready') return body;
  const mapped = await client.put<DonationImport>(
    `/api/admin/donation-imports/${body.id}/mapping`,
    { columns, defaults: { paymentMethod: 'Cash' } },
  );
  expect(mapped.body).toMatchObject({ status: 'ready' });
  return mapped.body;
}
const view = async (id: string) =>
  (await office.get<DonationImport>(`/api/admin/donation-imports/${id}`)).body;
const giversOf = async (id: string, query = '', client = office) =>
  (await client.get<ImportGiver[]>(`/api/admin/donation-imports/${id}/givers${query}`)).body;
const open = async (id: string) =>
  (await giversOf(id, '?open=true')).map(({ name, email }) => [name, email]);
const answer = (id: string, givers: string[], body: object) =>
  office.patch<DonationImport & ErrorBody>(`/api/admin/donation-imports/${id}/givers`, {
    givers,
    ...body,
  });
const keyOf = async (id: string, name: string, email: string | null = null) =>
  (await giversOf(id)).find((one) => one.name === name && one.email === email)!.key;
const remembered = async (client = office) =>
  (await client.get<ImportAnswer[]>('/api/admin/import-answers')).body;
/** each donor's gifts of all years */
const ledger = async () => {
  const byDonor = Map.groupBy(
    (await office.get<Ledger>('/api/admin/church-ledger?sort=name')).body.rows,
    ({ donorId }) => donorId,
  );
  const donors = [...byDonor.values()].map(
    (rows) =>
      [rows[0]!.name, rows[0]!.kind, rows.reduce((sum, { count }) => sum + count, 0)] as const,
  );
  return donors.sort(
    ([name, , count], [other, , than]) => name.localeCompare(other) || count - than,
  );
};
const guest = async (name: string, email?: string, phone?: string) => {
  const [guestFirstName, guestLastName] = name.split(' ');
  return await office.post<Donation & ErrorBody>('/api/donations', {
    guestFirstName,
    guestLastName,
    guestEmail: email,
    guestPhone: phone,
    amount: '1.00',
    date: '2020-01-01',
  });
};

describe('a guest recorded by hand', () => {
  it('is found by name and address, or by name if one side has no address', async () => {
    const one = await guest('Ann Lee', 'ann@x.test');
    expect((await guest('ANN lee', 'Ann@X.test')).body.donorId).toBe(one.body.donorId);
    expect((await guest('Ann Lee')).body.donorId).toBe(one.body.donorId);
    const other = await guest('Ann Lee', 'lee@x.test');
    expect(other.body.donorId).not.toBe(one.body.donorId);
    const bo = await guest('Bo Li');
    expect((await guest('Bo Li', 'bo@x.test')).body).toMatchObject({
      donorId: bo.body.donorId,
      guestEmail: 'bo@x.test',
    });
    expect((await guest('Bo Li', 'li@x.test')).body.donorId).not.toBe(bo.body.donorId);
  });

  it('needs an email address or a phone number if several guests have the name', async () => {
    await guest('Ann Lee', 'ann@x.test');
    await guest('Ann Lee', 'lee@x.test', '(555) 010-0199');
    const refused = await guest('Ann Lee');
    expect(refused).toMatchObject({
      status: 409,
      body: {
        message:
          '2 guests are named Ann Lee. Please enter the email address of the one who gave this.',
        issues: [{ path: 'guestEmail' }],
      },
    });
    expect((await guest('Ann Lee', undefined, '+1 555 010 0199')).body).toMatchObject({
      guestEmail: 'lee@x.test',
    });
  });

  it('becomes another guest if one gift gets a new address; a phone number changes for all', async () => {
    const [one, two] = [await guest('Ann Lee', 'ann@x.test'), await guest('Ann Lee', 'ann@x.test')];
    const moved = await office.patch<Donation>(`/api/admin/donations/${one.body.id}`, {
      guestEmail: 'lee@x.test',
    });
    expect(moved.body).toMatchObject({ donorName: 'Ann Lee', guestEmail: 'lee@x.test' });
    expect(moved.body.donorId).not.toBe(two.body.donorId);
    const named = await office.patch<Donation>(`/api/admin/donations/${one.body.id}`, {
      guestFirstName: 'Anne',
    });
    expect(named.body).toMatchObject({ donorName: 'Anne Lee', guestEmail: 'lee@x.test' });
    await office.patch(`/api/admin/donations/${two.body.id}`, { guestPhone: '555' });
    expect(
      (await office.get<Donation>(`/api/admin/donations?donorId=${two.body.donorId}`)).body,
    ).toMatchObject([{ guestPhone: '555', donorId: two.body.donorId }]);
  });

  it('is found by the address when a form checks whether a gift is entered twice', async () => {
    await guest('Ann Lee', 'ann@x.test');
    await guest('Ann Lee', 'lee@x.test');
    const check = async (query: string) =>
      (
        await office.get(
          `/api/donations/check?guestFirstName=Ann&guestLastName=Lee&amount=1&date=2020-01-01${query}`,
        )
      ).body;
    expect(await check('&guestEmail=ann@x.test')).toMatchObject({ again: 1, donorName: 'Ann Lee' });
    expect(await check('')).toMatchObject({ again: 0, donorName: null });
  });
});

describe('the givers of a file', () => {
  it('are asked about once each, and not again in the next file', async () => {
    const people: Line[] = [
      ['Walter Simmons', 'walter@bank.test'],
      ['Simone Weil'],
      ['$davek'],
      ['Ruth Ames', '', '555-010-0101'],
      ['', 'nameless@bank.test'],
    ];
    const month = Array.from({ length: 60 }, (_, n) => people[n % 5]!);
    const first = await draft(office, ...month);
    expect(first.counts).toMatchObject({ total: 60, held: 60, rejected: 0 });
    const givers = await giversOf(first.id, '?open=true');
    expect(givers.map(({ rows, amount, open }) => [rows, amount, open])).toEqual(
      Array(5).fill([12, '120.00', true]),
    );
    let choices = 0;
    for (const { key, name } of givers) {
      const answered = await answer(
        first.id,
        [key],
        name === '$davek' ? { answer: 'member', donorId: david } : { answer: 'guest' },
      );
      expect(answered.status).toBe(200);
      choices++;
    }
    expect(choices).toBe(5);
    expect(await open(first.id)).toEqual([]);
    await commit(office, first.id);
    expect(await ledger()).toEqual([
      ['David Kowalski', 'member', 12],
      ['No name (nameless@bank.test)', 'guest', 12],
      ['Ruth Ames', 'guest', 12],
      ['Simone Weil', 'guest', 12],
      ['Walter Simmons', 'guest', 12],
    ]);
    const next = await draft(office, ...month);
    expect(next.counts).toMatchObject({ total: 60, new: 60, rejected: 0, held: 0 });
    expect(await open(next.id)).toEqual([]);
    await commit(office, next.id);
    expect((await ledger()).map(([, , count]) => count)).toEqual([24, 24, 24, 24, 24]);
    expect((await verifyChurch(test.db, test.store, church)).problems).toEqual([]);
  });

  it('have candidates, each with a reason', async () => {
    await guest('Walter Simmons', 'family@x.test');
    const ruth = { email: 'ruth@x.test', firstName: 'Ruth', lastName: 'Whitfield' };
    await test.run(
      new StoreMemberDonor(church, (await test.person(church, { ...ruth, signsIn: false })).id, {
        ...ruth,
        phone: '(555) 010-0177',
      }),
    );
    const { id } = await draft(
      office,
      ['Dave Kowalski'],
      ['Kowalski David', 'other@x.test'],
      ['Wanda Simmons', 'family@x.test'],
      ['R W', '', '+1 555.010.0177'],
      ['Hana Broks'],
      ['Nobody Known'],
    );
    const why = Object.fromEntries(
      (await giversOf(id)).map(({ name, candidates }) => [
        name,
        candidates.map((one) => [one.name, one.kind, one.why]),
      ]),
    );
    expect(why).toMatchObject({
      'Dave Kowalski': [['David Kowalski', 'member', 'nickname: Dave for David']],
      'Kowalski David': [['David Kowalski', 'member', 'name turned round']],
      'Wanda Simmons': [['Walter Simmons', 'guest', 'same email address']],
      'R W': [['Ruth Whitfield', 'member', 'same phone number']],
      'Hana Broks': [['Hannah Brooks', 'member', 'similar name']],
      'Nobody Known': [],
    });
    expect((await view(id)).counts.new).toBe(0);
  });

  it('are matched with a member by the exact address, and are asked about by a name alone', async () => {
    const { id } = await draft(
      office,
      ['H. B.', 'HANNAH@x.test'],
      ['Hannah Brooks'],
      ['Hannah Brooks'],
      ['hannah  BROOKS KING', 'elsewhere@x.test'],
    );
    expect((await view(id)).counts).toMatchObject({ new: 1, held: 3, rejected: 0 });
    const rows = (await office.get<ImportRow[]>(`/api/admin/donation-imports/${id}/rows`)).body;
    expect(rows.map(({ message }) => message)).toEqual([
      null,
      'Row 3: Is this the member Hannah Brooks? The file gives no email address.',
      'Row 4: Is this the member Hannah Brooks? The file gives no email address.',
      'Row 5: No giver found with email "elsewhere@x.test". Who gave this?',
    ]);
    const key = await keyOf(id, 'Hannah Brooks');
    expect(
      (await answer(id, [key], { answer: 'member', donorId: hannah })).body.counts,
    ).toMatchObject({ new: 3, held: 1, rejected: 0 });
    expect(
      (await remembered()).map(({ name, email, donor }) => [name, email, donor?.name]),
    ).toEqual([['Hannah Brooks', null, 'Hannah Brooks']]);
  });

  it('with one name and two addresses are two guests; one without an address is asked about', async () => {
    const { id } = await draft(
      office,
      ['Ann Lee', 'ann@x.test'],
      ['Ann Lee', 'lee@x.test'],
      ['Ann Lee'],
    );
    const keys = (await giversOf(id)).map(({ key }) => key);
    expect(keys).toHaveLength(3);
    expect((await answer(id, keys, { answer: 'guest' })).body.counts).toMatchObject({
      new: 2,
      held: 1,
      rejected: 0,
    });
    const third = await keyOf(id, 'Ann Lee');
    expect(await answer(id, [third], { answer: 'guest' })).toMatchObject({
      status: 409,
      body: {
        message:
          'Several guests are named Ann Lee. Choose which of them this is, or say that it is somebody else.',
      },
    });
    const second = (await giversOf(id)).find(({ email }) => email === 'lee@x.test')!;
    expect(
      (await answer(id, [third], { answer: 'guest', donorId: second.donor!.id })).body.counts,
    ).toMatchObject({ new: 3 });
    await commit(office, id);
    expect(await ledger()).toEqual([
      ['Ann Lee', 'guest', 1],
      ['Ann Lee', 'guest', 2],
    ]);
  });

  it('without an address are matched with the only recorded guest of the name, also if the file adds another', async () => {
    const bo = (await guest('Bo Li', 'bo@x.test')).body.donorId;
    const { id } = await draft(office, ['Bo Li', 'new@x.test'], ['Bo Li']);
    expect((await giversOf(id)).map(({ email, donor }) => [email, donor?.id])).toEqual([
      [null, bo],
      ['new@x.test', undefined],
    ]);
    expect(
      (await answer(id, [await keyOf(id, 'Bo Li', 'new@x.test')], { answer: 'guest' })).body.counts,
    ).toMatchObject({ new: 2 });
    await commit(office, id);
    expect(
      (await office.get<Ledger>(`/api/admin/church-ledger?sort=name`)).body.rows.filter(
        ({ donorId }) => donorId === bo,
      ),
    ).toHaveLength(2); // in 2020, by hand, and in the file's year
    expect(await ledger()).toEqual([
      ['Bo Li', 'guest', 1],
      ['Bo Li', 'guest', 2],
    ]);
  });

  it('without an address are asked about if a recorded guest and a new guest have the name', async () => {
    await guest('Bo Li', 'bo@x.test');
    const before = await draft(office, ['Bo Li', 'new@x.test']);
    await answer(before.id, [await keyOf(before.id, 'Bo Li', 'new@x.test')], { answer: 'guest' });
    const { id, counts } = await draft(office, ['Bo Li', 'new@x.test'], ['Bo Li']);
    expect(counts).toMatchObject({ new: 1, held: 1 });
    expect(await open(id)).toEqual([['Bo Li', null]]);
  });

  it('without an address are the only giver of that name, or the one with the same phone number', async () => {
    const { id } = await draft(
      office,
      ['Ann Lee', 'ann@x.test'],
      ['Ann Lee'],
      ['Bo Li', 'bo@x.test', '555-010-0110'],
      ['Bo Li', 'li@x.test'],
      ['Bo Li', '', '(555) 010 0110'],
      ['', 'ann@x.test'],
    );
    expect((await giversOf(id)).map(({ name, email, rows }) => [name, email, rows])).toEqual([
      ['Ann Lee', 'ann@x.test', 3],
      ['Bo Li', 'bo@x.test', 2],
      ['Bo Li', 'li@x.test', 1],
    ]);
    await answer(
      id,
      (await giversOf(id)).map(({ key }) => key),
      { answer: 'guest' },
    );
    await commit(office, id);
    expect(await ledger()).toEqual([
      ['Ann Lee', 'guest', 3],
      ['Bo Li', 'guest', 1],
      ['Bo Li', 'guest', 2],
    ]);
    expect((await draft(office, ['Ann Lee'], ['', 'ann@x.test'])).counts).toMatchObject({ new: 2 });
  });

  it('are matched with the guest of the same name and address, or the only one of the name', async () => {
    const ann = (await guest('Ann Lee', 'ann@x.test')).body.donorId;
    const bo = (await guest('Bo Li')).body.donorId;
    const { id, counts } = await draft(
      office,
      ['Ann Lee', 'ann@x.test'],
      ['Ann Lee'],
      ['Bo Li', 'bo@x.test'],
    );
    expect(counts).toMatchObject({ new: 3 });
    expect((await giversOf(id)).map(({ donor, open }) => [donor?.id, open])).toEqual([
      [ann, false],
      [bo, false],
    ]);
    expect(
      (await answer(id, [await keyOf(id, 'Bo Li', 'bo@x.test')], { answer: 'apart' })).status,
    ).toBe(200);
    await commit(office, id);
    expect(await ledger()).toEqual([
      ['Ann Lee', 'guest', 3],
      ['Bo Li', 'guest', 1],
      ['Bo Li', 'guest', 1],
    ]);
  });

  it('with one name and two addresses are not both matched with a guest without an address', async () => {
    await guest('Ann Lee');
    const { id, counts } = await draft(
      office,
      ['Ann Lee', 'ann@x.test'],
      ['Ann Lee', 'lee@x.test'],
    );
    expect(counts).toMatchObject({ held: 2, new: 0 });
    expect(await open(id)).toHaveLength(2);
  });

  it('with the address of another name are asked about, as a household or one person', async () => {
    const walter = (await guest('Walter Simmons', 'family@x.test')).body.donorId;
    const { id, counts } = await draft(
      office,
      ['Wanda Simmons', 'family@x.test'],
      ['Walt Simmons', 'family@x.test'],
    );
    expect(counts).toMatchObject({ held: 2 });
    const [row] = (await office.get<ImportRow[]>(`/api/admin/donation-imports/${id}/rows`)).body;
    expect(row).toMatchObject({
      problem: 'giver',
      message:
        'Row 2: A household, or one person? The guest Walter Simmons has the email address "family@x.test".',
    });
    await answer(id, [await keyOf(id, 'Wanda Simmons', 'family@x.test')], { answer: 'guest' });
    await answer(id, [await keyOf(id, 'Walt Simmons', 'family@x.test')], {
      answer: 'guest',
      donorId: walter,
    });
    await commit(office, id);
    expect(await ledger()).toEqual([
      ['Walter Simmons', 'guest', 2],
      ['Wanda Simmons', 'guest', 1],
    ]);
    expect(
      (await draft(office, ['Wanda Simmons', 'family@x.test'], ['Walt Simmons', 'family@x.test']))
        .counts,
    ).toMatchObject({ new: 2 });
  });

  it('with one unknown address can share one new guest, who is created once', async () => {
    const { id } = await draft(
      office,
      ['Wanda Simmons', 'family@x.test'],
      ['Walt Simmons', 'family@x.test'],
    );
    const [walt, wanda] = await giversOf(id);
    const same = wanda!.candidates.find(({ why }) => why === 'same email address')!;
    expect(same).toMatchObject({ name: 'Walt Simmons', kind: 'guest' });
    await answer(id, [wanda!.key], { answer: 'guest', donorId: same.id });
    await answer(id, [walt!.key], { answer: 'guest' });
    expect(await open(id)).toEqual([]);
    await answer(id, [walt!.key], { answer: 'member', donorId: david });
    expect((await giversOf(id)).map(({ donor }) => donor?.name)).toEqual([
      'David Kowalski',
      'David Kowalski',
    ]);
    await answer(id, [walt!.key], { answer: 'guest' });
    await answer(id, [wanda!.key], { answer: 'guest', donorId: same.id });
    await commit(office, id);
    expect(await ledger()).toEqual([['Walt Simmons', 'guest', 2]]);
  });

  it('without a name are Unidentified giver, or the donor that a user chooses', async () => {
    const { id, counts } = await draft(office, [''], ['']);
    expect(counts).toMatchObject({ rejected: 2 });
    const [nobody] = await giversOf(id, '?open=true');
    expect(nobody).toMatchObject({ name: '', email: null, rows: 2, open: true });
    expect((await answer(id, [nobody!.key], { answer: 'guest' })).body.counts).toMatchObject({
      new: 2,
    });
    expect(
      (await answer(id, [nobody!.key], { answer: 'member', donorId: hannah })).body.counts,
    ).toMatchObject({ new: 2 });
    expect((await giversOf(id)).map(({ donor }) => donor?.id)).toEqual([hannah]);
    await answer(id, [nobody!.key], { answer: 'guest' });
    await commit(office, id);
    expect(await ledger()).toEqual([['Unidentified giver', 'unidentified', 2]]);
    expect(await remembered()).toEqual([]);
  });

  it('are listed in pages by the header Link', async () => {
    const { id } = await draft(
      office,
      ...Array.from({ length: 5 }, (_, n): Line => [`Giver ${n}`]),
    );
    const first = await office.get<ImportGiver[]>(
      `/api/admin/donation-imports/${id}/givers?limit=3`,
    );
    const next = /<([^>]+)>; rel="next"/.exec(first.headers.get('link')!)![1]!;
    const second = await office.get<ImportGiver[]>(next);
    expect([...first.body, ...second.body].map(({ name }) => name)).toEqual([
      'Giver 0',
      'Giver 1',
      'Giver 2',
      'Giver 3',
      'Giver 4',
    ]);
    expect(second.headers.get('link')).toBeNull();
  });
});

describe('an answer', () => {
  it('holds for all rows of the giver, also for rows corrected later, and can be changed', async () => {
    const text = [
      'Who,Mail,Sum,On',
      'Dave,,10.00,2024-03-01',
      'Dave,,ten,2024-03-02',
      'Dave,,30.00,2024-03-03',
    ].join('\n');
    const { id } = (await upload(office, text)).body;
    await office.put(`/api/admin/donation-imports/${id}/mapping`, {
      columns: { name: 0, email: 1, amount: 2, date: 3 },
      defaults: { paymentMethod: 'Cash' },
    });
    const key = await keyOf(id, 'Dave');
    for (let time = 0; time < 2; time++)
      expect(await answer(id, [key], { answer: 'member', donorId: david })).toMatchObject({
        status: 200,
        body: { counts: { new: 2, rejected: 1 } },
      });
    await office.patch(`/api/admin/donation-imports/${id}/rows`, {
      rows: [3],
      action: 'set',
      values: { amount: '20.00' },
    });
    expect(
      (await giversOf(id)).map(({ rows, amount, donor, open }) => [rows, amount, donor?.id, open]),
    ).toEqual([[3, '60.00', david, false]]);
    await answer(id, [key], { answer: 'guest' });
    expect((await giversOf(id))[0]!.donor).toMatchObject({ kind: 'guest', name: 'Dave' });
    await answer(id, [key], { answer: 'member', donorId: hannah });
    await commit(office, id);
    expect(await ledger()).toEqual([['Hannah Brooks', 'member', 3]]);
  });

  it('that is changed also holds for the other names of the giver in the file', async () => {
    const { id } = await draft(office, ['Ann Lee', 'ann@x.test'], ['Ann Lee'], ['', 'ann@x.test']);
    const key = await keyOf(id, 'Ann Lee', 'ann@x.test');
    await answer(id, [key], { answer: 'guest' });
    expect(
      (await answer(id, [key], { answer: 'member', donorId: hannah })).body.counts,
    ).toMatchObject({ new: 3 });
    expect((await remembered()).map(({ name, email, donor }) => [name, email, donor?.id])).toEqual([
      ['', 'ann@x.test', hannah],
      ['Ann Lee', null, hannah],
      ['Ann Lee', 'ann@x.test', hannah],
    ]);
    expect((await draft(office, ['Ann Lee'], ['', 'ann@x.test'])).counts).toMatchObject({ new: 2 });
  });

  it('compares the rows with the recorded gifts again', async () => {
    await give(office, david, { amount: '10.00', date: '2024-03-01' });
    const { id } = (await upload(office, ['Who,Mail,Sum,On', 'Dave,,10.00,2024-03-01'].join('\n')))
      .body;
    await office.put(`/api/admin/donation-imports/${id}/mapping`, {
      columns: { name: 0, email: 1, amount: 2, date: 3 },
      defaults: { paymentMethod: 'Cash' },
    });
    const key = await keyOf(id, 'Dave');
    expect(
      (await answer(id, [key], { answer: 'member', donorId: david })).body.counts,
    ).toMatchObject({ held: 1, new: 0 });
    expect(
      (await answer(id, [key], { answer: 'member', donorId: hannah })).body.counts,
    ).toMatchObject({ held: 0, new: 1 });
  });

  it('about single rows has precedence over the answer about the giver', async () => {
    const { id } = await draft(office, ['Dave'], ['Dave'], ['Dave']);
    const key = await keyOf(id, 'Dave');
    await answer(id, [key], { answer: 'member', donorId: david });
    const repair = (body: object) => office.patch(`/api/admin/donation-imports/${id}/rows`, body);
    await repair({ rows: [2], action: 'guest' });
    await repair({ rows: [3], action: 'set', values: { email: 'hannah@x.test' } });
    await commit(office, id);
    expect(await ledger()).toEqual([
      ['Dave', 'guest', 1],
      ['David Kowalski', 'member', 1],
      ['Hannah Brooks', 'member', 1],
    ]);
  });

  it.each([
    ['no member', { answer: 'member' }, 400],
    [
      'a member that does not exist',
      { answer: 'member', donorId: '01a1fc63-f841-71e3-ad8c-fa6353f799cd' },
      400,
    ],
    [
      'a guest that does not exist',
      { answer: 'guest', donorId: '01a1fc63-f841-71e3-ad8c-fa6353f799cd' },
      400,
    ],
    [
      'somebody new with a record',
      { answer: 'apart', donorId: '01a1fc63-f841-71e3-ad8c-fa6353f799cd' },
      400,
    ],
    ['another word', { answer: 'burn' }, 400],
  ])('with %s is refused', async (_name, body, status) => {
    const { id } = await draft(office, ['Dave']);
    expect((await answer(id, [await keyOf(id, 'Dave')], body)).status).toBe(status);
    expect(await open(id)).toHaveLength(1);
  });

  it('is refused if it applies to no giver, or if the import is committed', async () => {
    const { id } = await draft(office, ['Dave']);
    expect(await answer(id, ['somebody\n'], { answer: 'guest' })).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('none is in this file') },
    });
    expect((await answer(id, [], { answer: 'guest' })).status).toBe(400);
    const key = await keyOf(id, 'Dave');
    await answer(id, [key], { answer: 'guest' });
    await commit(office, id);
    expect((await answer(id, [key], { answer: 'guest' })).status).toBe(409);
  });

  it('is kept when the user goes back to the columns', async () => {
    const { id } = await draft(office, ['Dave'], ['Ann Lee']);
    await answer(id, [await keyOf(id, 'Dave')], { answer: 'apart' });
    await office.put(`/api/admin/donation-imports/${id}/mapping`, {
      columns,
      defaults: { paymentMethod: 'Check' },
    });
    expect(await open(id)).toEqual([['Ann Lee', null]]);
  });
});

describe('a remembered answer', () => {
  it('belongs to one church, is listed, and can be deleted', async () => {
    const { id } = await draft(office, ['$davek']);
    await answer(id, [await keyOf(id, '$davek')], { answer: 'member', donorId: david });
    const [one] = await remembered();
    expect(one).toMatchObject({
      kind: 'giver',
      name: '$davek',
      email: null,
      answer: 'member',
      donor: { id: david, name: 'David Kowalski', kind: 'member' },
    });
    expect(
      (await office.get<ImportAnswer[]>(`/api/admin/import-answers?donorId=${david}`)).body,
    ).toHaveLength(1);
    expect(
      (await office.get<ImportAnswer[]>(`/api/admin/import-answers?donorId=${hannah}`)).body,
    ).toEqual([]);

    const other = await test.church(`stranger-${serial}`);
    await test.person(other, { email: `admin@stranger-${serial}.test`, role: 'admin' });
    const stranger = test.as(`admin@stranger-${serial}.test`);
    expect(await remembered(stranger)).toEqual([]);
    expect((await stranger.delete(`/api/admin/import-answers/${one!.id}`)).status).toBe(404);
    expect((await stranger.get(`/api/admin/donation-imports/${id}/givers`)).status).toBe(404);
    expect((await stranger.patch(`/api/admin/donation-imports/${id}/givers`, {})).status).toBe(404);
    expect(
      (await giversOf((await draft(stranger, ['$davek'])).id, '?open=true', stranger)).map(
        ({ candidates }) => candidates,
      ),
    ).toEqual([[]]);

    expect((await office.delete(`/api/admin/import-answers/${one!.id}`)).status).toBe(204);
    expect((await office.delete(`/api/admin/import-answers/${one!.id}`)).status).toBe(404);
    expect(await open((await draft(office, ['$davek'])).id)).toEqual([['$davek', null]]);
    expect((await view(id)).counts.new).toBe(1); // what was said in a draft stays
  });

  it('is deleted when the member leaves, also in drafts', async () => {
    const { id } = await draft(office, ['$davek']);
    await answer(id, [await keyOf(id, '$davek')], { answer: 'member', donorId: david });
    await test.run(new MarkMemberLeft(church, david));
    expect(await remembered()).toEqual([]);
    expect((await office.post<ErrorBody>(`/api/admin/donation-imports/${id}/commit`)).status).toBe(
      409,
    );
    expect(await open(id)).toEqual([['$davek', null]]);
    expect(await open((await draft(office, ['$davek'])).id)).toEqual([['$davek', null]]);
  });

  it('about a new guest with a known name is stored only by the commit', async () => {
    await guest('Ann Lee');
    const { id } = await draft(office, ['Ann Lee']);
    await answer(id, [await keyOf(id, 'Ann Lee')], { answer: 'apart' });
    expect(await remembered()).toEqual([]);
    await commit(office, id);
    expect((await draft(office, ['Ann Lee'])).counts).toMatchObject({ new: 1 });
    expect(await remembered()).toMatchObject([
      { name: 'Ann Lee', donor: { name: 'Ann Lee', kind: 'guest' } },
    ]);
  });
});

describe('a guest of whom only the address is known', () => {
  const recordNameless = async () => {
    const { id } = await draft(office, ['', 'quill@x.test'], ['Quill@x.test', 'quill@x.test']);
    const [giver, ...others] = await giversOf(id);
    expect(giver).toMatchObject({ name: '', email: 'quill@x.test', rows: 2 });
    expect(others).toEqual([]);
    await answer(id, [giver!.key], { answer: 'guest' });
    expect((await giversOf(id))[0]!.donor).toMatchObject({ name: 'No name (quill@x.test)' });
    await commit(office, id);
    return (await office.get<Donation[]>('/api/admin/donations?sort=date')).body;
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
      (await office.get<Ledger>('/api/admin/church-ledger?search=quill@x')).body.rows,
    ).toMatchObject([{ name: 'No name (quill@x.test)', count: 2 }]);
  });

  it('is found by the address in the next file', async () => {
    const [first] = await recordNameless();
    const { id } = await draft(office, ['', 'QUILL@x.test']);
    expect(await giversOf(id)).toMatchObject([{ donor: { id: first!.donorId }, open: false }]);
  });

  it('keeps the gifts if an edit gives no name, and gets a name by an edit', async () => {
    const [first] = await recordNameless();
    const edit = async (body: object) =>
      (await office.patch<Donation>(`/api/admin/donations/${first!.id}`, body)).body;
    const noName = { guestFirstName: '', guestLastName: '', guestEmail: 'quill@x.test' };
    expect(await edit({ ...noName, guestPhone: '', amount: '11.00' })).toMatchObject({
      donorId: first!.donorId,
      amount: '11.00',
    });
    expect(await edit({ guestFirstName: 'Ada', guestLastName: 'Quill' })).toMatchObject({
      donorName: 'Ada Quill',
      guestEmail: 'quill@x.test',
    });
  });

  it('is shown without a name in the rows of a draft', async () => {
    const { id } = await draft(office, ['', 'quill@x.test'], ['ada@x.test']);
    for (const { key } of await giversOf(id)) await answer(id, [key], { answer: 'guest' });
    const rows = (await office.get<ImportRow[]>(`/api/admin/donation-imports/${id}/rows`)).body;
    expect(rows.map(({ donor }) => donor?.name)).toEqual([
      'No name (quill@x.test)',
      'No name (ada@x.test)',
    ]);
  });
});

describe('undo', () => {
  it('removes the guests that only this import created, and their answers; a new import creates them again', async () => {
    const kept = (await guest('Bo Li', 'bo@x.test')).body.donorId;
    const { id } = await draft(
      office,
      ['Ann Lee', 'ann@x.test'],
      ['Bo Li', 'bo@x.test'],
      ['Cy Young'],
      ['$bo'],
    );
    await answer(
      id,
      (await giversOf(id, '?open=true')).filter(({ name }) => name !== '$bo').map(({ key }) => key),
      { answer: 'guest' },
    );
    await answer(id, [await keyOf(id, '$bo')], { answer: 'guest', donorId: kept });
    await commit(office, id);
    await guest('Cy Young'); // has given by another way since
    expect((await remembered()).map(({ name }) => name)).toEqual(['$bo', 'Ann Lee', 'Cy Young']);
    expect((await office.post(`/api/admin/donation-imports/${id}/undo`)).status).toBe(202);
    await settled(office, id);
    expect((await remembered()).map(({ name }) => name)).toEqual(['$bo', 'Cy Young']);
    expect(await ledger()).toEqual([
      ['Bo Li', 'guest', 1],
      ['Cy Young', 'guest', 1],
    ]);
    const again = await draft(
      office,
      ['Ann Lee', 'ann@x.test'],
      ['Bo Li', 'bo@x.test'],
      ['Cy Young'],
      ['$bo'],
    );
    expect(await open(again.id)).toEqual([['Ann Lee', 'ann@x.test']]);
    expect((await giversOf(again.id, '?open=true')).map(({ candidates }) => candidates)).toEqual([
      [],
    ]);
    await answer(again.id, [await keyOf(again.id, 'Ann Lee', 'ann@x.test')], { answer: 'guest' });
    await commit(office, again.id);
    expect(await ledger()).toEqual([
      ['Ann Lee', 'guest', 1],
      ['Bo Li', 'guest', 3],
      ['Cy Young', 'guest', 2],
    ]);
    // the undone gifts keep the name under which they stood
    const deleted = (await office.get<Donation[]>('/api/admin/donations?state=deleted')).body
      .map(({ donorName }) => donorName)
      .sort();
    expect(deleted).toEqual(['Ann Lee', 'Bo Li', 'Bo Li', 'Cy Young']);
    expect((await verifyChurch(test.db, test.store, church)).problems).toEqual([]);
  });

  it('makes drafts ask again about givers whose guests it removed', async () => {
    const [one, two] = [await draft(office, ['Ann Lee']), await draft(office, ['Bo Li'])];
    await answer(one.id, [await keyOf(one.id, 'Ann Lee')], { answer: 'guest' });
    await commit(office, one.id);
    const three = await draft(office, ['Ann Lee']);
    expect(three.counts).toMatchObject({ new: 1 });
    await office.post(`/api/admin/donation-imports/${one.id}/undo`);
    await settled(office, one.id);
    expect((await office.post(`/api/admin/donation-imports/${three.id}/commit`)).status).toBe(409);
    expect(await open(three.id)).toEqual([['Ann Lee', null]]);
    expect(await open(two.id)).toEqual([['Bo Li', null]]);
  });
});

it('two imports at the same time create a new guest once', async () => {
  const drafts = [
    await draft(office, ['Ann Lee', 'ann@x.test']),
    await draft(office, ['Ann Lee', 'ann@x.test']),
    await draft(office, ['Ann Lee']),
  ];
  for (const { id } of drafts)
    await answer(
      id,
      (await giversOf(id)).map(({ key }) => key),
      { answer: 'guest' },
    );
  await Promise.all(
    drafts.map(({ id }) => office.post(`/api/admin/donation-imports/${id}/commit`)),
  );
  for (const { id } of drafts)
    expect(await settled(office, id)).toMatchObject({ status: 'committed' });
  expect(await ledger()).toEqual([['Ann Lee', 'guest', 3]]);
});
