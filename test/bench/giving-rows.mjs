import { besideUploads, rightAmongWrong } from './crowd.mjs';
import { quietBeside } from './fairness.mjs';
import { importOfGuests } from './guests.mjs';
import { givers, rowsOf, wants } from './options.mjs';
import { ledgerPages } from './queries.mjs';
import { atLeast, atMost, row } from './table.mjs';

/**
 * Measures everything that uses an event store, on one of the two.
 * @param base the references in SQL: measured once, with the first store, and used for both
 * @param ledger measures the ledger after the first import; absent for the second store
 */
export async function measure(giving, base, ledger) {
  const imported = await giving.import(rowsOf(100_000), 2022);
  if (wants('import')) await importRow(giving, base, imported);
  if (wants('workbook')) {
    const { text, workbook } = await giving.workbook(
      rowsOf(100_000),
      [9, 8, 7, 3].map((ago) => new Date().getFullYear() - ago),
    ); // no older: it would be asked about
    row(
      `preview of a workbook of ${rowsOf(100_000)} rows against the same rows as CSV`,
      '≤ 2 ×',
      atMost(2, workbook / text, `${workbook.toFixed(2)} s against ${text.toFixed(2)} s`, ' ×'),
    );
  }
  if (wants('posts')) {
    const each = await giving.posts(rowsOf(5_000));
    row(
      'the same import against single POSTs',
      '≥ 30 ×',
      atLeast(
        30,
        (each * imported.rows) / imported.total,
        `one POST ${(each * 1000).toFixed(2)} ms`,
        ' × faster',
      ),
    );
  }
  if (ledger) await ledger();
  if (wants('command')) {
    const { command, hand } = await giving.commands(rowsOf(2_000), base.hand === undefined);
    base.hand ??= hand;
    row(
      'single donation through its command, 8 clients',
      '≥ 0.5',
      atLeast(
        0.5,
        command / base.hand,
        `${command.toFixed(0)} a second, hand-written function ${base.hand.toFixed(0)}`,
      ),
    );
  }
  if (!wants('million') && !wants('history') && !wants('rebuild')) return;
  const million = await giving.million(rowsOf(1_000_000), rowsOf(300));
  if (wants('million')) {
    row(
      `peak memory of the Node process importing ${million.rows} rows`,
      '≤ 300 MB',
      atMost(
        300,
        million.peak,
        `${million.before.toFixed(0)} MB before; ${million.total.toFixed(1)} s, preview ` +
          `${million.preview.toFixed(1)} s`,
        ' MB',
      ),
    );
  }
  if (wants('history')) {
    row(
      `member’s history with ${million.rows} donations against 1,000`,
      '≤ 1.3 ×',
      atMost(
        1.3,
        million.big / million.small,
        `${million.big.toFixed(2)} ms against ${million.small.toFixed(2)} ms`,
        ' ×',
      ),
    );
  }
  if (wants('rebuild')) {
    const select = (base.select ??= await giving.insertSelect());
    const { rows, seconds } = await giving.rebuild();
    row(
      `rebuild of all giving projections, ${million.rows} events`,
      '≥ 0.4',
      atLeast(
        0.4,
        select / seconds,
        `${rows} donations in ${seconds.toFixed(1)} s, one INSERT … SELECT ${select.toFixed(1)} s`,
      ),
    );
  }
}

/** The years of further imports, of which the fastest counts. */
const furtherYears = [2024, 2025];

/**
 * Compares imports with COPY of the same rows, the fastest of three rounds: a single COPY took
 * between 5.8 and 10.8 s on one machine.
 */
async function importRow(giving, base, imported) {
  const rounds = [imported];
  const copies = [];
  const measureCopy = async (round) => {
    if (base.copy === undefined) copies.push(await giving.copy(round));
  };
  await measureCopy(imported);
  for (const year of furtherYears) {
    const round = await giving.import(imported.rows, year);
    rounds.push(round);
    await measureCopy(round);
  }
  base.copy ??= Math.min(...copies);
  const fastest = rounds.toSorted((one, other) => one.total - other.total)[0];
  row(
    `import of ${imported.rows} rows against raw COPY`,
    '≥ 0.3',
    atLeast(
      0.3,
      base.copy / fastest.total,
      `import ${fastest.total.toFixed(2)} s (preview ${fastest.preview.toFixed(2)} s), ` +
        `COPY ${base.copy.toFixed(2)} s, the fastest of three each`,
    ),
  );
}

