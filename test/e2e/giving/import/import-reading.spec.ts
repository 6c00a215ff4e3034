import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import iconv from 'iconv-lite';
import type { Donation, DonationImport, ImportRow } from '#libs/contracts';
import { ods, sheetData, xlsx } from '../../../../libs/workbook/support.js';
import { startApp, type Client, type TestApp } from '../../../support/app.js';
import { commit, template, upload } from '../../../support/imports.js';

let test: TestApp;
let church: string;
let office: Client;
let serial = 0;
beforeAll(async () => {
  test = await startApp();
});
afterAll(() => test.close());
beforeEach(async () => {
  const slug = `reading-${++serial}`;
  church = await test.church(slug);
  await test.db.tenant(church, (tx) =>
    tx.sql(`update organization set time_zone = 'America/New_York' where id = $1`, [church]),
  );
  await test.person(church, { email: `office@${slug}.test`, role: 'secretary' });
  await test.person(church, {
    email: 'hannah@x.test',
    firstName: 'Hannah',
    lastName: 'Brooks',
    signsIn: false,
  });
  await test.person(church, {
    email: 'jose@x.test',
    firstName: 'José',
    lastName: 'Núñez',
    signsIn: false,
  });
  office = test.as(`office@${slug}.test`);
});

const map = async (id: string, mapping: object = {}) =>
  (await office.put<DonationImport>(`/api/admin/donation-imports/${id}/mapping`, mapping)).body;
const repair = async (id: string, body: object) =>
  (await office.patch<DonationImport>(`/api/admin/donation-imports/${id}/rows`, body)).body;
const rows = async (id: string, query = '') =>
  (await office.get<ImportRow[]>(`/api/admin/donation-imports/${id}/rows${query}`)).body;
const kinds = ({ questions }: DonationImport) => questions.map(({ kind }) => kind);
const question = ({ questions }: DonationImport, kind: string) =>
  questions.find((one) => one.kind === kind);
const gifts = async () =>
  (await office.get<Donation[]>('/api/admin/donations?sort=date')).body.map(
    ({ donorName, amount, date }) => [donorName, amount, date],
  );
const cash = { defaults: { paymentMethod: 'Cash' } };
const csv = (...lines: string[]) => `${lines.join('\n')}\n`;

