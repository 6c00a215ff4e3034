// npm run bench: the performance table, as ratios in one run on one machine, with the raw figures.
// What touches giving's store is measured on both: on the server in EVENTSTORE_TEST_URL, else on the stand-in of the tests.
// npm run bench -- quick takes a tenth of the rows: to see that it works, not to measure.
// npm run bench -- only=import,ledger runs some of: import, posts, million, history, ledger, rebuild, command, browser, start
import { spawnSync } from 'node:child_process';
import os from 'node:os';
import { firstLoads, hasBrowser, scrolling, withBrowser } from './browser.mjs';
import { Giving } from './giving.mjs';
import { ledgerPages } from './queries.mjs';
import { eventStores, makeDirectory, root } from './support.mjs';

const options = process.argv.slice(2);
const scale = options.includes('quick') ? 0.1 : 1;
const only = options.find((option) => option.startsWith('only='))?.slice(5).split(',');
const wants = (name) => !only || only.includes(name);
const rowsOf = (full) => Math.round(full * scale);
const table = [];
/** A line of the table: its figure, held against the bound, and beside it that of the other event store, which no bound holds. */
const row = (what, bound, { figure, holds, raw }, beside) => {
  table.push({ what, bound, figure, holds, raw, beside });
  process.stdout.write(`${holds ? 'ok  ' : 'MISS'} ${what}: ${figure} (${bound}) — ${raw}\n`);
  if (beside) note(`${second.name}: ${beside.figure} — ${beside.raw}`);
};
const note = (text) => process.stdout.write(`     ${text}\n`);
const atLeast = (bound, value, raw, unit = '') => ({ figure: `${value.toFixed(bound < 10 ? 2 : 1)}${unit}`, holds: value >= bound, raw });
const atMost = (bound, value, raw, unit = '') => ({ figure: `${value.toFixed(bound < 10 ? 2 : 0)}${unit}`, holds: value <= bound, raw });

/** Every measure that touches the event store, on one of them; with `ledger` also the ledger's page, whose rows lie in PostgreSQL anyway. */
async function measure(giving, base, ledger) {
  const figures = {};
  const imported = await giving.import(rowsOf(100_000), 2022);
  if (wants('import')) figures.import = { ...imported, copy: base ? base.import.copy : await giving.copy(imported) };
  if (wants('posts')) figures.posts = { each: await giving.posts(rowsOf(5_000)), import: imported };
  if (wants('ledger') && ledger) {
    await giving.client.query('vacuum (analyze) ledger');
    figures.ledger = await ledgerPages(giving.secretary, giving.client, giving.grace, rowsOf(100));
  }
  if (wants('command')) {
    const { command, hand } = await giving.commands(rowsOf(2_000), !base);
    figures.command = { command, hand: base?.command.hand ?? hand };
  }
  if (wants('million') || wants('history') || wants('rebuild')) figures.million = await giving.million(rowsOf(1_000_000), rowsOf(300));
  if (wants('rebuild')) {
    const perRow = base ? base.rebuild.perRow : null;
    const select = perRow === null ? await giving.insertSelect() : null;
    const { rows, seconds } = await giving.rebuild();
    figures.rebuild = { rows, seconds, perRow: perRow ?? select / rows };
  }
  return figures;
}

