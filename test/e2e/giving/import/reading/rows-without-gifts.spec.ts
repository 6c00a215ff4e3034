import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import iconv from 'iconv-lite';
import { startApp, type TestApp } from '../../../../support/app.js';
import { template } from '../../../../support/imports.js';
import {
  cashDefaults,
  createReadingChurch,
  joinLines,
  type ReadingChurch,
} from './reading-church.js';

let app: TestApp;
let church: ReadingChurch;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  church = await createReadingChurch(app);
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
    const draft = (await church.upload(joinLines(...lines))).body;
    const read = await church.mapColumns(draft.id, cashDefaults);
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
      (await church.readRows(draft.id, '?state=setAside')).map(({ row, problem }) => [
        row,
        problem,
      ]),
    ).toEqual([
      [2, 'footer'],
      [5, 'footer'],
      [6, 'footer'],
      [8, 'footer'],
      [9, 'footer'],
    ]);
  });

  it('do not include invalid rows, or rows of givers whose name contains "Total"', async () => {
    const draft = (
      await church.upload(
        joinLines(
          'Name,Amount,Date',
          'Total Wine,25.00,2025-03-02',
          'Jane;25,00;2025-03-02,,',
          ',30.00,,',
        ),
      )
    ).body;
    expect(await church.mapColumns(draft.id, cashDefaults)).toMatchObject({
      counts: { setAside: 0, held: 1, rejected: 2 },
    });
  });

  it('are errors in a file in the format of the template', async () => {
    expect(
      (await church.upload(template('hannah@x.test,25.00,Cash,2025-03-02,,', 'Total,25.00,,,,')))
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

  it('has rows of outgoing money, which are skipped or need review', async () => {
    const draft = (await church.upload(statement)).body;
    expect(draft).toMatchObject({ headerRow: 3, mapping: { columns: { moneyOut: 2, amount: 3 } } });
    const read = await church.mapColumns(draft.id, { encoding: 'windows-1252', ...cashDefaults });
    expect(read).toMatchObject({ status: 'ready', counts: { total: 4, setAside: 2, held: 2 } });
    expect((await church.readRows(draft.id)).map(({ state, message }) => [state, message])).toEqual(
      [
        ['setAside', 'Row 4: Not a gift (Money that left the account)'],
        ['held', 'Row 5: No giver found with name "Ada Example". Who gave this?'],
        ['held', 'Row 6: Is this a gift? (Money that left the account)'],
        ['setAside', 'Row 7: A total or title of the file, not a gift'],
      ],
    );
    expect(read.control?.lines).toContainEqual({
      what: 'leftOut',
      why: 'Money that left the account',
      rows: 1,
      amount: '0.00',
      recorded: '0.00',
    });
  });

  it('may have negative amounts for money that left the account', async () => {
    const file = joinLines(
      'Buchungstag;Auftraggeber;Betrag;Verwendungszweck',
      '15.03.2025;Bank;-900,00;Miete',
      '16.03.2025;Ada Example;50,00;Spende',
    );
    const draft = (await church.upload(file)).body;
    await church.mapColumns(draft.id, cashDefaults);
    expect((await church.readRows(draft.id)).map(({ message }) => message)).toEqual([
      'Row 2: Not a gift (Money that left the account)',
      expect.stringContaining('Row 3: '),
    ]);
    const next = (await church.upload(file.replaceAll('2025', '2024'))).body;
    expect((await church.readRows(next.id)).map(({ message }) => message)[0]).toBe(
      'Row 2: Not a gift (Money that left the account)',
    );
  });
});

describe('a running balance', () => {
  it('is never read as the amount, by its name or by its values', async () => {
    const writeFile = (name: string) =>
      joinLines(
        `Date,Name,Movement,${name}`,
        '2025-03-02,Hannah Brooks,25.00,125.00',
        '2025-03-03,Hannah Brooks,30.00,155.00',
        '2025-03-04,Hannah Brooks,5.00,160.00',
      );
    for (const name of ['Running Bal.', 'Balance', 'Total'])
      expect((await church.upload(writeFile(name))).body.mapping?.columns.amount).toBe(2);
  });
});