describe('a workbook', () => {
  const gift = ['hannah@x.test', 25.1 + 16.2, '2025-03-02'];

  it('is imported like a text file, whatever its name is', async () => {
    const file = xlsx({ sheets: { Gifts: sheetData([['Email', 'Amount', 'Date'], gift]) } });
    const draft = (await upload(office, file, 'gifts.csv')).body;
    expect(draft).toMatchObject({
      status: 'needs_mapping',
      kind: 'xlsx',
      sheets: ['Gifts'],
      sheet: 'Gifts',
      headerRow: 1,
    });
    expect(kinds(draft)).not.toContain('sheet');
    expect(await map(draft.id, cash)).toMatchObject({
      status: 'ready',
      counts: { new: 1 },
      amounts: { new: '41.30' },
    });
    await commit(office, draft.id);
    expect(await gifts()).toEqual([['Hannah Brooks', '41.30', '2025-03-02']]);
    // the next one like it asks nothing
    const next = xlsx({
      sheets: {
        Cover: sheetData([
          ['Church', 'Report'],
          ['Grace', 'April'],
        ]),
        Gifts: sheetData([
          ['Email', 'Amount', 'Date'],
          ['hannah@x.test', 5, '2025-04-06'],
        ]),
      },
    });
    expect((await upload(office, next, 'april.xlsx')).body).toMatchObject({
      status: 'ready',
      sheet: 'Gifts',
      counts: { new: 1 },
    });
  });

  it('with the columns of the template is a template', async () => {
    const header = ['email', 'amount', 'paymentmethod', 'date', 'campaign', 'notes'];
    const file = xlsx({
      sheets: {
        A: `${sheetData([header])}<row r="2"><c t="inlineStr"><is><t>hannah@x.test</t></is></c><c><v>25</v></c><c t="inlineStr"><is><t>Cash</t></is></c><c s="1"><v>45718</v></c></row>`,
      },
      styles: '<cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs>',
    });
    expect((await upload(office, file)).body).toMatchObject({
      format: 'template',
      status: 'ready',
      counts: { new: 1 },
    });
  });

  it('with several sheets is asked about, and the chosen sheet is read', async () => {
    const sheet = (amount: number) =>
      sheetData([
        ['Email', 'Amount', 'Date'],
        ['hannah@x.test', amount, '2025-03-02'],
      ]);
    const draft = (
      await upload(office, xlsx({ sheets: { January: sheet(1), February: sheet(2), Empty: '' } }))
    ).body;
    expect(draft).toMatchObject({
      status: 'needs_mapping',
      sheet: 'January',
      sheets: ['January', 'February'],
    });
    expect(question(draft, 'sheet')).toMatchObject({
      message: 'Which sheet holds the donations?',
      options: [{ value: 'January' }, { value: 'February' }],
    });
    expect(await map(draft.id, { ...cash, sheet: 'February' })).toMatchObject({
      status: 'ready',
      sheet: 'February',
      amounts: { new: '2.00' },
    });
    expect(await map(draft.id, { sheet: 'January' })).toMatchObject({
      status: 'ready',
      sheet: 'January',
      amounts: { new: '1.00' },
    });
  });

  it('can be an OpenDocument file', async () => {
    const cell = (text: string) =>
      `<table:table-cell office:value-type="string"><text:p>${text}</text:p></table:table-cell>`;
    const row = (...cells: string[]) =>
      `<table:table-row>${cells.map(cell).join('')}</table:table-row>`;
    const draft = (
      await upload(
        office,
        ods(
          `<table:table table:name="A">${row('Email', 'Amount', 'Date')}${row('hannah@x.test', '25.00', '2025-03-02')}</table:table>`,
        ),
      )
    ).body;
    expect(await map(draft.id, cash)).toMatchObject({
      kind: 'ods',
      status: 'ready',
      amounts: { new: '25.00' },
    });
  });

  it.each([
    [
      'a document type',
      xlsx({ sheets: { A: '<!DOCTYPE x>' } }),
      /document type definition|damaged/,
    ],
    [
      'an old workbook',
      Buffer.concat([Buffer.from([0xd0, 0xcf, 0x11, 0xe0]), Buffer.alloc(600)]),
      /old Excel workbook/,
    ],
    ['an archive', Buffer.from('PK\x05\x06'.padEnd(22, '\0'), 'latin1'), /ZIP archive/],
  ])('that is %s is refused with a sentence, and nothing is kept', async (_, file, message) => {
    const answer = await upload(office, file, 'gifts.xlsx');
    expect(answer.status).toBe(400);
    expect(answer.body.message).toMatch(message);
    expect((await office.get('/api/admin/donation-imports')).body).toEqual([]);
  });
});

describe('a bank’s file', () => {
  it('in the OFX format is imported with dates in the church’s time zone', async () => {
    const transaction = (posted: string, amount: string, id: string) =>
      `<STMTTRN><TRNTYPE>DEP<DTPOSTED>${posted}<TRNAMT>${amount}<FITID>${id}<NAME>Hannah Brooks</STMTTRN>`;
    const file = `OFXHEADER:100\nDATA:OFXSGML\n\n<OFX><STMTRS><CURDEF>USD<BANKACCTFROM><ACCTID>123456789<ACCTTYPE>CHECKING</BANKACCTFROM><BANKTRANLIST>${transaction('20260101043000[0:GMT]', '+25.00', 'A')}${transaction('20260101', '-3.00', 'B')}</BANKTRANLIST></STMTRS></OFX>`;
    const draft = (await upload(office, file, 'bank.qfx')).body;
    expect(draft).toMatchObject({ kind: 'ofx', source: 'ofx', status: 'needs_mapping' });
    expect(question(draft, 'words')?.words).toMatchObject([{ word: 'DEP', answer: 'gift' }]);
    const read = await map(draft.id);
    expect(read).toMatchObject({ status: 'ready', counts: { held: 1, setAside: 1 } });
    await repair(draft.id, { state: 'held', action: 'accept' });
    await commit(office, draft.id);
    expect(await gifts()).toEqual([['Hannah Brooks', '25.00', '2025-12-31']]);
  });
});