spawnSync('npm', ['run', '--silent', 'build'], { cwd: root, stdio: ['ignore', 'ignore', 'inherit'], shell: process.platform === 'win32' });
const files = makeDirectory();
note(`${os.cpus().length} × ${os.cpus()[0].model}, ${Math.round(os.totalmem() / 2 ** 30)} GiB, Node ${process.version}`);
const givers = rowsOf(100_000);
const [first, second] = await eventStores();
const touching = ['import', 'posts', 'command', 'million', 'history', 'rebuild'].some(wants);
const open = [];
const begin = async (store) => {
  note(`giving in ${store.name} …`);
  const giving = await Giving.open(store.environment, files, givers);
  open.push(giving);
  return giving;
};
const finish = () => open.pop()?.close();
try {
  const giving = await begin(first);
  const here = await measure(giving, null, true);
  const apart = [];
  if (wants('browser')) apart.push(...(await browserRows(giving.app)));
  if (wants('start')) {
    apart.push(['npm start, second time, until /health', '≤ 3 s', atMost(3, await giving.startAgain(), 'process start to 200, on the database of this run', ' s')]);
  }
  await finish();
  const there = touching ? await measure(await begin(second), here, false) : {};
  await finish();

  const both = (name, what, bound, told) => here[name] && row(what, bound, told(here[name]), told(there[name]));
  both('import', `import of ${rowsOf(100_000)} rows against raw COPY`, '≥ 0.3', ({ copy, total, preview }) =>
    atLeast(0.3, copy / total, `import ${total.toFixed(2)} s (preview ${preview.toFixed(2)} s), COPY ${copy.toFixed(2)} s`));
  both('posts', 'the same import against single POSTs', '≥ 30 ×', ({ each, import: { rows, total } }) =>
    atLeast(30, (each * rows) / total, `one POST ${(each * 1000).toFixed(2)} ms`, ' × faster'));
  if (here.ledger) {
    const worst = here.ledger[0];
    row(`ledger page, 50 of ${givers} donors, worst sort`, '≤ 3 ×', atMost(3, worst.ratio,
      here.ledger.map(({ sort, http, sql }) => `${sort} ${http.toFixed(1)}/${sql.toFixed(1)} ms`).join(', '), ' ×'));
  }
  both('command', 'single donation through its command, 8 clients', '≥ 0.5', ({ command, hand }) =>
    atLeast(0.5, command / hand, `${command.toFixed(0)} a second, hand-written function ${hand.toFixed(0)}`));
  if (wants('million')) {
    both('million', `peak memory of the Node process importing ${rowsOf(1_000_000)} rows`, '≤ 300 MB', ({ before, peak, total, preview }) =>
      atMost(300, peak, `${before.toFixed(0)} MB before; ${total.toFixed(1)} s, preview ${preview.toFixed(1)} s`, ' MB'));
  }
  if (wants('history')) {
    both('million', `member’s history with ${rowsOf(1_000_000)} donations against 1,000`, '≤ 1.3 ×', ({ small, big }) =>
      atMost(1.3, big / small, `${big.toFixed(2)} ms against ${small.toFixed(2)} ms`, ' ×'));
  }
  both('rebuild', 'rebuild of all giving projections', '≥ 0.4', ({ rows, seconds, perRow }) =>
    atLeast(0.4, (perRow * rows) / seconds, `${rows} donations in ${seconds.toFixed(1)} s, one INSERT … SELECT ${(perRow * rows).toFixed(1)} s`));
  for (const cells of apart) row(...cells);
} finally {
  while (open.length > 0) await finish();
  second.stop();
  spawnSync('rm', ['-rf', files]);
}

/** The rows that need a browser, on the books as they are then. */
async function browserRows(app) {
  if (!hasBrowser) {
    note('no browser here: the two rows that need one were not measured');
    return [];
  }
  return withBrowser(async (browser) => {
    const sizes = await firstLoads(browser, app.url, [
      ['/'], ['/sign-in'], ['/join'], ['/', 'member@grace.test'], ['/donations', 'member@grace.test'], ['/admin/member-donations', 'secretary@grace.test'],
      ['/admin/donation-imports', 'secretary@grace.test'], ['/admin/church-ledger', 'secretary@grace.test'], ['/admin/fundraisers', 'secretary@grace.test'],
    ]);
    const { grid, plain, loaded } = await scrolling(browser, app.url, 'secretary@grace.test', givers);
    return [
      ['first load of any page, JavaScript, gzip', '≤ 150 kB', atMost(150, sizes[0].kB, sizes.map(({ path: page, kB }) => `${page} ${kB.toFixed(0)}`).join(', '), ' kB')],
      ['ledger grid, frames a second while scrolling, against a bare page', '≥ 0.9',
        atLeast(0.9, grid / plain, `${grid.toFixed(1)} against ${plain.toFixed(1)}; ${JSON.stringify(loaded)}`)],
    ];
  });
}

const missed = table.filter(({ holds }) => !holds);
const lines = table.map((r) => `| ${r.what} | ${r.figure} | ${r.bound} | ${r.beside?.figure ?? '–'} | ${r.raw}${r.beside ? `; ${second.name}: ${r.beside.raw}` : ''} |`);
process.stdout.write(`\n| What | ${first.name} | Bound | ${second.name} | Raw |\n| --- | --- | --- | --- | --- |\n${lines.join('\n')}\n`);
process.stdout.write('\nThe bounds hold for PostgreSQL. COPY, the function and INSERT … SELECT were measured in PostgreSQL, once, for both.\n');
if (second.name.includes('double')) {
  process.stdout.write('The double is a stand-in in memory: its figures say nothing about a real server, but show the application’s own cost on that path.\n');
}
process.stdout.write(`\n${table.length - missed.length} of ${table.length} figures reached${missed.length ? `; missed: ${missed.map(({ what }) => what).join('; ')}` : ''}\n`);
process.exit(missed.length === 0 ? 0 : 1);
