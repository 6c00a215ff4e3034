import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { DonationImport, ImportRow } from '#libs/contracts';
import { everyPage, startApp, type TestApp } from '../../../support/app.js';
import { upload } from '../../../support/imports.js';
import {
  booksOf,
  importInHurry,
  churchWithStaff,
} from '../../../support/giving-files/import-cases.js';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const pathOf = ({ id }: { id: string }) => `/api/admin/donation-imports/${id}`;
const csvOf = (...lines: string[]) => lines.join('\n');

describe('suggested columns of funds', () => {
  it('leave out a column of totals, even if only one row has several amounts', async () => {
    const { staff } = await churchWithStaff(app);
    const { questions } = await importInHurry(
      staff,
      csvOf(
        'Date,Name,Method,Tithe,Offering,Total',
        '2026-02-01,Ada Quill,Check,100.00,10.00,110.00',
        '2026-02-01,Ben Rowe,Check,50.00,,50.00',
      ),
    );
    expect(questions.map(({ kind }) => kind)).toContain('amountColumns');
    expect(await booksOf(staff)).toEqual([
      '2026-02-01 Ada Quill, Offering: 10.00',
      '2026-02-01 Ada Quill, Tithe: 100.00',
      '2026-02-01 Ben Rowe, Tithe: 50.00',
    ]);
  });

  it.each(['Total', 'Amount'])(
    'are read as funds if the column %s only repeats their amounts',
    async (heading) => {
      const { staff } = await churchWithStaff(app);
      const { questions } = await importInHurry(
        staff,
        csvOf(
          `Date,Name,Method,Tithe,Offering,${heading}`,
          '2026-02-01,Ada Quill,Check,100.00,,100.00',
          '2026-02-01,Ben Rowe,Check,,50.00,50.00',
        ),
      );
      expect(questions.map(({ kind }) => kind)).toContain('amountColumns');
      expect(await booksOf(staff)).toEqual([
        '2026-02-01 Ada Quill, Tithe: 100.00',
        '2026-02-01 Ben Rowe, Offering: 50.00',
      ]);
    },
  );

  it('need a confirmation if the file also has a column of funds or envelopes', async () => {
    const { staff } = await churchWithStaff(app);
    const { body } = await upload(
      staff,
      csvOf(
        'Envelope,Date,Name,Method,Tithe,Offering,Total',
        '412,2026-02-01,Ada Quill,Check,100.00,10.00,110.00',
        '413,2026-02-01,Ben Rowe,Check,50.00,5.00,55.00',
      ),
    );
    const question = body.questions.find(({ kind }) => kind === 'amountColumns');
    expect(question?.fundColumns).toEqual([{ column: 4 }, { column: 5 }]);
    expect(body.mapping?.fundColumns).toBeUndefined();
  });

  it('import a gift whose first fund is empty and whose note contains "balance"', async () => {
    const { staff } = await churchWithStaff(app);
    await importInHurry(
      staff,
      csvOf(
        'Date,Name,Method,Tithe,Offering,Notes',
        '2026-02-01,Ada Quill,Check,100.00,10.00,',
        '2026-02-08,Cleo Stark,Check,,11.00,Balance forward of pledge',
      ),
    );
    expect(await booksOf(staff)).toContain('2026-02-08 Cleo Stark, Offering: 11.00');
  });

  it('are asked about again in the next file until a user has confirmed them', async () => {
    const { staff } = await churchWithStaff(app);
    const file = (day: string) =>
      csvOf(
        'Date,Name,Method,Tithe,Offering',
        `${day},Ada Quill,Check,100.00,10.00`,
        `${day},Ben Rowe,Check,50.00,5.00`,
      );
    const { body } = await upload(staff, file('2026-02-01'));
    await staff.put(`${pathOf(body)}/mapping`, { encoding: 'utf-8' });
    const next = await upload(staff, file('2026-03-01'));
    expect(next.body.questions.map(({ kind }) => kind)).toContain('amountColumns');
  });

  it('never assign the correction of a row to another gift', async () => {
    const { staff } = await churchWithStaff(app);
    const { body } = await upload(
      staff,
      csvOf(
        'Date,Name,Method,Dîme,Offrande',
        '2026-02-01,Ada Quill,Check,100.00,10.00',
        '2026-02-01,Ben Rowe,Check,50.00,5.00',
        '2026-02-08,Cleo Stark,Check,60.00,6.00',
      ),
    );
    const path = pathOf(body);
    const withoutFunds = { fundColumns: null, unusedColumns: [4] };
    await staff.put(`${path}/mapping`, withoutFunds);
    await staff.patch(`${path}/rows`, { rows: [4], action: 'set', values: { amount: '61.00' } });
    // Another encoding changes a heading, so that the columns are suggested again.
    await staff.put(`${path}/mapping`, { encoding: 'windows-1252' });
    await staff.put(`${path}/mapping`, { encoding: 'utf-8' });
    const { body: remapped } = await staff.put<DonationImport>(`${path}/mapping`, {});
    expect(remapped.status).toBe('needs_mapping');
    await staff.put(`${path}/mapping`, withoutFunds);
    const rows = await everyPage<ImportRow>(staff, `${path}/rows`);
    const changed = rows.filter((row) => row.changed.length > 0);
    expect(changed.map(({ record }) => record[1])).toEqual(['Cleo Stark']);
  });

  it('are refused if one of them is also the column of the fund', async () => {
    const { staff } = await churchWithStaff(app);
    const { body } = await upload(
      staff,
      csvOf('Date,Name,Method,Tithe,Offering', '2026-02-01,Ada Quill,Check,100.00,10.00'),
    );
    const { status } = await staff.put(`${pathOf(body)}/mapping`, {
      columns: { date: 0, name: 1, paymentMethod: 2, amount: 3, campaign: 4 },
      fundColumns: [{ column: 3 }, { column: 4 }],
    });
    expect(status).toBe(400);
  });
});
