import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { rules } from './rules.js';
import { importsOf, type Sources } from './sources.js';
import { findWritesBesideEntities, runsSql } from './sql-rules.js';
import { filesThatRunForeignSql, filesThatWriteBesideEntities } from './unchecked-sql.js';

const root = path.resolve(import.meta.dirname, '../..');

function read(): Sources {
  const sources = new Map<string, string>();
  const walk = (folder: string) => {
    for (const entry of fs.readdirSync(path.join(root, folder), { withFileTypes: true })) {
      const entryPath = `${folder}/${entry.name}`;
      if (entry.isDirectory()) walk(entryPath);
      else if (/\.(ts|tsx|mjs)$/.test(entry.name))
        sources.set(entryPath, fs.readFileSync(path.join(root, entryPath), 'utf8'));
    }
  };
  for (const folder of ['src', 'libs', 'web', 'test']) walk(folder);
  return sources;
}

const sources = read();
const withFile = (file: string, text: string): Sources => new Map([...sources, [file, text]]);
const ledger = 'src/giving/ledger/ledger.query.ts';

/** Invented violations of each rule, which prove that the rule can find one. */
const violations: Record<string, [string, string][]> = {
  'a context is imported only through its index.ts': [
    ['src/identity/made-up.ts', `import { storeMemberDonor } from '../giving/donor/donors.js';`],
    ['src/made-up.ts', `import type { DonationFacts } from './giving/donation/donation.js';`],
    ['src/support/made-up.ts', `export * from '../identity/add-user.js';`],
    ['src/tenancy/made-up.ts', `const people = await import('../identity/add-user.js');`],
  ],
  'a library is imported only through its index.ts': [
    ['src/giving/made-up.ts', `import { parseMoney } from '../../libs/money/parse.js';`],
    ['libs/csv/made-up.ts', `import { parseMoney } from '../money/parse.js';`],
  ],
  'no file imports the index.ts of its own context or library': [
    ['src/giving/ledger/made-up.ts', `import { GivingModule } from '../index.js';`],
    ['libs/http/made-up.ts', `import { parse } from './index.js';`],
    ['libs/http/made-up.ts', `import { parse } from '#libs/http';`],
  ],
  'libraries know nothing of src, web and test': [
    ['libs/http/made-up.ts', `import type { Config } from '../../src/ops/config.js';`],
  ],
  'no program imports from the tests': [
    ['src/made-up.ts', `import { startApp } from '../test/support/app.js';`],
  ],
  'deciders, money, calendar and csv are pure: no Nest, no ORM, no clock, no randomness': [
    ['libs/money/made-up.ts', `import { Injectable } from '@nestjs/common';`],
    ['libs/calendar/made-up.ts', `export const today = () => new Date().toISOString();`],
    ['libs/csv/made-up.ts', `export const id = Math.random();`],
    [
      'src/giving/gift/made-up.ts',
      `import { v7 } from 'uuid'; export const d: Decider<S, C, E> = {};`,
    ],
    [
      'src/giving/gift/made-up.ts',
      `export const d: Decider<S, C, E> = { decide: () => [Date.now()] };`,
    ],
    [
      'src/giving/gift/made-up.ts',
      `import type { Tx } from '#libs/database'; export const d: Decider<S, C, E> = {};`,
    ],
  ],
  'web never imports src; of libs only those that it shares with the server': [
    ['web/src/lib/made-up.ts', `import type { Config } from '../../../src/config.js';`],
    ['web/src/lib/made-up.ts', `import { Database } from '#libs/database';`],
    ['web/src/lib/made-up.ts', `import { writeCsv } from '#libs/csv';`],
  ],
  'src never imports web': [['src/made-up.ts', `import { api } from '../web/src/lib/api.js';`]],
  'a feature of web never imports another feature': [
    ['web/src/features/giving/made-up/made-up.tsx', `import { x } from '../ledger/queries';`],
    ['web/src/features/identity/made-up.tsx', `import { x } from '../tenancy/churches';`],
  ],
  'imports in web go one way: routes, then features, then components, then lib': [
    ['web/src/lib/made-up.ts', `import { Button } from '../components/button';`],
    ['web/src/components/made-up.tsx', `import { x } from '../features/tenancy/churches';`],
    ['web/src/features/identity/made-up.tsx', `import { root } from '../../routes/root';`],
  ],
  'only libs/database opens connections': [
    [ledger, `import pg from 'pg';`],
    ['src/made-up.ts', `import { CompiledQuery } from 'kysely';`],
    ['src/made-up.ts', `import { MikroORM } from '@mikro-orm/core'; await MikroORM.init({});`],
    ['test/e2e/made-up.spec.ts', `import pg from 'pg';`],
  ],
  'only libs/event-sourcing imports @eventstore/db-client': [
    ['src/giving/made-up.ts', `import { EventStoreDBClient } from '@eventstore/db-client';`],
  ],
  'an error is passed to the log, which decides what of it is written': [
    [
      'src/made-up.ts',
      `this.#log.warn({ message: 'no', error: error instanceof Error ? error.name : '' });`,
    ],
    ['libs/http/made-up.ts', `logger.error({ message: error.message });`],
  ],
  'components/ui knows nothing of churches: no contracts, no queries, no component of a subject': [
    ['web/src/components/ui/made-up.tsx', `import type { Donation } from '#libs/contracts';`],
    [
      'web/src/components/ui/form/made-up.tsx',
      `import { userQuery } from '../../../lib/queries/user';`,
    ],
    ['web/src/components/ui/made-up.tsx', `import { Reader } from '../content/reader';`],
  ],
  'a folder that has a level uses only folders at or below it': [
    ['src/identity/account/made-up.ts', `import { SignIn } from '../sign-in/sign-in.js';`],
    [
      'src/identity/sessions/made-up.ts',
      `import { addressTakenEmail } from '../account/emails.js';`,
    ],
    ['src/giving/import/givers/made-up.ts', `import { Drafts } from '../review/drafts.js';`],
  ],
  'only the owner of a table names it': [
    ['src/tenancy/made-up.ts', 'const sql = `select id, o.name from app_user u`;'],
    ['src/tenancy/made-up.ts', `const sql = 'select 1 where exists (select 1 from donor)';`],
    ['src/content/made-up.ts', 'await tx.sql(`insert into sms_stop (number) values ($1)`);'],
    ['src/identity/made-up.ts', `await tx.sql('update site_setting set value = $1');`],
    ['src/identity/made-up.ts', `await tx.sql('UPDATE site_setting SET value = $1');`],
    ['src/identity/made-up.ts', `await tx.sql('delete from site_setting');`],
    ['src/support/made-up.ts', 'const part = `join organization o on o.id = t.organization_id`;'],
    ['src/support/made-up.ts', `const sql = 'select o.name from ticket t, organization o';`],
    ['src/support/made-up.ts', 'const sql = `select ${columns} from account a where ${where}`;'],
    ['src/support/made-up.ts', `const schema = defineEntity({ tableName: 'donor' });`],
    ['src/support/made-up.ts', `db.selectFrom('sermon as s').innerJoin('ticket', 'id', 'id');`],
    ['src/support/made-up.ts', `db.selectFrom('churchEvent as e').selectAll();`],
    ['src/ops/made-up.ts', `for (const table of ['notification_delivery']) clear(table);`],
    ['src/ops/made-up.ts', `const expired = { account_token: 'expires_at < now()' };`],
    ['src/server/made-up.ts', `const sql = 'select id from organization';`],
    ['src/cli.ts', `const sql = 'select number from journal';`],
    ['libs/http/made-up.ts', `const sql = 'select 1 from app_user';`],
  ],
  'SQL is in *.sql.ts files, where a test compares it with the migrated tables': [
    ['src/tenancy/made-up.ts', 'const text = `select name from organization where id = $1`;'],
    ['src/tenancy/made-up.ts', `const rows = await tx.sql(text);`],
    ['src/tenancy/made-up.ts', `tx.send('update organization set name = $1');`],
    ['libs/http/made-up.ts', `const text = 'delete from audit_entry';`],
    ['libs/jobs/jobs.ts', `const text = 'select name from jobs.queue';`],
  ],
  'a table is written in one way: by its entity or by SQL, and never by a query builder': [
    ['src/content/made-up.sql.ts', `const text = 'update sermon set title = $1';`],
    ['src/content/made-up.sql.ts', 'const text = `with a as (delete from sermon) select 1`;'],
    ['src/content/made-up.ts', `await tx.query.insertInto('feed').values(feed).execute();`],
  ],
  'a context changes the data of another one only by a command': [
    ['src/content/made-up.ts', `import { storeMemberDonor } from '../giving/donor/donors.js';`],
    ['src/identity/made-up.ts', `import { setAwaitsContact } from '../tenancy/index.js';`],
  ],
  'no cycles': [
    ['libs/money/parse.ts', `import { toDecimal } from './index.js';`],
    ['src/giving/donation/donation.ts', `import type { PublishedEvent } from '../events.js';`],
  ],
};