describe('a report without gifts', () => {
  it('is refused with the name of the report to export, and nothing is stored', async () => {
    const answer = await upload(
      office,
      csv(
        'id,Amount,Created (UTC),Currency,Arrival Date (UTC),Destination,Status,Type,Description',
        'po_1,480.25,2026-01-02 10:00,usd,2026-01-05 00:00,ba_1,paid,bank_account,STRIPE PAYOUT',
      ),
    );
    expect(answer.status).toBe(400);
    expect(answer.body.message).toBe(
      'This file lists the payouts of Stripe to your bank, and contains no gifts. In Stripe, open Payments, export all payments, and import that file.',
    );
    expect((await office.get('/api/admin/donation-imports')).body).toEqual([]);
  });
});

describe('the header', () => {
  it('can be in another row, or missing', async () => {
    const draft = (
      await upload(office, csv('hannah@x.test,25.00,2025-03-02', 'hannah@x.test,30.00,2025-03-09'))
    ).body;
    expect(draft).toMatchObject({
      status: 'needs_mapping',
      headerRow: 0,
      columns: [
        { header: 'Column 1', suggestion: 'email' },
        { suggestion: 'amount' },
        { suggestion: 'date' },
      ],
    });
    expect(kinds(draft)).toContain('headerRow');
    expect(draft.firstRows[0]).toEqual({ row: 1, cells: ['hannah@x.test', '25.00', '2025-03-02'] });
    expect(await map(draft.id, cash)).toMatchObject({
      status: 'ready',
      counts: { total: 2, new: 2 },
      amounts: { new: '55.00' },
    });
    const below = (
      await upload(
        office,
        csv('Who,When,What', 'Email,Date,Amount', 'hannah@x.test,2025-03-02,25.00'),
      )
    ).body;
    expect(await map(below.id, { ...cash, headerRow: 2 })).toMatchObject({
      status: 'ready',
      headerRow: 2,
      counts: { total: 1, new: 1 },
    });
  });
});

describe('texts', () => {
  it('with an uncertain encoding are asked about with samples of each encoding', async () => {
    const file = iconv.encode(csv('Name,Amount,Date', 'José Núñez,25.00,2025-03-02'), 'macintosh');
    const draft = (await upload(office, file)).body;
    expect(draft).toMatchObject({ status: 'needs_mapping', encoding: 'macintosh' });
    expect(question(draft, 'encoding')?.options).toContainEqual({
      value: 'macintosh',
      samples: ['José Núñez'],
    });
    const read = await map(draft.id, { ...cash, encoding: 'macintosh' });
    expect(read.status).toBe('ready');
    expect((await rows(draft.id))[0]!.values.name).toBe('José Núñez');
    // the next one of the same kind is read the same, and not where it says otherwise itself
    const next = csv('Name,Amount,Date', 'José Núñez,26.00,2025-04-02');
    const second = (await upload(office, iconv.encode(next, 'macintosh'))).body;
    expect(second).toMatchObject({ status: 'ready', encoding: 'macintosh' });
    const third = (await upload(office, next)).body;
    expect(third).toMatchObject({
      status: 'ready',
      encoding: 'utf-8',
      mapping: { encoding: 'utf-8' },
    });
    for (const { id } of [second, third])
      expect((await rows(id))[0]!.values.name).toBe('José Núñez');
  });

  it('that were damaged before are repaired if a user confirms it', async () => {
    const draft = (await upload(office, csv('Name,Amount,Date', 'Jos√© N√∫√±ez,25.00,2025-03-02')))
      .body;
    expect(question(draft, 'mendText')?.samples).toEqual(['Jos√© N√∫√±ez → José Núñez']);
    await map(draft.id, { ...cash, mendText: true });
    expect((await rows(draft.id))[0]!.values.name).toBe('José Núñez');
    await map(draft.id, { mendText: false });
    expect((await rows(draft.id))[0]!.values.name).toBe('Jos√© N√∫√±ez');
  });
});

