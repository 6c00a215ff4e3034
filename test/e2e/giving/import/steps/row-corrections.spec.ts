import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Donation, ErrorBody } from '#libs/contracts';
import { startApp, type TestApp } from '../../../../support/app.js';
import { importPath } from '../../../../support/imports.js';
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

describe('a correction of rows', () => {
  it('allows the commit after no row has an error', async () => {
    const { id } = await church.uploadTemplate(
      'hannah@x.test,x,Cash,2025-03-02,,',
      'guest@x.test,20.00,Cash,2025-03-02,,',
      'Typo@x.test,30.00,Cash,2025-03-02,,',
      'hannah@x.test,1,Cash,never,,',
    );
    const refusal = await church.secretary.post<ErrorBody>(importPath(id, '/commit'));
    expect(refusal).toMatchObject({
      status: 409,
      body: { message: '4 rows have errors. Fix them or skip them first.' },
    });
    await church.repairRows(id, { rows: [2], action: 'set', values: { amount: '12.34' } });
    await church.repairRows(id, {
      rows: [3],
      action: 'guest',
      values: { firstName: 'Gloria', lastName: 'Guest' },
    });
    await church.repairRows(id, { rows: [4], action: 'set', values: { email: 'RUTH@x.test' } });
    const { body } = await church.repairRows(id, { state: 'rejected', action: 'setAside' });
    expect(body.counts).toMatchObject({ new: 3, rejected: 0, setAside: 1 });
    const skippedRows = await church.secretary.get(importPath(id, '/rows.csv'));
    expect(skippedRows.text).toContain(
      'hannah@x.test,1,Cash,never,,,"Row 5: Invalid date format ""never"". Use YYYY-MM-DD"',
    );
    await church.commit(id);
    const donations = (await church.secretary.get<Donation[]>('/api/admin/donations?sort=amount'))
      .body;
    expect(
      donations.map(({ donorName, amount, donorKind }) => [donorName, amount, donorKind]),
    ).toEqual([
      ['Hannah Brooks', '12.34', 'member'],
      ['Gloria Guest', '20.00', 'guest'],
      ['Ruth Whitfield', '30.00', 'member'],
    ]);
    expect(await church.findProblems()).toEqual([]);
  });

  it('assigns a row without a name to the unidentified giver', async () => {
    const { id } = await church.uploadTemplate(',20.00,Cash,2025-03-02,,');
    await church.repairRows(id, { rows: [2], action: 'guest' });
    await church.commit(id);
    expect((await church.secretary.get<Donation[]>('/api/admin/donations')).body).toMatchObject([
      { donorName: 'Unidentified giver', amount: '20.00' },
    ]);
  });

  it.each([
    [{ action: 'set', values: { amount: '1' } }],
    [{ rows: [], action: 'setAside' }],
    [{ rows: [2], action: 'burn' }],
    [{ rows: [2], action: 'set' }],
    [{ rows: [2], action: 'set', values: { admin: 'yes' } }],
  ])('is refused for the invalid request %j', async (body) => {
    const { id } = await church.uploadTemplate('hannah@x.test,x,Cash,2025-03-02,,');
    expect((await church.repairRows(id, body)).status).toBe(400);
  });
});