describe('the rules of the architecture', () => {
  it('are checked with the imports of all source files, each of which can be resolved', () => {
    const imports = importsOf(sources);
    expect(sources.size).toBeGreaterThan(150);
    expect(imports.length).toBeGreaterThan(500);
    expect(imports).toContainEqual({
      from: ledger,
      name: '../journal/journal.js',
      to: 'src/giving/journal/journal.ts',
    });
    const lost = imports.filter(
      ({ from, name, to }) =>
        to &&
        /^[.#]/.test(name) &&
        !/\.(css|svg|json|cjs)(\?.*)?$/.test(name) &&
        !name.includes('dist/') &&
        !sources.has(to) &&
        !within(from),
    );
    expect(lost).toEqual([]);
  });
  /** The examples in these tests name files that do not exist. */
  const within = (file: string) => file.startsWith('test/architecture/');

  it.each(Object.keys(rules))('are obeyed: %s', (rule) => {
    expect(rules[rule]!(sources)).toEqual([]);
  });
});

describe('the example violations', () => {
  it('include one of each rule', () => {
    expect(Object.keys(violations).sort()).toEqual(Object.keys(rules).sort());
  });

  it.each(
    Object.entries(violations).flatMap(([rule, examples]) =>
      examples.map(([file, text]) => [rule, file, text] as const),
    ),
  )('are found: %s: %s: %s', (rule, file, text) => {
    const before = rules[rule]!(sources);
    const after = rules[rule]!(withFile(file, text));
    expect(after.filter((complaint) => !before.includes(complaint))).toEqual([
      expect.stringContaining(file),
    ]);
  });
});

describe('the lists of files with unchecked SQL', () => {
  it('contain only files that still run SQL that a library has composed', () => {
    expect(filesThatRunForeignSql.filter((file) => !runsSql(sources.get(file)!))).toEqual([]);
  });

  it('contain only files whose SQL still writes tables of MikroORM entities', () => {
    const writingFiles = findWritesBesideEntities(sources).map(({ file }) => file);
    expect(filesThatWriteBesideEntities.filter((file) => !writingFiles.includes(file))).toEqual([]);
  });
});