describe('days and times', () => {
  it('are converted to the church’s time zone, however the file names its own', async () => {
    const read = async (header: string, cells: string, mapping: object = {}) => {
      const { id } = (
        await upload(office, csv(`Email,Amount,${header}`, `hannah@x.test,25.00,${cells}`))
      ).body;
      const answer = await map(id, { ...cash, ...mapping });
      const [row] = await test.db.tenant(church, (tx) =>
        tx.sql<{ date: string }>('select date from donation_import_row where import_id = $1', [id]),
      );
      return answer.status === 'ready' ? row!.date : kinds(answer);
    };
    expect(await read('Date', '2026-01-01T04:30:00Z')).toBe('2025-12-31');
    expect(await read('Created (UTC)', '2026-01-01 04:30:00')).toBe('2025-12-31');
    expect(await read('Created (UTC)', '2026-01-01')).toBe('2026-01-01');
    expect(await read('Date', '2025-12-31 23:30:00 PST')).toBe('2026-01-01');
    expect(await read('Date', '2025-12-31 23:30:00')).toBe('2025-12-31');
    expect(
      await read(
        'Payment Date (America/Chicago),Payment Time (America/Chicago)',
        '12/31/2025,11:30 PM',
      ),
    ).toBe('2026-01-01');
    expect(await read('Date,Time,TimeZone', '12/31/2025,22:30:00,PST')).toBe('2026-01-01');
    expect(await read('Date', '2025-12-31 23:30:00 IST')).toEqual(['zone']);
    expect(await read('Date', '2026-01-01 04:30:00 IST', { zone: 'Asia/Kolkata' })).toBe(
      '2025-12-31',
    );
  });

  it('are read as serial numbers of a spreadsheet if the whole column has them', async () => {
    const draft = (
      await upload(
        office,
        csv('Email,Amount,Date', 'hannah@x.test,25.00,45718', 'hannah@x.test,5.00,45719'),
      )
    ).body;
    expect(await map(draft.id, cash)).toMatchObject({
      status: 'ready',
      mapping: { dateStyle: 'serial' },
      counts: { new: 2 },
    });
    await commit(office, draft.id);
    expect(await gifts()).toEqual([
      ['Hannah Brooks', '25.00', '2025-03-02'],
      ['Hannah Brooks', '5.00', '2025-03-03'],
    ]);
    const mixed = (
      await upload(
        office,
        csv('Email,Amount,Date', 'hannah@x.test,26.00,45718', 'hannah@x.test,6.00,2025-03-03'),
      )
    ).body;
    expect(await map(mixed.id, cash)).toMatchObject({ counts: { new: 1, rejected: 1 } });
  });
});

