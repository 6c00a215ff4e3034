import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Donation } from '#libs/contracts';
import { startApp, type TestApp } from '../../../../support/app.js';
import { template } from '../../../../support/imports.js';
import { createTemplateChurch, type TemplateChurch } from './template-church.js';

let app: TestApp;
let church: TemplateChurch;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  church = await createTemplateChurch(app);
});

describe('a file in another format than the template', () => {
  it('causes questions, and is read according to the answers', async () => {
    const text =
      'Datum;Name;Betrag;Art\r\n' +
      '03/04/2025;Hannah Brooks;1.234;ACH\r\n' +
      '05/04/2025;Somebody Else;25,00;ACH\r\n';
    const { id, questions } = (await church.upload(text)).body;
    expect(questions.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(['columns', 'dateStyle']),
    );
    const columns = { date: 0, name: 1, amount: 2, paymentMethod: 3 };
    const incomplete = await church.mapColumns(id, {
      columns,
    });
    expect(incomplete.body.status).toBe('needs_mapping');
    const { body } = await church.mapColumns(id, {
      columns,
      dateStyle: 'dmy',
      decimalStyle: 'comma',
      words: { paymentMethod: { ACH: 'Other' } },
    });
    expect(body).toMatchObject({ status: 'ready', counts: { held: 2, rejected: 0 } });
    const [held] = await church.readRows(id, '?state=held');
    expect(held).toMatchObject({ problem: 'name', candidates: [{ email: 'hannah@x.test' }] });
    await church.repairRows(id, { problem: 'name', state: 'held', action: 'accept' });
    await church.repairRows(id, { problem: 'giver', state: 'held', action: 'guest' });
    await church.commit(id);
    expect(
      (await church.secretary.get<Donation[]>('/api/admin/donations?sort=date')).body.map(
        ({ donorName, amount, date, paymentMethod }) => [donorName, amount, date, paymentMethod],
      ),
    ).toEqual([
      ['Hannah Brooks', '1234.00', '2025-04-03', 'Other'],
      ['Somebody Else', '25.00', '2025-04-05', 'Other'],
    ]);
  });

  it.each([
    [
      'UTF-16 with a byte order mark',
      Buffer.from(
        `\ufeff${template('hannah@x.test,25.00,Cash,2025-03-02,Ünser Fonds,')}`,
        'utf16le',
      ),
    ],
    [
      'UTF-8 with a byte order mark',
      Buffer.from(`\ufeff${template('hannah@x.test,25.00,Cash,2025-03-02,Ünser Fonds,')}`, 'utf8'),
    ],
    [
      'line breaks inside quotes',
      Buffer.from(
        template('hannah@x.test,25.00,Cash,2025-03-02,Ünser Fonds,"two\nlines, ""quoted"""'),
        'utf8',
      ),
    ],
  ])('may have the form: %s', async (_name, bytes) => {
    const { id } = (await church.upload(bytes)).body;
    await church.commit(id);
    expect((await church.secretary.get<Donation[]>('/api/admin/donations')).body).toMatchObject([
      { amount: '25.00', campaign: 'Ünser Fonds' },
    ]);
  });
});
