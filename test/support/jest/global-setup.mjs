import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { bundleProgram } from '../program/bundle.mjs';

const root = path.resolve(import.meta.dirname, '../../..');

/**
 * Starts one PostgreSQL server for the run, with a migrated template that each test file copies (35
 * to 60 ms). It is JavaScript that uses the built libraries, because Jest does not map modules for
 * its global setup.
 */
export default async function setup() {
  // A run within a run (test/time-zones) uses the server of the outer one.
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
  fs.chmodSync(sockets, 0o777); // PostgreSQL runs as another user if this process is root
  const server = await startEmbedded({
    dataDir: directory,
    database: 'template_church',
    unsafe: true,
    sockets,
  });
  globalThis.testServer = { server, directory };
  process.env.TEST_PROGRAM = path.join(root, 'dist', `test-program-${process.pid}`);
  await bundleProgram(root, process.env.TEST_PROGRAM);
  // The program is started from compiled code, which its first start stores here.
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

/** Throws if Node is too old (see src/start.mjs), for example the Node of an IDE. */
function requireNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > 24 || (major === 24 && minor >= 7)) return;
  throw new Error(
    `The tests need Node 24.7 or later; this is v${process.versions.node} ` +
      `(${process.execPath}).\n` +
      '`npm test -- path/of/the/test` takes the Node that `npm ci` has installed. In an IDE, ' +
      'choose\n' +
      'node_modules/.bin/node as the Node interpreter.',
  );
}

/** Builds the server with the Node of this process. */
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
 * Creates the folder of the run's PostgreSQL server, in memory if there is enough of it: copying
 * databases on a disk takes two to five times the processor time. A run creates about 300
 * databases; 150 take 2 GB.
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
  // The folder also contains the server's binaries.
  const isUsable = mount?.[2] === 'tmpfs' && !mount[3].split(',').includes('noexec');
  if (!isUsable) return false;
  const { bavail, bsize } = fs.statfsSync(folder);
  return bavail * bsize > 10 * gigabyte;
}

/** Removes the folders of runs that were killed, which would occupy memory. */
function removeLeftovers(base) {
  for (const name of fs.readdirSync(base)) {
    const pid = Number(/^church-test-(\d+)-/.exec(name)?.[1]);
    if (pid && !fs.existsSync(`/proc/${pid}`))
      fs.rmSync(path.join(base, name), { recursive: true, force: true });
  }
}