describe('rows without a gift', () => {
  it('are recognized and skipped, each with a line in the control total', async () => {
    const lines = [
      'Email,Amount,Date,Status',
      'Spring appeal',
      'hannah@x.test,25.00,2025-03-02,paid',
      'hannah@x.test,30.00,2025-03-09,paid',
      ',55.00,,',
      'Email,Amount,Date,Status',
      'hannah@x.test,5.00,2025-03-16,paid',
      'Grand total,60.00,,',
      'Ending balance,1234.00,2025-03-31,',
    ];
    const draft = (await upload(office, csv(...lines))).body;
    const read = await map(draft.id, cash);
    expect(read).toMatchObject({
      status: 'ready',
      counts: { total: 8, new: 3, setAside: 5, rejected: 0 },
      amounts: { total: '60.00' },
      control: { file: { rows: 3, amount: '60.00' }, gross: '60.00', recorded: '60.00' },
    });
    expect(read.control?.lines).toContainEqual({
      what: 'total',
      why: 'A total or title of the file, not a gift',
      rows: 5,
      amount: '1349.00',
      recorded: '0.00',
    });
    expect(
      (await rows(draft.id, '?state=setAside')).map(({ row, problem }) => [row, problem]),
    ).toEqual([
      [2, 'footer'],
      [5, 'footer'],
      [6, 'footer'],
      [8, 'footer'],
      [9, 'footer'],
    ]);
  });

  it('do not include givers whose name contains "Total", or invalid rows', async () => {
    const draft = (
      await upload(
        office,
        csv(
          'Name,Amount,Date',
          'Total Wine,25.00,2025-03-02',
          'Jane;25,00;2025-03-02,,',
          ',30.00,,',
        ),
      )
    ).body;
    expect(await map(draft.id, cash)).toMatchObject({
      counts: { setAside: 0, held: 1, rejected: 2 },
    });
  });

  it('are errors in the template', async () => {
    expect(
      (await upload(office, template('hannah@x.test,25.00,Cash,2025-03-02,,', 'Total,25.00,,,,')))
        .body.counts,
    ).toMatchObject({ new: 1, rejected: 1 });
  });
});

describe('a bank statement', () => {
  const statement = iconv.encode(
    [
      'Relevé du compte 000',
      'Solde au 31/03/2025 : 1 234,56',
      'Date;Libellé;Débit;Crédit;Nom;Commentaire',
      '15/03/2025;LOYER;900,00;;;',
      '16/03/2025;VIREMENT;;50,00;Ada Example',
      '17/03/2025;CORRECTION;5,00;20,00;Ada Example;',
      '31/03/2025;Solde au 31/03/2025;;1 234,56;;',
    ].join('\n'),
    'win1252',
  );

  it('has rows of money that left the account, which are no gifts', async () => {
    const draft = (await upload(office, statement)).body;
    expect(draft).toMatchObject({ headerRow: 3, mapping: { columns: { moneyOut: 2, amount: 3 } } });
    const read = await map(draft.id, { encoding: 'windows-1252', ...cash });
    expect(read).toMatchObject({ status: 'ready', counts: { total: 4, setAside: 2, held: 2 } });
    expect((await rows(draft.id)).map(({ state, message }) => [state, message])).toEqual([
      ['setAside', 'Row 4: Not a gift (Money that left the account)'],
      ['held', 'Row 5: No giver found with name "Ada Example". Who gave this?'],
      ['held', 'Row 6: Is this a gift? (Money that left the account)'],
      ['setAside', 'Row 7: A total or title of the file, not a gift'],
    ]);
    expect(read.control?.lines).toContainEqual({
      what: 'leftOut',
      why: 'Money that left the account',
      rows: 1,
      amount: '0.00',
      recorded: '0.00',
    });
  });

  it('may have negative amounts for money that left the account', async () => {
    const file = csv(
      'Buchungstag;Auftraggeber;Betrag;Verwendungszweck',
      '15.03.2025;Bank;-900,00;Miete',
      '16.03.2025;Ada Example;50,00;Spende',
    );
    const draft = (await upload(office, file)).body;
    await map(draft.id, cash);
    expect((await rows(draft.id)).map(({ message }) => message)).toEqual([
      'Row 2: Not a gift (Money that left the account)',
      expect.stringContaining('Row 3: '),
    ]);
    const next = (await upload(office, file.replaceAll('2025', '2024'))).body;
    expect((await rows(next.id)).map(({ message }) => message)[0]).toBe(
      'Row 2: Not a gift (Money that left the account)',
    );
  });
});

