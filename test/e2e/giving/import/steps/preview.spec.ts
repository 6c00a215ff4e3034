import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { startApp, type TestApp } from '../../../../support/app.js';
import { importPath, template } from '../../../../support/imports.js';
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

describe('the template for imports', () => {
  it('begins with a byte order mark, and is recognized when it is uploaded', async () => {
    const { headers, bytes } = await church.secretary.get(
      '/api/admin/donation-imports/template.csv',
    );
    expect(headers.get('content-disposition')).toBe(
      'attachment; filename="donations-template.csv"',
    );
    const file = Buffer.from(bytes!).toString('utf8');
    expect(file).toMatch(/^\ufeffemail,amount,paymentmethod,date,campaign,notes\r\n/);
    const corrected = file.replaceAll(/[a-z.]+@example\.com/g, 'hannah@x.test');
    expect((await church.upload(corrected)).body).toMatchObject({
      format: 'template',
      status: 'ready',
      counts: { total: 2, new: 2 },
    });
  });
});

describe('the upload of a file', () => {
  it('answers 201 with counts, amounts and the specified messages for the template', async () => {
    const answer = await church.upload(
      template(
        'hannah@x.test,25.00,Cash,2025-03-02,Missions,first',
        'nobody@x.test,20.00,Cash,2025-03-02,,',
        'hannah@x.test,abc,Cash,2025-03-02,,',
        'hannah@x.test,25.005,Cash,2025-03-02,,',
        'hannah@x.test,0,Cash,2025-03-02,,',
        'hannah@x.test,1e21,Cash,2025-03-02,,',
        'hannah@x.test,20,Bitcoin,2025-03-02,,',
        'hannah@x.test,20,Cash,2025-02-30,,',
        ',20,Cash,2025-03-02,,',
        'hannah@x.test,20,Cash',
      ),
    );
    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({
      status: 'ready',
      format: 'template',
      counts: { total: 10, new: 1, duplicate: 0, held: 0, rejected: 9, setAside: 0 },
      amounts: { new: '25.00', duplicate: '0.00', held: '0.00' },
    });
    expect(answer.body.errors.map(({ message }) => message)).toEqual([
      'Row 3: User not found with email "nobody@x.test"',
      'Row 4: Invalid amount "abc"',
      'Row 5: Invalid amount "25.005". Amounts have at most two decimals.',
      'Row 6: Invalid amount "0"',
      'Row 7: Invalid amount "1e21"',
      'Row 8: Invalid payment method "Bitcoin". Must be Cash, CashApp, or Zeffy',
      'Row 9: Invalid date format "2025-02-30". Use YYYY-MM-DD',
      'Row 10: Missing email or amount',
      'Row 11: Column count mismatch',
    ]);
    expect(await app.events(church.id)).toBe(0);
  });

  it.each([
    ['an empty file', '', 'CSV file must have at least a header row and one data row'],
    [
      'a file with only a header',
      'email,amount,paymentmethod,date,campaign,notes\n',
      'CSV file must have at least a header row and one data row',
    ],
    [
      'a picture',
      new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0]),
      /picture/,
    ],
    ['NUL bytes', `${template('hannah@x.test,1,Cash,2025-01-01,,')}\0\0\0`, /./],
    [
      'a file with an unclosed quote',
      template(
        '"hannah@x.test,1,Cash,2025-01-01,,',
        ...Array.from(
          { length: 20_000 },
          () => 'hannah@x.test,1.00,Cash,2025-01-01,,a long note to fill the megabyte',
        ),
      ),
      /quote/i,
    ],
    [
      'a file with 10,000 columns',
      `${Array.from({ length: 10_000 }, (_, n) => `c${n}`).join(',')}\n${'1,'.repeat(9_999)}1\n`,
      /columns/,
    ],
    [
      'a file with a line of many megabytes',
      `${template('hannah@x.test,1,Cash,2025-01-01,,')}${'x'.repeat(5_000_000)}`,
      /./,
    ],
  ])(
    'is refused with an explanation and stores nothing for %s',
    async (_name, content, message) => {
      const answer = await church.upload(content);
      expect(answer.status).toBe(400);
      expect(answer.body).toMatchObject({ message: expect.stringMatching(message) });
      expect((await church.secretary.get<unknown[]>('/api/admin/donation-imports')).body).toEqual(
        [],
      );
      expect(await app.events(church.id)).toBe(0);
    },
  );

  const incomplete = 'email,amount,date\nhannah@x.test,12.00,2025-01-01\n';

  it('names the missing columns of the template', async () => {
    const { status, body } = await church.upload(incomplete);
    expect(status).toBe(201);
    expect(body).toMatchObject({
      status: 'needs_mapping',
      format: 'mapped',
      message: 'Missing required headers: paymentmethod, campaign, notes',
    });
  });

  it('is ready although columns are missing after the user chooses a payment method', async () => {
    const { body } = await church.upload(incomplete);
    const read = await church.mapColumns(body.id, { defaults: { paymentMethod: 'Cash' } });
    expect(read.body).toMatchObject({ status: 'ready', message: null, counts: { new: 1 } });
  });

  it('needs a file in the field "file"', async () => {
    expect((await church.secretary.post('/api/admin/donation-imports', { file: 'x' })).status).toBe(
      415,
    );
  });

  it('creates a draft that another church cannot find', async () => {
    const { id } = await church.uploadTemplate('hannah@x.test,25.00,Cash,2025-03-02,,');
    const otherChurch = await app.church('other');
    await app.person(otherChurch, { email: 'admin@other.test', role: 'admin' });
    const stranger = app.as('admin@other.test');
    for (const path of ['', '/rows', '/rows.csv', '/undo', '/events'])
      expect((await stranger.get(importPath(id, path))).status).toBe(404);
    expect((await stranger.post(importPath(id, '/commit'))).status).toBe(404);
    expect((await stranger.patch(importPath(id, '/rows'), { nonsense: true })).status).toBe(404);
  });
});