/** Measures imports of equally long files with few and with many new guests. */
export async function guestRows(giving) {
  if (!wants('guests')) return;
  const rows = rowsOf(100_000);
  const [few, many] = [20, rowsOf(4_000)];
  const year = new Date().getFullYear() - 1;
  const fileOf = (guests, label) => importOfGuests(giving.secretary, { rows, guests, year, label });
  // few, many, many, few, and the better of each two: what is slow at first or grows later cancels
  // out
  const files = [];
  for (const [index, guests] of [few, many, many, few].entries())
    files.push(await fileOf(guests, `file${index}`));
  const best = (part, ...indexes) => Math.min(...indexes.map((index) => part(files[index])));
  const figure = (part, raw = '') => {
    const [ofFew, ofMany] = [best(part, 0, 3), best(part, 1, 2)];
    const times = `${ofMany.toFixed(1)} s against ${ofFew.toFixed(1)} s${raw}`;
    return atMost(1.5, ofMany / ofFew, times, ' ×');
  };
  const answered = Math.max(...files.map(({ undo }) => undo.answered));
  const named = `${rows} rows with ${many} new guests against ${few}`;
  row(
    `undo of ${named}`,
    '≤ 1.5 ×',
    figure(({ undo }) => undo.total, `; 202 after ${answered.toFixed(2)} s at most`),
  );
  row(
    `commit of ${named}`,
    '≤ 1.5 ×',
    figure(({ commit }) => commit),
  );
  row(
    `adding all givers as guests, ${named}`,
    '≤ 1.5 ×',
    figure(({ add }) => add),
  );
}

/** Measures pages of the ledger, which are in PostgreSQL with both event stores. */
export async function ledgerRow(giving) {
  if (!wants('ledger')) return;
  await giving.client.query('vacuum (analyze) ledger');
  const pages = await ledgerPages(giving.secretary, giving.client, giving.grace, rowsOf(100));
  row(
    `ledger page, 50 of ${givers} donors, worst sort`,
    '≤ 3 ×',
    atMost(
      3,
      pages[0].ratio,
      pages
        .map(({ sort, http, sql }) => `${sort} ${http.toFixed(1)}/${sql.toFixed(1)} ms`)
        .join(', '),
      ' ×',
    ),
  );
}

/** Measures single calls while others send many sign-ins or files. */
export async function crowdRows(giving) {
  if (!wants('crowd')) return;
  const seconds = await rightAmongWrong(giving.app.url, 200);
  row(
    'a right password beside 200 wrong ones at once',
    '≤ 2 s',
    atMost(2, seconds, 'from another network', ' s'),
  );
  const rows = rowsOf(20_000);
  const file = await giving.file(rows, 2018);
  const { alone, beside, worst, times } = await besideUploads(
    giving.app.url,
    giving.secretary,
    file,
    24,
  );
  row(
    `another church’s request while 24 files of ${rows} rows are uploaded, p50`,
    '≤ 3 ×',
    atMost(
      3,
      beside / alone,
      `${beside.toFixed(1)} ms against ${alone.toFixed(1)} ms, p99 ${worst.toFixed(1)} ms, ` +
        `${times} requests`,
      ' ×',
    ),
  );
}

/** Measures the calls of a quiet user beside attacks of a user of another church. */
export async function fairnessRows(giving, files) {
  if (!wants('fairness')) return;
  const file = await giving.file(rowsOf(20_000), 2016);
  // after a million rows PostgreSQL would vacuum in the background, beside some of these rows and
  // not beside others
  await giving.client.query('vacuum (analyze)');
  const { idle, beside } = await quietBeside(giving.app.url, {
    client: giving.client,
    file,
    folder: files,
  });
  for (const [attack, p95] of Object.entries(beside)) {
    row(
      `a quiet user of another church beside ${attack}, p95`,
      '≤ 3 ×',
      atMost(3, p95 / idle, `${p95.toFixed(1)} ms against ${idle.toFixed(1)} ms`, ' ×'),
    );
  }
}