describe('the names of givers', () => {
  const openGivers = async (id: string) =>
    (
      await office.get<{ name: string; rows: number }[]>(
        `/api/admin/donation-imports/${id}/givers?open=true`,
      )
    ).body.map(({ name, rows: count }) => `${name}: ${count}`);

  it('may have the last name first', async () => {
    const draft = (
      await upload(
        office,
        csv(
          'Name,Amount,Date',
          '"Example, Ada",25.00,2025-03-02',
          '"Example, Ben",30.00,2025-03-09',
          'Cleo Stark,5.00,2025-03-09',
        ),
      )
    ).body;
    const read = await map(draft.id, cash);
    expect(read).toMatchObject({ status: 'ready', mapping: { nameStyle: 'lastFirst' } });
    expect((await openGivers(draft.id)).sort()).toEqual([
      'Ada Example: 1',
      'Ben Example: 1',
      'Cleo Stark: 1',
    ]);
    // a row that is read again after a change keeps its giver
    await repair(draft.id, { rows: [2], action: 'set', values: { amount: '26.00' } });
    expect(await openGivers(draft.id)).toContain('Ada Example: 1');
  });

  it('are asked about if some have the last name first', async () => {
    const lines = ['Name,Amount,Date', '"Example, Ada",25.00,2025-03-02'];
    const file = csv(...lines, 'Cleo Stark,5.00,2025-03-09', 'Dora Tell,6.00,2025-03-09');
    const draft = (await upload(office, file)).body;
    const asked = await map(draft.id, cash);
    expect(asked.status).toBe('needs_mapping');
    expect(question(asked, 'nameStyle')).toMatchObject({
      message: 'Are these names written with the last name first?',
      samples: ['Example, Ada'],
    });
    expect((await map(draft.id, { nameStyle: 'lastFirst' })).status).toBe('ready');
    expect(await openGivers(draft.id)).toContain('Ada Example: 1');
    expect((await upload(office, file.replaceAll('2025', '2024'))).body).toMatchObject({
      status: 'ready',
      mapping: { nameStyle: 'lastFirst' },
    });
  });

  it('may be in a line above their gifts, as in QuickBooks reports', async () => {
    const report = csv(
      'Grace Church,,,,,',
      'Sales by Customer Detail,,,,,',
      '"January - March, 2025",,,,,',
      ',Date,Transaction Type,Num,Product/Service,Amount',
      'Ada Example,,,,,',
      ',01/05/2025,Sales Receipt,1001,Tithes,50.00',
      ',01/19/2025,Sales Receipt,1002,Tithes,20.00',
      'Total for Ada Example,,,,,70.00',
      '"Example, Ben",,,,,',
      ',02/02/2025,Sales Receipt,1003,Missions,30.00',
      '"Total for Example, Ben",,,,,30.00',
      'TOTAL,,,,,100.00',
    );
    const draft = (await upload(office, report)).body;
    expect(draft).toMatchObject({
      headerRow: 4,
      mapping: { giverAbove: true, columns: { name: 0 } },
    });
    expect(question(draft, 'columns')?.message).toContain(
      'The name of each giver is in a line above the gifts.',
    );
    const read = await map(draft.id, { ...cash, nameStyle: 'lastFirst' });
    expect(read).toMatchObject({
      status: 'ready',
      counts: { total: 8, setAside: 5 },
      control: { gross: '100.00' },
    });
    expect((await openGivers(draft.id)).sort()).toEqual(['Ada Example: 2', 'Ben Example: 1']);
    await repair(draft.id, { rows: [6], action: 'set', values: { amount: '51.00' } });
    expect(await openGivers(draft.id)).toContain('Ada Example: 2');
    const next = (await upload(office, report.replaceAll('2025', '2024'))).body;
    expect(next).toMatchObject({ status: 'ready', mapping: { giverAbove: true } });
  });
});

