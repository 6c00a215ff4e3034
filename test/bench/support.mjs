import { spawn } from 'node:child_process';
import fs from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';

export const root = path.resolve(import.meta.dirname, '../..');
export const password = 'demo-password-2018';

export const freePort = () =>
  new Promise((resolve) => {
    const probe = net.createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });

export function makeDirectory() {
  const directory = fs.mkdtempSync(path.join(os.tmpdir(), 'church-bench-'));
  fs.chmodSync(directory, 0o755);
  return directory;
}

const stateOf = (dataDir) => {
  const pointer = path.join(dataDir, 'postgresql-is-at');
  return fs.existsSync(pointer)
    ? fs.readFileSync(pointer, 'utf8').trim()
    : path.join(dataDir, 'postgresql');
};

/** What `npm start` runs, flags included. */
const startCommand = JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8'))
  .scripts.start.split(' ')
  .slice(1);

/** The running application as a process of its own, with its demo churches. */
export async function startApp(dataDir, environment) {
  const port = await freePort();
  const began = performance.now();
  const child = spawn(process.execPath, startCommand, {
    cwd: root,
    env: {
      ...process.env,
      PORT: String(port),
      DATA_DIR: dataDir,
      LOG_LEVEL: 'error',
      TRUST_PROXY: '127.0.0.1',
      DATABASE_URL: '',
      DATABASE_OWNER_URL: '',
      ...environment,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const url = `http://127.0.0.1:${port}`;
  for (;;) {
    if (child.exitCode !== null) throw new Error('The application did not start.');
    const up = await fetch(`${url}/health`).then(
      (response) => response.ok,
      () => false,
    );
    if (up) break;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return {
    url,
    child,
    dataDir,
    startedIn: (performance.now() - began) / 1000,
    /** resident memory of the Node process: now, and at its highest */
    memory: () => {
      const status = fs.readFileSync(`/proc/${child.pid}/status`, 'utf8');
      const kB = (name) => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)[1]);
      return { now: kB('VmRSS') / 1024, peak: kB('VmHWM') / 1024 };
    },
    stop: async () => {
      child.kill('SIGTERM');
      await new Promise((resolve) => child.once('exit', resolve));
    },
    remove: () => {
      const state = stateOf(dataDir);
      fs.rmSync(dataDir, { recursive: true, force: true });
      fs.rmSync(state, { recursive: true, force: true });
    },
  };
}

/** Addresses of the embedded server under a data directory. */
export function databaseUrls(dataDir) {
  const state = stateOf(dataDir);
  const passwords = JSON.parse(fs.readFileSync(path.join(state, 'passwords.json'), 'utf8'));
  const port = fs.readFileSync(path.join(state, 'port'), 'utf8').trim();
  const url = (role, name = 'church_connect') => {
    const user = role === 'postgres' ? role : `church_${role}`;
    return `postgresql://${user}:${passwords[role]}@127.0.0.1:${port}/${name}`;
  };
  return { superUrl: url('postgres'), ownerUrl: url('owner'), appUrl: url('app'), named: url };
}

export async function connect(connectionString) {
  const client = new pg.Client({ connectionString });
  await client.connect();
  return client;
}

/**
 * The event stores, by the name that the table gives them: what names each to the application, and
 * `stop`. The second is the server in `EVENTSTORE_TEST_URL`, else the stand-in of the tests as a
 * process of its own.
 */
export async function eventStores() {
  const postgres = {
    name: 'PostgreSQL',
    environment: { EVENT_STORE: 'postgres', EVENTSTORE_URL: '' },
    stop: () => undefined,
  };
  const second = (name, url, stop) => ({
    name,
    environment: { EVENT_STORE: 'eventstoredb', EVENTSTORE_URL: url },
    stop,
  });
  const given = process.env.EVENTSTORE_TEST_URL;
  if (given) return [postgres, second('EventStoreDB', given, () => undefined)];
  const child = spawn(
    process.execPath,
    ['--max-old-space-size=8192', path.join(root, 'test/bench/double.mjs')],
    { cwd: root, stdio: ['pipe', 'pipe', 'inherit'] },
  );
  const url = await new Promise((resolve, reject) => {
    child.stdout.once('data', (text) => resolve(text.toString().trim()));
    child.once('exit', () => reject(new Error('The stand-in for EventStoreDB did not start.')));
  });
  return [postgres, second('EventStoreDB (double)', url, () => child.kill())];
}

/** A signed-in client: `call(path, options)` answers the response; `call.cookie` is its session. */
export async function signIn(url, email) {
  const response = await fetch(`${url}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
  if (!response.ok) throw new Error(`sign-in of ${email}: ${response.status}`);
  const cookie = response.headers.get('set-cookie').split(';')[0];
  const call = (where, { headers = {}, ...options } = {}) =>
    fetch(`${url}${where}`, { ...options, headers: { cookie, ...headers } });
  return Object.assign(call, { cookie });
}

export async function json(response) {
  const body = await response.json();
  if (!response.ok) throw new Error(`${response.status}: ${JSON.stringify(body).slice(0, 300)}`);
  return body;
}

/** Upload, preview and commit without pause. Gives the seconds of each part. */
export async function importFile(call, file) {
  const times = {};
  const began = performance.now();
  const body = new FormData();
  body.append('file', await fs.openAsBlob(file), path.basename(file));
  const draft = await json(await call('/api/admin/donation-imports', { method: 'POST', body }));
  times.preview = (performance.now() - began) / 1000;
  if (draft.counts.new !== draft.counts.total)
    throw new Error(`The file is not wholly new: ${JSON.stringify(draft.counts)}`);
  await json(await call(`/api/admin/donation-imports/${draft.id}/commit`, { method: 'POST' }));
  const events = await call(`/api/admin/donation-imports/${draft.id}/events`);
  const told = await events.text(); // ends with the work
  if (!told.includes('"status":"committed"')) throw new Error(told.slice(-300));
  times.total = (performance.now() - began) / 1000;
  return { id: draft.id, ...times };
}

export const percentile = (values, share = 0.5) =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length * share)];

/** Milliseconds of each of `times` runs, after some to warm up. */
export async function sample(times, work, warmUp = 20) {
  for (let index = 0; index < warmUp; index++) await work(index);
  const values = [];
  for (let index = 0; index < times; index++) {
    const began = performance.now();
    await work(index);
    values.push(performance.now() - began);
  }
  return values;
}
