import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import iconv from 'iconv-lite';
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

describe('the texts of a file', () => {
  it('cause a question with samples of each encoding if the encoding is uncertain', async () => {
    const file = iconv.encode(
      joinLines('Name,Amount,Date', 'José Núñez,25.00,2025-03-02'),
      'macintosh',
    );
    const draft = (await church.upload(file)).body;
    expect(draft).toMatchObject({ status: 'needs_mapping', encoding: 'macintosh' });
    expect(findQuestion(draft, 'encoding')?.options).toContainEqual({
      value: 'macintosh',
      samples: ['José Núñez'],
    });
    const read = await church.mapColumns(draft.id, { ...cashDefaults, encoding: 'macintosh' });
    expect(read.status).toBe('ready');
    expect((await church.readRows(draft.id))[0]!.values.name).toBe('José Núñez');
    // The answer is remembered, except for a file that is certainly in another encoding.
    const next = joinLines('Name,Amount,Date', 'José Núñez,26.00,2025-04-02');
    const second = (await church.upload(iconv.encode(next, 'macintosh'))).body;
    expect(second).toMatchObject({ status: 'ready', encoding: 'macintosh' });
    const third = (await church.upload(next)).body;
    expect(third).toMatchObject({
      status: 'ready',
      encoding: 'utf-8',
      mapping: { encoding: 'utf-8' },
    });
    for (const { id } of [second, third])
      expect((await church.readRows(id))[0]!.values.name).toBe('José Núñez');
  });

  it('are repaired if they were damaged before the import and a user confirms it', async () => {
    const draft = (
      await church.upload(joinLines('Name,Amount,Date', 'Jos√© N√∫√±ez,25.00,2025-03-02'))
    ).body;
    expect(findQuestion(draft, 'mendText')?.samples).toEqual(['Jos√© N√∫√±ez → José Núñez']);
    await church.mapColumns(draft.id, { ...cashDefaults, mendText: true });
    expect((await church.readRows(draft.id))[0]!.values.name).toBe('José Núñez');
    await church.mapColumns(draft.id, { mendText: false });
    expect((await church.readRows(draft.id))[0]!.values.name).toBe('Jos√© N√∫√±ez');
  });
});

describe('the days and times of a file', () => {
  it('are converted to the church’s time zone, in all ways to write a time zone', async () => {
    const readDate = async (header: string, cells: string, mapping: object = {}) => {
      const { id } = (
        await church.upload(joinLines(`Email,Amount,${header}`, `hannah@x.test,25.00,${cells}`))
      ).body;
      const answer = await church.mapColumns(id, { ...cashDefaults, ...mapping });
      const [row] = await app.db.tenant(church.id, (tx) =>
        tx.sql<{ date: string }>('select date from donation_import_row where import_id = $1', [id]),
      );
      return answer.status === 'ready' ? row!.date : listQuestionKinds(answer);
    };
    expect(await readDate('Date', '2026-01-01T04:30:00Z')).toBe('2025-12-31');
    expect(await readDate('Created (UTC)', '2026-01-01 04:30:00')).toBe('2025-12-31');
    expect(await readDate('Created (UTC)', '2026-01-01')).toBe('2026-01-01');
    expect(await readDate('Date', '2025-12-31 23:30:00 PST')).toBe('2026-01-01');
    expect(await readDate('Date', '2025-12-31 23:30:00')).toBe('2025-12-31');
    expect(
      await readDate(
        'Payment Date (America/Chicago),Payment Time (America/Chicago)',
        '12/31/2025,11:30 PM',
      ),
    ).toBe('2026-01-01');
    expect(await readDate('Date,Time,TimeZone', '12/31/2025,22:30:00,PST')).toBe('2026-01-01');
    expect(await readDate('Date', '2025-12-31 23:30:00 IST')).toEqual(['zone']);
    expect(await readDate('Date', '2026-01-01 04:30:00 IST', { zone: 'Asia/Kolkata' })).toBe(
      '2025-12-31',
    );
  });

  it('are read as serial numbers of a spreadsheet if the whole column has them', async () => {
    const draft = (
      await church.upload(
        joinLines('Email,Amount,Date', 'hannah@x.test,25.00,45718', 'hannah@x.test,5.00,45719'),
      )
    ).body;
    expect(await church.mapColumns(draft.id, cashDefaults)).toMatchObject({
      status: 'ready',
      mapping: { dateStyle: 'serial' },
      counts: { new: 2 },
    });
    await church.commit(draft.id);
    expect(await church.listGifts()).toEqual([
      ['Hannah Brooks', '25.00', '2025-03-02'],
      ['Hannah Brooks', '5.00', '2025-03-03'],
    ]);
    const mixed = (
      await church.upload(
        joinLines(
          'Email,Amount,Date',
          'hannah@x.test,26.00,45718',
          'hannah@x.test,6.00,2025-03-03',
        ),
      )
    ).body;
    expect(await church.mapColumns(mixed.id, cashDefaults)).toMatchObject({
      counts: { new: 1, rejected: 1 },
    });
  });
});