describe('a running balance', () => {
  it('is never read as the amount, by its name or by its values', async () => {
    const file = (name: string) =>
      csv(
        `Date,Name,Movement,${name}`,
        '2025-03-02,Hannah Brooks,25.00,125.00',
        '2025-03-03,Hannah Brooks,30.00,155.00',
        '2025-03-04,Hannah Brooks,5.00,160.00',
      );
    for (const name of ['Running Bal.', 'Balance', 'Total'])
      expect((await upload(office, file(name))).body.mapping?.columns.amount).toBe(2);
  });
});

describe('a row with an unusual date or amount', () => {
  const day = (years: number, days = 0) =>
    new Date(
      Date.UTC(
        new Date().getUTCFullYear() + years,
        new Date().getUTCMonth(),
        new Date().getUTCDate() + days,
      ),
    )
      .toISOString()
      .slice(0, 10);

  it('needs review if its date is in the future or long ago, until a user confirms it', async () => {
    const gift = (date: string) => `hannah@x.test,25.00,Cash,${date},,`;
    const { id, counts } = (
      await upload(office, template(gift(day(0, 3)), gift(day(-11)), gift(day(-9))))
    ).body;
    expect(counts).toMatchObject({ new: 1, held: 2 });
    expect(
      (await rows(id, '?state=held')).map(({ problem, message }) => [
        problem,
        message?.replace(/^.*\? /, ''),
      ]),
    ).toEqual([
      ['date', 'It is in the future.'],
      ['date', 'It is more than ten years ago.'],
    ]);
    expect((await office.post(`/api/admin/donation-imports/${id}/commit`)).status).toBe(409);
    expect((await repair(id, { state: 'held', action: 'accept' })).counts).toMatchObject({
      new: 3,
      held: 0,
    });
    await commit(office, id);
    expect(await gifts()).toHaveLength(3);
  });

  it('needs review if its amount is over a hundred times the usual, until confirmed or corrected', async () => {
    const amounts = ['10.00', '20.00', '30.00', '2000.00', '200000.00', '300000.00'];
    const { id, counts } = (
      await upload(
        office,
        template(...amounts.map((amount, n) => `hannah@x.test,${amount},Cash,2025-03-0${n + 1},,`)),
      )
    ).body;
    expect(counts).toMatchObject({ new: 4, held: 2 });
    expect((await rows(id, '?state=held'))[0]).toMatchObject({
      problem: 'amount',
      message:
        'Row 6: Is $200,000.00 right? It is more than a hundred times what is usual in this file.',
    });
    await repair(id, { rows: [6], action: 'set', values: { amount: '200.00' } });
    expect((await repair(id, { rows: [7], action: 'accept' })).counts).toMatchObject({
      new: 6,
      held: 0,
    });
  });

  it('needs review after a user names its giver, and again after its date is changed', async () => {
    const { id } = (await upload(office, template(`guest@x.test,25.00,Cash,${day(0, 5)},,`))).body;
    expect(
      (
        await repair(id, {
          rows: [2],
          action: 'guest',
          values: { firstName: 'Gloria', lastName: 'Guest' },
        })
      ).counts,
    ).toMatchObject({ held: 1 });
    expect((await repair(id, { rows: [2], action: 'accept' })).counts).toMatchObject({ new: 1 });
    expect(
      (await repair(id, { rows: [2], action: 'set', values: { campaign: 'Roof' } })).counts,
    ).toMatchObject({ new: 1 });
    expect(
      (await repair(id, { rows: [2], action: 'set', values: { date: day(0, 6) } })).counts,
    ).toMatchObject({ held: 1 });
  });

  it('needs review if the unusual date comes from a correction', async () => {
    const { id } = (await upload(office, template('hannah@x.test,25.00,Cash,never,,'))).body;
    expect(
      (await repair(id, { rows: [2], action: 'set', values: { date: day(1) } })).counts,
    ).toMatchObject({ held: 1, new: 0 });
  });
});
