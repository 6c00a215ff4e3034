import fs from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import Papa from 'papaparse';
import type { DonationImport, ImportMapping } from '#libs/contracts';
import { startApp, type Client, type TestApp } from '../../../support/app.js';
import { expectLinesToAddUp } from '../../../support/control-total.js';
import { commit, importPath, template, upload } from '../../../support/imports.js';

let test: TestApp;
let staff: Client;
let churches = 0;
beforeAll(async () => {
  test = await startApp();
});
beforeEach(async () => {
  const slug = `control-${++churches}`;
  const church = await test.church(slug);
  await test.person(church, { email: `office@${slug}.test`, role: 'secretary' });
  await test.person(church, { email: 'hannah@x.test', signsIn: false });
  staff = test.as(`office@${slug}.test`);
});
afterAll(() => test.close());

const map = async (id: string, choice: Partial<ImportMapping> = {}) =>
  (await staff.put<DonationImport>(`${importPath(id)}/mapping`, choice)).body;
const viewOf = async (id: string) => (await staff.get<DonationImport>(importPath(id))).body;
const change = (id: string, rows: number[], action: string, values?: object) =>
  staff.patch(`${importPath(id)}/rows`, { rows, action, values });

const columns = 'Email,Amount,Date,Status,Type,Currency,Refunded,Fee';
const read = async (...lines: string[]) => {
  const { id } = (await upload(staff, [columns, ...lines, ''].join('\n'))).body;
  return map(id, {
    defaults: { paymentMethod: 'Card' },
    words: {
      status: { failed: 'not', pending: 'not', refunded: 'refund', paid: 'gift' },
      type: { donation: 'gift', refund: 'refund', dispute: 'refund' },
    },
  });
};
const lineOf = ({ control }: DonationImport, kind: string, reason = '') =>
  control!.lines.find((line) => line.what === kind && line.why.includes(reason));

describe('the control total', () => {
  it('shows failed, pending and refunded rows as not recorded', async () => {
    const view = await read(
      'hannah@x.test,50.00,2025-03-02,Paid,Donation,USD,,1.75',
      'hannah@x.test,40.00,2025-03-02,Failed,Donation,USD,,',
      'hannah@x.test,30.00,2025-03-03,Pending,Donation,USD,,',
      'hannah@x.test,20.00,2025-03-04,Refunded,Donation,USD,,0.90',
      'hannah@x.test,10.00,2025-03-05,Paid,Donation,USD,4.00,0.60',
    );
    const { file, recorded } = expectLinesToAddUp(view);
    expect(file).toEqual({ rows: 5, amount: '150.00' });
    expect(recorded).toBe('56.00');
    expect(lineOf(view, 'recorded')).toMatchObject({ rows: 2, amount: '60.00', recorded: '56.00' });
    for (const [reason, amount] of [
      ['Failed', '40.00'],
      ['Pending', '30.00'],
      ['Refunded in full', '20.00'],
    ] as const)
      expect(lineOf(view, 'leftOut', reason)).toMatchObject({ rows: 1, amount, recorded: '0.00' });
  });

  it('counts an amount of another currency as it is in the file', async () => {
    const view = await read('hannah@x.test,25.00,2025-03-02,Paid,Donation,CAD,,');
    expect(expectLinesToAddUp(view)).toMatchObject({
      file: { rows: 1, amount: '25.00' },
      recorded: '0.00',
    });
    await change(view.id, [2], 'accept', { amount: '17.31' });
    expect(expectLinesToAddUp(await viewOf(view.id))).toMatchObject({
      file: { rows: 1, amount: '25.00' },
      lines: [{ what: 'recorded', amount: '25.00', recorded: '17.31' }],
    });
  });

  it('keeps the amount of the file when a user changes a row', async () => {
    const view = await read(
      'hannah@x.test,50.00,2025-03-02,Paid,Donation,USD,,',
      'hannah@x.test,lots,2025-03-03,Paid,Donation,USD,,',
    );
    await change(view.id, [2], 'set', { amount: '45.00' });
    await change(view.id, [3], 'set', { amount: '5.00' });
    expect(expectLinesToAddUp(await viewOf(view.id))).toMatchObject({
      file: { rows: 2, amount: '50.00' },
      recorded: '50.00',
    });
    await change(view.id, [2], 'reset');
    expect(expectLinesToAddUp(await viewOf(view.id))).toMatchObject({
      file: { rows: 2, amount: '50.00' },
      recorded: '55.00',
    });
  });

  it('counts total rows separately until the user accepts them as gifts', async () => {
    const view = await read(
      'hannah@x.test,50.00,2025-03-02,Paid,Donation,USD,,',
      'hannah@x.test,25.00,2025-03-03,Paid,Donation,USD,,',
      'Total,75.00,,,,,,',
    );
    expect(expectLinesToAddUp(view).file).toEqual({ rows: 2, amount: '75.00' });
    expect(lineOf(view, 'total')).toMatchObject({ rows: 1, amount: '75.00', recorded: '0.00' });
    await change(view.id, [4], 'set', { email: 'hannah@x.test', date: '2025-03-04' });
    await change(view.id, [4], 'accept');
    const counted = await viewOf(view.id);
    expect(expectLinesToAddUp(counted).file).toEqual({ rows: 3, amount: '150.00' });
    expect(lineOf(counted, 'total')).toBeUndefined();
  });

  it('adds the fee of a dispute, and subtracts a fee that a refund gives back', async () => {
    const view = await read(
      'hannah@x.test,50.00,2025-03-02,Paid,Donation,USD,,1.46',
      'hannah@x.test,-10.00,2025-03-03,Paid,Dispute,USD,,15.00',
    );
    expect(view.control).toMatchObject({ gross: '50.00', refunds: '10.00', fees: '16.46' });
    const refund = await read(
      'hannah@x.test,50.00,2025-03-02,Paid,Donation,USD,,-1.46',
      'hannah@x.test,-10.00,2025-03-03,Paid,Refund,USD,,0.30',
    );
    expect(refund.control).toMatchObject({ gross: '50.00', refunds: '10.00', fees: '1.16' });
  });

  it('shows a recorded amount of zero for rows that are already recorded', async () => {
    const file = template('hannah@x.test,50.00,Cash,2025-03-02,,');
    await commit(staff, (await upload(staff, file)).body.id);
    const secondDraft = (await upload(staff, file)).body;
    expect(expectLinesToAddUp(secondDraft)).toMatchObject({
      file: { rows: 1, amount: '50.00' },
      lines: [{ what: 'duplicate', rows: 1, amount: '50.00', recorded: '0.00' }],
    });
  });
});

describe('the control total of a sample', () => {
  const folder = path.resolve(import.meta.dirname, '../../../../src/giving/import/sources/samples');
  const samples = fs.readdirSync(folder);

  it.each(samples)('of %s adds up to its amount column', async (sample) => {
    const text = fs.readFileSync(path.join(folder, sample), 'utf8');
    const view = await map((await upload(staff, text)).body.id);
    const column = view.mapping!.columns.amount!;
    const [, ...rows] = Papa.parse<string[]>(text, { skipEmptyLines: true }).data;
    const cents = rows.reduce(
      (sum, cells) => sum + Math.round(Number(cells[column]!.replace(/[$,]/g, '')) * 100),
      0,
    );
    const { file } = expectLinesToAddUp(view);
    expect(file).toEqual({ rows: rows.length, amount: (cents / 100).toFixed(2) });
  });
});
