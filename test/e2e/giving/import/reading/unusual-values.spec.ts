import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { startApp, type TestApp } from '../../../../support/app.js';
import { template } from '../../../../support/imports.js';
import { createReadingChurch, type ReadingChurch } from './reading-church.js';

let app: TestApp;
let church: ReadingChurch;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  church = await createReadingChurch(app);
});

describe('a row with an unusual date or amount', () => {
  /** Returns the day that is this number of years and days after today. */
  const dayFromToday = (years: number, days = 0) =>
    new Date(
      Date.UTC(
        new Date().getUTCFullYear() + years,
        new Date().getUTCMonth(),
        new Date().getUTCDate() + days,
      ),
    )
      .toISOString()
      .slice(0, 10);

  it('needs review until a user confirms a date in the future or long ago', async () => {
    const writeGift = (date: string) => `hannah@x.test,25.00,Cash,${date},,`;
    const { id, counts } = (
      await church.upload(
        template(
          writeGift(dayFromToday(0, 3)),
          writeGift(dayFromToday(-11)),
          writeGift(dayFromToday(-9)),
        ),
      )
    ).body;
    expect(counts).toMatchObject({ new: 1, held: 2 });
    expect(
      (await church.readRows(id, '?state=held')).map(({ problem, message }) => [
        problem,
        message?.replace(/^.*\? /, ''),
      ]),
    ).toEqual([
      ['date', 'It is in the future.'],
      ['date', 'It is more than ten years ago.'],
    ]);
    expect((await church.secretary.post(`/api/admin/donation-imports/${id}/commit`)).status).toBe(
      409,
    );
    expect((await church.repairRows(id, { state: 'held', action: 'accept' })).counts).toMatchObject(
      {
        new: 3,
        held: 0,
      },
    );
    await church.commit(id);
    expect(await church.listGifts()).toHaveLength(3);
  });

  it('needs review if its amount is over a hundred times the usual one', async () => {
    const amounts = ['10.00', '20.00', '30.00', '2000.00', '200000.00', '300000.00'];
    const { id, counts } = (
      await church.upload(
        template(...amounts.map((amount, n) => `hannah@x.test,${amount},Cash,2025-03-0${n + 1},,`)),
      )
    ).body;
    expect(counts).toMatchObject({ new: 4, held: 2 });
    expect((await church.readRows(id, '?state=held'))[0]).toMatchObject({
      problem: 'amount',
      message:
        'Row 6: Is $200,000.00 right? It is more than a hundred times what is usual in this file.',
    });
    await church.repairRows(id, { rows: [6], action: 'set', values: { amount: '200.00' } });
    expect((await church.repairRows(id, { rows: [7], action: 'accept' })).counts).toMatchObject({
      new: 6,
      held: 0,
    });
  });

  it('needs review after a user names its giver, and again after its date is changed', async () => {
    const { id } = (
      await church.upload(template(`guest@x.test,25.00,Cash,${dayFromToday(0, 5)},,`))
    ).body;
    expect(
      (
        await church.repairRows(id, {
          rows: [2],
          action: 'guest',
          values: { firstName: 'Gloria', lastName: 'Guest' },
        })
      ).counts,
    ).toMatchObject({ held: 1 });
    expect((await church.repairRows(id, { rows: [2], action: 'accept' })).counts).toMatchObject({
      new: 1,
    });
    expect(
      (await church.repairRows(id, { rows: [2], action: 'set', values: { campaign: 'Roof' } }))
        .counts,
    ).toMatchObject({ new: 1 });
    expect(
      (
        await church.repairRows(id, {
          rows: [2],
          action: 'set',
          values: { date: dayFromToday(0, 6) },
        })
      ).counts,
    ).toMatchObject({ held: 1 });
  });

  it('needs review if a user entered the unusual date', async () => {
    const { id } = (await church.upload(template('hannah@x.test,25.00,Cash,never,,'))).body;
    expect(
      (await church.repairRows(id, { rows: [2], action: 'set', values: { date: dayFromToday(1) } }))
        .counts,
    ).toMatchObject({ held: 1, new: 0 });
  });
});
