import fs from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { Readable } from 'node:stream';
import { connect, databaseUrls, json, root } from './support.mjs';

const methods = ['Cash', 'CashApp', 'Zeffy'];
const campaigns = ['General Fund', 'Missions', 'Building Fund', ''];

/** Members of the bench: `giver<n>@bench.test`, put in directly (they only need to be found). */
export async function addMembers(superUrl, slug, count) {
  const client = await connect(superUrl);
  await client.query(
    `insert into donor (organization_id, id, kind, name, name_key, first_name, last_name, email)
     select o.id, gen_random_uuid(), 'member', 'Giver ' || n, 'giver ' || n, 'Giver', n::text,
            'giver' || n || '@bench.test'
       from organization o, generate_series(1, $2) n where o.slug = $1`,
    [slug, count],
  );
  await client.query('analyze donor');
  await client.end();
}

const twoDigits = (number) => String(number).padStart(2, '0');

const header = ['email', 'amount', 'paymentmethod', 'date', 'campaign', 'notes'];

function* gifts({ rows, givers, year, extra = [] }) {
  for (let n = 0; n < rows; n++) {
    const day = `${year}-${twoDigits((n % 12) + 1)}-${twoDigits((n % 28) + 1)}`;
    const cents = 500 + ((n * 7919) % 50_000);
    const email = extra[n] ?? `giver${(n % givers) + 1}@bench.test`;
    yield [
      email,
      `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`,
      methods[n % 3],
      day,
      campaigns[n % 4],
      '',
    ];
  }
}

/** A template file of `rows` donations of `givers` members, all different gifts. */
export async function writeFile(directory, what) {
  const file = path.join(directory, `gifts-${what.rows}-${what.year}.csv`);
  function* lines() {
    yield `${header.join(',')}\n`;
    for (const cells of gifts(what)) yield `${cells.join(',')}\n`;
  }
  await pipeline(Readable.from(lines()), fs.createWriteStream(file));
  return file;
}

/** The same rows as a workbook: texts shared as Excel does it, amounts as numbers, days as days. */
export async function writeWorkbook(directory, what) {
  const { xlsx } = await import(path.join(root, 'dist/libs/workbook/support.js'));
  const file = path.join(directory, `gifts-${what.rows}-${what.year}.xlsx`);
  const shared = new Map();
  const text = (value) => {
    if (!shared.has(value)) shared.set(value, shared.size);
    return `t="s"><v>${shared.get(value)}</v></c>`;
  };
  const cell = (value, column, row) => {
    const at = `<c r="${'ABCDEF'[column]}${row}" `;
    if (value === '') return `${at}/>`;
    if (row > 1 && column === 1) return `${at}s="1"><v>${value}</v></c>`;
    if (row > 1 && column === 3)
      return `${at}s="2"><v>${Date.parse(value) / 86_400_000 + 25_569}</v></c>`;
    return at + text(value);
  };
  const rows = [header, ...gifts(what)].map(
    (cells, index) =>
      `<row r="${index + 1}">` +
      `${cells.map((value, column) => cell(value, column, index + 1)).join('')}</row>`,
  );
  const styles = '<cellXfs><xf numFmtId="0"/><xf numFmtId="4"/><xf numFmtId="14"/></cellXfs>';
  fs.writeFileSync(
    file,
    xlsx({
      sheets: { Gifts: rows.join('') },
      shared: [...shared.keys()].map((value) => `<si><t>${value}</t></si>`).join(''),
      styles,
    }),
  );
  return file;
}

const tables = [
  'event',
  'journal',
  'donation_version',
  'ledger',
  'campaign_total',
  'month_total',
  'giving_text',
  'donation_source',
];

/**
 * Seconds that a raw COPY takes for the rows that an import wrote, into the same tables with their
 * indexes.
 */
export async function copyBaseline(dataDir, importId, directory) {
  const urls = databaseUrls(dataDir);
  fs.chmodSync(directory, 0o777); // the server's user writes and reads the files
  const admin = await connect(urls.named('postgres', 'postgres'));
  await admin.query('drop database if exists baseline');
  await admin.query('create database baseline owner church_owner');
  await admin.end();
  const { migrate } = await import(path.join(root, 'dist/libs/database/index.js'));
  const { migrations } = await import(path.join(root, 'dist/src/migrations/index.js'));
  await migrate(urls.named('owner', 'baseline'), urls.named('app', 'baseline'), migrations);

  const source = await connect(urls.superUrl);
  const target = await connect(urls.named('postgres', 'baseline'));
  const [{ organization_id: church }] = (
    await source.query('select organization_id from donation_import where id = $1', [importId])
  ).rows;
  const stream = `${church}.import-${importId}`;
  const conditions = {
    event: `stream = '${stream}'`,
    journal: `stream = '${stream}'`,
    donation_version: `import_id = '${importId}'`,
    donation_source: `import_id = '${importId}'`,
    giving_text: `event_id in (
      select donation_id from donation_version where import_id = '${importId}')`,
  };
  // the church's row, for the keys that point to it
  for (const table of ['organization', ...tables]) {
    const where =
      table === 'organization'
        ? `id = '${church}'`
        : `organization_id = '${church}' and ${conditions[table] ?? 'true'}`;
    await source.query(
      `copy (select * from ${table} where ${where}) to ` +
        `'${path.join(directory, `${table}.copy`)}' (format binary)`,
    );
  }
  await source.end();
  let seconds = 0;
  for (const table of ['organization', ...tables]) {
    const began = performance.now();
    await target.query(
      `copy ${table} from '${path.join(directory, `${table}.copy`)}' (format binary)`,
    );
    if (table !== 'organization') seconds += (performance.now() - began) / 1000;
  }
  await target.end();
  return seconds;
}

/** Seconds that one donation takes as a single POST, of a sample sent one after the other. */
export async function singlePosts(call, count) {
  const [person] = await json(await call('/api/admin/users'));
  const began = performance.now();
  for (let n = 0; n < count; n++) {
    const body = JSON.stringify({
      userId: person.id,
      amount: ((n % 500) + 1).toFixed(2),
      paymentMethod: 'Cash',
      date: '2024-05-05',
    });
    const response = await call('/api/admin/donations', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    });
    if (response.status !== 201) throw new Error(`${response.status}`);
    await response.arrayBuffer();
  }
  return (performance.now() - began) / 1000 / count;
}
