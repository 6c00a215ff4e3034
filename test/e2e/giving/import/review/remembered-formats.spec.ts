import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { ImportLayout } from '#libs/contracts';
import { startApp, type TestApp } from '../../../../support/app.js';
import { bankHeader, createReviewChurch, type ReviewChurch } from './review-church.js';

let app: TestApp;
let church: ReviewChurch;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  church = await createReviewChurch(app);
});

describe('a remembered file format', () => {
  const listLayouts = async (client = church.secretary) =>
    (await client.get<ImportLayout[]>('/api/admin/import-layouts')).body;

  it('is listed with its columns, defaults and words, and can be deleted', async () => {
    await church.uploadBankFile('hannah@x.test,5.00,03/14/2025,North,Roof');
    const [layout] = await listLayouts();
    expect(layout).toMatchObject({
      fileName: 'gifts.csv',
      sourceName: null,
      defaults: { paymentMethod: 'Check', campaign: null },
      columns: [
        { header: 'Giver', field: 'email' },
        { header: 'Given', field: 'amount' },
        { header: 'When', field: 'date' },
        { header: 'For', field: 'campaign' },
      ],
    });
    expect(
      (await church.secretary.send('DELETE', `/api/admin/import-layouts/${layout!.id}`, undefined))
        .status,
    ).toBe(204);
    expect(
      (await church.secretary.send('DELETE', `/api/admin/import-layouts/${layout!.id}`, undefined))
        .status,
    ).toBe(404);
    expect(await listLayouts()).toEqual([]);
    expect(
      (await church.upload(`${bankHeader}\nhannah@x.test,6.00,03/14/2025,North,\n`)).body.status,
    ).toBe('needs_mapping');
  });

  it('is found by a part of its file name or of a column header', async () => {
    await church.uploadBankFile('hannah@x.test,5.00,03/14/2025,North,Roof');
    const search = async (words: string) => {
      const path = `/api/admin/import-layouts?search=${encodeURIComponent(words)}`;
      return (await church.secretary.get<ImportLayout[]>(path)).body.length;
    };
    expect([await search('GIFTS'), await search('give'), await search(' ')]).toEqual([1, 1, 1]);
    expect([await search('statement'), await search('%')]).toEqual([0, 0]);
  });

  it('belongs to one church, and is listed in pages', async () => {
    await church.uploadBankFile('hannah@x.test,5.00,03/14/2025,North,Roof');
    const { id } = (await church.upload('A,B,C\nhannah@x.test,6.00,2025-03-14\n')).body;
    await church.mapColumns(id, {
      columns: { email: 0, amount: 1, date: 2 },
      defaults: { paymentMethod: 'Cash', campaign: 'Roof' },
    });
    const first = await church.secretary.get<ImportLayout[]>('/api/admin/import-layouts?limit=1');
    expect(first.body).toMatchObject([{ defaults: { paymentMethod: 'Cash', campaign: 'Roof' } }]);
    const next = /<([^>]+)>/.exec(first.headers.get('link')!)![1]!;
    expect((await church.secretary.get<ImportLayout[]>(next)).body).toMatchObject([
      { defaults: { paymentMethod: 'Check' } },
    ]);
    const otherChurch = await app.church('elsewhere');
    await app.person(otherChurch, { email: 'admin@elsewhere.test', role: 'admin' });
    const otherAdmin = app.as('admin@elsewhere.test');
    expect(await listLayouts(otherAdmin)).toEqual([]);
    expect(
      (await otherAdmin.send('DELETE', `/api/admin/import-layouts/${first.body[0]!.id}`, undefined))
        .status,
    ).toBe(404);
  });
});
