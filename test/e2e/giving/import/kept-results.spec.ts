import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { DonationImport, ImportGiver, ImportRow } from '#libs/contracts';
import { startApp, type Client, type TestApp } from '../../../support/app.js';
import { commit, importPath, upload } from '../../../support/imports.js';

/**
 * The expected results of each row of the sample files: of the first import of a file, and of a
 * second file with the same rows. They were recorded before the import was rebuilt around one
 * function, so another result is a change of behavior.
 */
const expectedFile = new URL('kept-results.json', import.meta.url);
const samples = new URL('../../../../src/giving/import/sources/samples/', import.meta.url);

type Results = Record<string, { first: string[]; again: string[] }>;

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

async function readFile(staff: Client, text: string): Promise<string> {
  const { id } = (await upload(staff, text)).body;
  await staff.put<DonationImport>(`${importPath(id)}/mapping`, {});
  const givers = (await staff.get<ImportGiver[]>(`${importPath(id)}/givers?open=true`)).body;
  const keys = givers.map(({ key }) => key);
  if (keys.length > 0)
    await staff.patch(`${importPath(id)}/givers`, { givers: keys, answer: 'guest' });
  return id;
}

async function describeRows(staff: Client, id: string): Promise<string[]> {
  const rows = (await staff.get<ImportRow[]>(`${importPath(id)}/rows?limit=100`)).body;
  return rows.map(({ state, problem, message, proposal, likeRow, like }) =>
    [
      state,
      problem,
      message,
      proposal && `becomes ${proposal.amount}`,
      likeRow && `row ${likeRow}`,
      like && `gift of ${like.amount}`,
    ]
      .filter(Boolean)
      .join(' | '),
  );
}

async function importTwice(staff: Client, text: string): Promise<Results[string]> {
  const id = await readFile(staff, text);
  const first = await describeRows(staff, id);
  for (const state of ['held', 'rejected'])
    await staff.patch(`${importPath(id)}/rows`, { state, action: 'setAside' });
  await commit(staff, id);
  const again = await readFile(staff, `${text.trimEnd()}\n\n`);
  return { first, again: await describeRows(staff, again) };
}

it('the results of each sample file have not changed', async () => {
  const expected = JSON.parse(readFileSync(expectedFile, 'utf8')) as Results;
  const results: Results = {};
  for (const slug of Object.keys(expected)) {
    const church = await app.church(slug);
    await app.person(church, { email: `office@${slug}.test`, role: 'secretary' });
    const staff = app.as(`office@${slug}.test`);
    results[slug] = await importTwice(staff, readFileSync(new URL(`${slug}.csv`, samples), 'utf8'));
  }
  expect(results).toEqual(expected);
});
