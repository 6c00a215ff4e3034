import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { startApp, type TestApp } from '../../../support/app.js';
import { importInHurry, churchWithStaff } from '../../../support/giving-files/import-cases.js';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

/** More rows than are classified at a time, and not a multiple of that number. */
const rows = 1_203;
const fileOf = (year: number, lineEnd = '\n') =>
  ['Date,Name,Method,Amount,Transaction ID']
    .concat(
      Array.from({ length: rows }, (_, n) => `${year}-01-05,Ada Quill,Cash,${n + 1}.00,gift-${n}x`),
    )
    .join(lineEnd);

it('all rows of a large file can need review', async () => {
  const { staff } = await churchWithStaff(app);
  const { held } = await importInHurry(staff, fileOf(new Date().getFullYear() + 3));
  expect(held).toHaveLength(rows);
});

it('all rows of a large file are duplicates if the file has only other line ends', async () => {
  const { staff } = await churchWithStaff(app);
  const year = new Date().getFullYear() - 1;
  await importInHurry(staff, fileOf(year));
  const { draft } = await importInHurry(staff, fileOf(year, '\r\n'));
  expect(draft.counts).toMatchObject({ total: rows, duplicate: rows, new: 0 });
});
