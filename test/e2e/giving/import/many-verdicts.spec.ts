import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { startApp, type TestApp } from '../../../support/app.js';
import { importInHurry, churchWithStaff } from '../../../support/giving-files/import-cases.js';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

/** More rows than are classified at once, and no multiple of them. */
const rows = 1_203;
const fileOf = (year: number, lineEnd = '\n') =>
  ['Date,Name,Method,Amount,Transaction ID']
    .concat(
      Array.from({ length: rows }, (_, n) => `${year}-01-05,Ada Quill,Cash,${n + 1}.00,gift-${n}x`),
    )
    .join(lineEnd);

it('every row of a large file has a verdict, if each of them is a question', async () => {
  const { staff } = await churchWithStaff(app);
  const { held } = await importInHurry(staff, fileOf(new Date().getFullYear() + 3));
  expect(held).toHaveLength(rows);
});

it('every row of a large file is a duplicate if it comes again with other line ends', async () => {
  const { staff } = await churchWithStaff(app);
  const year = new Date().getFullYear() - 1;
  await importInHurry(staff, fileOf(year));
  const { draft } = await importInHurry(staff, fileOf(year, '\r\n'));
  expect(draft.counts).toMatchObject({ total: rows, duplicate: rows, new: 0 });
});
