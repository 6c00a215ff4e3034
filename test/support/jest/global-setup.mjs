import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { bundleProgram } from '../program/bundle.mjs';

const root = path.resolve(import.meta.dirname, '../../..');

/**
 * One real PostgreSQL for the run, with a migrated template that each test file copies (35–60 ms).
 * Plain JavaScript on the built libraries: Jest does not map modules for its global setup.
 */
export default async function setup() {
  // a run within a run (test/time-zones) uses the outer one's server
  if (process.env.TEST_SUPER_URL) return;
  requireNode();
  if (!process.env.TEST_IS_BUILT) build();
  const { migrate, startEmbedded } = await import('../../../dist/libs/database/index.js');
  const { installJobs } = await import('../../../dist/libs/jobs/index.js');
  const { migrations } = await import('../../../dist/src/migrations/index.js');
  const directory = makeDirectory();
  fs.chmodSync(directory, 0o755);
  const sockets = path.join(directory, 'sockets');
  fs.mkdirSync(sockets);
  fs.chmodSync(sockets, 0o777); // PostgreSQL runs as another user where this one is root
  const server = await startEmbedded({
    dataDir: directory,
    database: 'template_church',
    unsafe: true,
    sockets,
  });
  globalThis.testServer = { server, directory };
  process.env.TEST_PROGRAM = path.join(root, 'dist', `test-program-${process.pid}`);
  await bundleProgram(root, process.env.TEST_PROGRAM);
  // the program is started from compiled code, which its first end leaves here
  process.env.TEST_COMPILE_CACHE = path.join(directory, 'compiled');
  spawnSync(process.execPath, [path.join(process.env.TEST_PROGRAM, 'cli.js')], {
    env: { ...process.env, NODE_COMPILE_CACHE: process.env.TEST_COMPILE_CACHE },
  });
  await migrate(server.ownerUrl, server.appUrl, migrations);
  await installJobs(server.ownerUrl, server.appUrl);
  const client = new pg.Client({
    connectionString: server.superUrl.replace(/template_church$/, 'postgres'),
  });
  await client.connect();
  await client.query(
    'alter database template_church with is_template true allow_connections false',
  );
  await client.end();
  const bySocket = (url) =>
    process.platform === 'win32' ? url : url.replace('127.0.0.1', encodeURIComponent(sockets));
  process.env.TEST_SUPER_URL = bySocket(server.superUrl);
  process.env.TEST_OWNER_URL = bySocket(server.ownerUrl);
  process.env.TEST_APP_URL = bySocket(server.appUrl);
}

/**
 * Throws on a Node that is too old (see src/start.mjs), for example the one that an IDE has found.
 */
function requireNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > 24 || (major === 24 && minor >= 7)) return;
  throw new Error(
    `The tests need Node 24.7 or later; this is v${process.versions.node} (${process.execPath}).\n` +
      '`npm test -- path/of/the/test` takes the Node that `npm ci` has installed. In an IDE, choose\n' +
      'node_modules/.bin/node as the Node interpreter.',
  );
}

/** Builds the server with the Node that runs this, wherever the shell finds another one. */
function build() {
  const nest = createRequire(import.meta.url).resolve('@nestjs/cli/bin/nest.js');
  const { error, status, stdout, stderr } = spawnSync(process.execPath, [nest, 'build'], {
    encoding: 'utf8',
  });
  if (error) throw error;
  if (status !== 0) throw new Error(`nest build failed\n${stdout}${stderr}`);
}

const gigabyte = 2 ** 30;

/**
 * Makes the folder of the run's PostgreSQL server. The folder is in memory where there is plenty of
 * it, because copying the files of a database takes two to five times the processor time on a disk.
 * 150 databases take 2 GB, and a whole run makes about 300.
 */
function makeDirectory() {
  const inMemory = '/dev/shm';
  const base = isRoomyMemory(inMemory) ? inMemory : os.tmpdir();
  if (base === inMemory) removeLeftovers(base);
  return fs.mkdtempSync(path.join(base, `church-test-${process.pid}-`));
}

function isRoomyMemory(folder) {
  if (process.platform !== 'linux' || process.availableMemory() < 14 * gigabyte) return false;
  const mount = fs
    .readFileSync('/proc/mounts', 'utf8')
    .split('\n')
    .map((line) => line.split(' '))
    .find(([, at]) => at === folder);
  // the server's binaries are there too
  const isUsable = mount?.[2] === 'tmpfs' && !mount[3].split(',').includes('noexec');
  if (!isUsable) return false;
  const { bavail, bsize } = fs.statfsSync(folder);
  return bavail * bsize > 10 * gigabyte;
}

/** Removes what runs that were killed left behind: it would occupy memory. */
function removeLeftovers(base) {
  for (const name of fs.readdirSync(base)) {
    const pid = Number(/^church-test-(\d+)-/.exec(name)?.[1]);
    if (pid && !fs.existsSync(`/proc/${pid}`))
      fs.rmSync(path.join(base, name), { recursive: true, force: true });
  }
}
