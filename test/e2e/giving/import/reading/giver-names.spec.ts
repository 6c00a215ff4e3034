import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { startApp, type TestApp } from '../../../../support/app.js';
import {
  cashDefaults,
  createReadingChurch,
  findQuestion,
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

describe('the names of givers', () => {
  const listOpenGivers = async (id: string) =>
    (
      await church.secretary.get<{ name: string; rows: number }[]>(
        `/api/admin/donation-imports/${id}/givers?open=true`,
      )
    ).body.map(({ name, rows: count }) => `${name}: ${count}`);

  it('may begin with the last name', async () => {
    const draft = (
      await church.upload(
        joinLines(
          'Name,Amount,Date',
          '"Example, Ada",25.00,2025-03-02',
          '"Example, Ben",30.00,2025-03-09',
          'Cleo Stark,5.00,2025-03-09',
        ),
      )
    ).body;
    const read = await church.mapColumns(draft.id, cashDefaults);
    expect(read).toMatchObject({ status: 'ready', mapping: { nameStyle: 'lastFirst' } });
    expect((await listOpenGivers(draft.id)).sort()).toEqual([
      'Ada Example: 1',
      'Ben Example: 1',
      'Cleo Stark: 1',
    ]);
    // A row that is read again after a change keeps its giver.
    await church.repairRows(draft.id, { rows: [2], action: 'set', values: { amount: '26.00' } });
    expect(await listOpenGivers(draft.id)).toContain('Ada Example: 1');
  });

  it('cause a question if some of them begin with the last name', async () => {
    const lines = ['Name,Amount,Date', '"Example, Ada",25.00,2025-03-02'];
    const file = joinLines(...lines, 'Cleo Stark,5.00,2025-03-09', 'Dora Tell,6.00,2025-03-09');
    const draft = (await church.upload(file)).body;
    const mapped = await church.mapColumns(draft.id, cashDefaults);
    expect(mapped.status).toBe('needs_mapping');
    expect(findQuestion(mapped, 'nameStyle')).toMatchObject({
      message: 'Are these names written with the last name first?',
      samples: ['Example, Ada'],
    });
    expect((await church.mapColumns(draft.id, { nameStyle: 'lastFirst' })).status).toBe('ready');
    expect(await listOpenGivers(draft.id)).toContain('Ada Example: 1');
    expect((await church.upload(file.replaceAll('2025', '2024'))).body).toMatchObject({
      status: 'ready',
      mapping: { nameStyle: 'lastFirst' },
    });
  });

  it('may be in a line above their gifts, as in QuickBooks reports', async () => {
    const report = joinLines(
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
    const draft = (await church.upload(report)).body;
    expect(draft).toMatchObject({
      headerRow: 4,
      mapping: { giverAbove: true, columns: { name: 0 } },
    });
    expect(findQuestion(draft, 'columns')?.message).toContain(
      'The name of each giver is in a line above the gifts.',
    );
    const read = await church.mapColumns(draft.id, { ...cashDefaults, nameStyle: 'lastFirst' });
    expect(read).toMatchObject({
      status: 'ready',
      counts: { total: 8, setAside: 5 },
      control: { gross: '100.00' },
    });
    expect((await listOpenGivers(draft.id)).sort()).toEqual(['Ada Example: 2', 'Ben Example: 1']);
    await church.repairRows(draft.id, { rows: [6], action: 'set', values: { amount: '51.00' } });
    expect(await listOpenGivers(draft.id)).toContain('Ada Example: 2');
    const next = (await church.upload(report.replaceAll('2025', '2024'))).body;
    expect(next).toMatchObject({ status: 'ready', mapping: { giverAbove: true } });
  });
});
