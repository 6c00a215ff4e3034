// Attacks a running application until its parent ends it: a thread of `beside` in fairness.mjs.
import { openAsBlob, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';

const { name, url, cookie, file, folder } = workerData;

/** Answers by their status; 0: no answer. */
const answers = {};

async function send(where, options = {}) {
  const headers = { cookie, ...options.headers };
  const status = await fetch(`${url}${where}`, { ...options, headers }).then(
    async (response) => {
      await response.arrayBuffer();
      return response.status;
    },
    () => 0,
  );
  answers[status] = (answers[status] ?? 0) + 1;
}
const jsonHeaders = { 'content-type': 'application/json' };

/** Keeps so many of the same calls going. */
const keepCalling = (atOnce, call) =>
  Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (;;) await call();
    }),
  );

async function upload(where, filePath, fields = {}) {
  const body = new FormData();
  for (const [key, value] of Object.entries(fields)) body.append(key, value);
  body.append('file', await openAsBlob(filePath), path.basename(filePath));
  await send(where, { method: 'POST', body });
}

function written(fileName, content) {
  const target = path.join(folder, fileName);
  writeFileSync(target, content);
  return target;
}

const nested = `{"email":${'['.repeat(4_000)}${'[],'.repeat(245_000)}[]${']'.repeat(4_000)}}`;
const attacks = {
  'lists of one member': () => keepCalling(40, () => send('/api/resources?limit=100')),
  'four lists of one member': () => keepCalling(4, () => send('/api/resources?limit=100')),
  'searches of one member': () => keepCalling(40, () => send('/api/sermons?q=vine&limit=100')),
  'imports of another church': () =>
    keepCalling(24, () => upload('/api/admin/donation-imports', file)),
  'nested JSON at sign-in': () =>
    keepCalling(4, () =>
      send('/api/login', { method: 'POST', headers: jsonHeaders, body: nested }),
    ),
  'a feed of tags': () => {
    const feed = written(
      'feed.xml',
      `<rss><channel><item><title>Hope</title><description>` +
        `${'<br '.repeat(50_000)}</description></item></channel></rss>`,
    );
    return keepCalling(4, () => upload('/api/content-imports', feed, { kind: 'sermons' }));
  },
  'a header of parentheses': () => {
    const gifts = written('header.csv', `${'('.repeat(60_000)},amount,date\nx,1.00,2025-01-01\n`);
    return keepCalling(4, () => upload('/api/admin/donation-imports', gifts));
  },
};

parentPort.postMessage('ready');
parentPort.on('message', () => parentPort.postMessage(answers));
await attacks[name]();
