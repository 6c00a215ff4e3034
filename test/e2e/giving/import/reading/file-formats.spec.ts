import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { startApp, type TestApp } from '../../../../support/app.js';
import {
  cashDefaults,
  createReadingChurch,
  findQuestion,
  joinLines,
  listQuestionKinds,
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

describe('a bank’s file', () => {
  it('is imported from the OFX format with dates in the church’s time zone', async () => {
    const transaction = (posted: string, amount: string, id: string) =>
      `<STMTTRN><TRNTYPE>DEP<DTPOSTED>${posted}<TRNAMT>${amount}<FITID>${id}` +
      '<NAME>Hannah Brooks</STMTTRN>';
    const file = [
      'OFXHEADER:100\nDATA:OFXSGML\n\n<OFX><STMTRS><CURDEF>USD',
      '<BANKACCTFROM><ACCTID>123456789<ACCTTYPE>CHECKING</BANKACCTFROM>',
      '<BANKTRANLIST>',
      transaction('20260101043000[0:GMT]', '+25.00', 'A'),
      transaction('20260101', '-3.00', 'B'),
      '</BANKTRANLIST></STMTRS></OFX>',
    ].join('');
    const draft = (await church.upload(file, 'bank.qfx')).body;
    expect(draft).toMatchObject({ kind: 'ofx', source: 'ofx', status: 'needs_mapping' });
    expect(findQuestion(draft, 'words')?.words).toMatchObject([{ word: 'DEP', answer: 'gift' }]);
    const read = await church.mapColumns(draft.id);
    expect(read).toMatchObject({ status: 'ready', counts: { held: 1, setAside: 1 } });
    await church.repairRows(draft.id, { state: 'held', action: 'accept' });
    await church.commit(draft.id);
    expect(await church.listGifts()).toEqual([['Hannah Brooks', '25.00', '2025-12-31']]);
  });
});

describe('a report without gifts', () => {
  it('is refused with the name of the report to export, and nothing is stored', async () => {
    const answer = await church.upload(
      joinLines(
        'id,Amount,Created (UTC),Currency,Arrival Date (UTC),Destination,Status,Type,Description',
        'po_1,480.25,2026-01-02 10:00,usd,2026-01-05 00:00,ba_1,paid,bank_account,STRIPE PAYOUT',
      ),
    );
    expect(answer.status).toBe(400);
    expect(answer.body.message).toBe(
      'This file lists the payouts of Stripe to your bank, and contains no gifts. In Stripe, ' +
        'open Payments, export all payments, and import that file.',
    );
    expect((await church.secretary.get('/api/admin/donation-imports')).body).toEqual([]);
  });
});

describe('the header of a file', () => {
  it('can be in another row, or missing', async () => {
    const draft = (
      await church.upload(
        joinLines('hannah@x.test,25.00,2025-03-02', 'hannah@x.test,30.00,2025-03-09'),
      )
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
    expect(listQuestionKinds(draft)).toContain('headerRow');
    expect(draft.firstRows[0]).toEqual({ row: 1, cells: ['hannah@x.test', '25.00', '2025-03-02'] });
    expect(await church.mapColumns(draft.id, cashDefaults)).toMatchObject({
      status: 'ready',
      counts: { total: 2, new: 2 },
      amounts: { new: '55.00' },
    });
    const secondRow = (
      await church.upload(
        joinLines('Who,When,What', 'Email,Date,Amount', 'hannah@x.test,2025-03-02,25.00'),
      )
    ).body;
    expect(await church.mapColumns(secondRow.id, { ...cashDefaults, headerRow: 2 })).toMatchObject({
      status: 'ready',
      headerRow: 2,
      counts: { total: 1, new: 1 },
    });
  });
});
