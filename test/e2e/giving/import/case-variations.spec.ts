import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { sheetData, xlsx } from '../../../../libs/workbook/support.js';
import { startApp, type Client, type TestApp } from '../../../support/app.js';
import {
  booksOf,
  caseFile,
  importInHurry,
  churchWithStaff,
} from '../../../support/giving-files/import-cases.js';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

/** The files of each scenario, which are imported one after the other. */
const scenarios: Record<string, string[]> = {
  'numbers that start again': [
    '01a-numbers-restart-january.csv',
    '01b-numbers-restart-february.csv',
  ],
  'a check number of two givers': ['02-check-number-of-two-givers.csv'],
  'a number of last year': ['03a-number-used-last-year.csv', '03b-number-used-this-year.csv'],
  'the same gifts again': ['07a-june.csv', '07b-june-and-july.csv'],
  'numbers that lost their zeros': ['08a-leading-zeros.csv', '08b-leading-zeros-lost.csv'],
  'rounded numbers': ['09a-long-numbers.csv', '09b-long-numbers-rounded.csv'],
};

type Table = string[][];
const tableOf = (name: string): Table =>
  caseFile(name)
    .trim()
    .split('\n')
    .map((line) => line.split(','));
const csvOf = (table: Table) => table.map((row) => row.join(',')).join('\n');

/** Other headings for the same columns, as another program may write them. */
const otherHeaders: Record<string, string> = {
  ID: 'Transaction ID',
  'Confirmation Number': 'Transaction Number',
  'Receipt Number': 'Transaction ID',
  'Transaction ID': 'Confirmation Number',
  Name: 'Donor Name',
  Donor: 'Donor Name',
  Email: 'Email Address',
  Date: 'Gift Date',
  Amount: 'Gift Amount',
  Fund: 'Designation',
  Method: 'Payment Method',
};

interface StaffedChurch {
  church: string;
  client: Client;
}

interface Variation {
  /** The work that is done before the files are imported. */
  prepare?: (staff: StaffedChurch, tables: Table[]) => Promise<unknown>;
  fileOf: (table: Table) => { content: string | Uint8Array; name: string };
}

const asCsv = (table: Table) => ({ content: csvOf(table), name: 'gifts.csv' });

const variations: Record<string, Variation> = {
  'in a workbook': {
    fileOf: (table) => ({
      content: xlsx({ sheets: { Gifts: sheetData(table) } }),
      name: 'gifts.xlsx',
    }),
  },
  'by members': {
    prepare: ({ church }, tables) => addMembers(church, tables),
    fileOf: asCsv,
  },
  'in a remembered format': {
    prepare: ({ client }, tables) => rememberFormats(client, tables),
    fileOf: asCsv,
  },
  'from another program': {
    fileOf: ([header, ...rows]) =>
      asCsv([
        header!.map((name) => otherHeaders[name] ?? name).toReversed(),
        ...rows.map((row) => row.toReversed()),
      ]),
  },
};

/**
 * Returns the names and addresses of the givers in the files. If a file has no addresses, they are
 * made from the names.
 */
function giversOf(tables: Table[]): Map<string, string> {
  const givers = new Map<string, string>();
  for (const [header, ...rows] of tables) {
    const [name, email] = [
      header!.findIndex((text) => text === 'Name' || text === 'Donor'),
      header!.indexOf('Email'),
    ];
    for (const row of rows) {
      const address = row[email] ?? `${row[name]!.toLowerCase().replace(' ', '.')}@example.test`;
      givers.set(row[name]!, address);
    }
  }
  return givers;
}

async function addMembers(church: string, tables: Table[]): Promise<void> {
  for (const [name, email] of giversOf(tables)) {
    const [firstName = '', lastName = ''] = name.split(' ');
    await app.person(church, { email, firstName, lastName, signsIn: false });
  }
}

const unrelated = 'Zora Zorn';

/**
 * Imports an unrelated gift in a file with the same columns, so that their meaning is remembered.
 */
async function rememberFormats(client: Client, tables: Table[]): Promise<void> {
  const values: Record<string, string> = {
    Name: unrelated,
    Donor: unrelated,
    Email: 'zora.zorn@example.test',
    Date: '2024-05-05',
    Amount: '7.77',
    Fund: 'General Fund',
    Method: 'Cash',
  };
  const headers = new Set(tables.map(([header]) => header!.join(',')));
  for (const header of headers) {
    const columns = header.split(',');
    await importInHurry(
      client,
      csvOf([columns, columns.map((name) => values[name] ?? `Z-${headers.size}`)]),
    );
  }
}

/** Imports the files of a scenario. Returns the counts of each import, and the donations. */
async function run(files: string[], { prepare, fileOf }: Variation) {
  const { church, staff: client } = await churchWithStaff(app);
  const staff = { church, client };
  const tables = files.map(tableOf);
  await prepare?.(staff, tables);
  const outcomes = [];
  for (const table of tables) {
    const { content, name } = fileOf(table);
    const { draft } = await importInHurry(staff.client, content, {}, name);
    outcomes.push(draft.counts);
  }
  const books = (await booksOf(staff.client)).filter((line) => !line.includes(unrelated));
  return { outcomes, books };
}

describe.each(Object.entries(scenarios))('files with %s', (_title, files) => {
  let expected: Awaited<ReturnType<typeof run>>;
  beforeAll(async () => {
    expected = await run(files, { fileOf: asCsv });
  });

  it.each(Object.entries(variations))('have the same results %s', async (_name, variation) => {
    expect(await run(files, variation)).toEqual(expected);
  });
});
