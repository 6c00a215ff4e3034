// npm run bench: the performance table, as ratios in one run on one machine, with the raw figures.
// About 20 minutes. What touches giving's store is measured on both: on the server in
// EVENTSTORE_TEST_URL, else on the stand-in of the tests. npm run bench -- quick takes a tenth of
// the rows: to see that it works, not to measure. npm run bench -- only=import,ledger runs some of:
// import, guests, posts, million, history, ledger, rebuild, command, crowd, fairness, emails,
// content, support, browser, start
import { spawnSync } from 'node:child_process';
import os from 'node:os';
import { browserRows } from './browser-rows.mjs';
import { contentRows, emailRows, supportRows } from './content-rows.mjs';
import { Giving } from './giving.mjs';
import { crowdRows, fairnessRows, guestRows, ledgerRow, measure } from './giving-rows.mjs';
import { givers, wants } from './options.mjs';
import { eventStores, makeDirectory, root } from './support.mjs';
import { atMost, note, printTable, row } from './table.mjs';

spawnSync('npm', ['run', '--silent', 'build'], {
  cwd: root,
  stdio: ['ignore', 'ignore', 'inherit'],
  shell: process.platform === 'win32',
});
const files = makeDirectory();
note(
  `${os.cpus().length} × ${os.cpus()[0].model}, ${Math.round(os.totalmem() / 2 ** 30)} GiB, ` +
    `Node ${process.version}`,
);
const [first, second] = await eventStores();
const touching = ['import', 'posts', 'workbook', 'command', 'million', 'history', 'rebuild'].some(
  wants,
);
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
  const base = {};
  await measure(giving, base, () => ledgerRow(giving));
  await guestRows(giving);
  await crowdRows(giving);
  await fairnessRows(giving, files);
  await emailRows();
  await contentRows(giving);
  await supportRows(giving);
  if (wants('browser')) await browserRows(giving.app, files);
  if (wants('start')) {
    row(
      'npm start, second time, until /health',
      '≤ 3 s',
      atMost(
        3,
        await giving.startAgain(),
        'process start to 200, on the database of this run',
        ' s',
      ),
    );
  }
  await finish();
  if (touching) await measure(await begin(second), base);
} finally {
  while (open.length > 0) await finish();
  second.stop();
  spawnSync('rm', ['-rf', files]);
}

process.exit(printTable(first.name, second.name) === 0 ? 0 : 1);
