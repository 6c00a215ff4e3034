import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { startEmbedded } from '#libs/database';
import { freePort } from '../support/program/program.js';
import { Volume } from './volume.js';

const database = 'church_connect';
const running = new Set<Postgres>();
process.on('exit', () => {
  for (const server of running) server.end();
});

/**
 * A separate PostgreSQL server that can be killed, frozen and started again with the same data and
 * port. It writes like a careful installation: committed data survive a kill.
 */
export class Postgres {
  #child: ChildProcess | null = null;
  readonly #volumes: Volume[] = [];

  readonly directory: string;
  private readonly state: string;
  readonly port: number;

  private constructor(directory: string, state: string, port: number) {
    this.directory = directory;
    this.state = state;
    this.port = port;
  }

  static async make(): Promise<Postgres> {
    const directory = fs.mkdtempSync(path.join(os.tmpdir(), 'church-faults-'));
    fs.chmodSync(directory, 0o755);
    const embedded = await startEmbedded({ dataDir: directory });
    await embedded.stop();
    const server = new Postgres(directory, stateOf(directory), await freePort());
    running.add(server);
    await server.start();
    return server;
  }

  /** @param port the port of the server or of a proxy to it */
  url(role: 'postgres' | 'owner' | 'app', port = this.port): string {
    const passwords = JSON.parse(
      fs.readFileSync(path.join(this.state, 'passwords.json'), 'utf8'),
    ) as Record<string, string>;
    const user = role === 'postgres' ? role : `church_${role}`;
    return `postgresql://${user}:${passwords[role]!}@127.0.0.1:${port}/${database}`;
  }

  /** @param fileLimit the maximum size of a file in kilobytes, to simulate a full disk */
  async start(fileLimit?: number): Promise<void> {
    const home = fs
      .readdirSync(this.state)
      .find((name) => /^postgresql-[\d.]+[\w.-]*$/.test(name) && !name.endsWith('.log'))!;
    const settings = [
      'listen_addresses=127.0.0.1',
      'unix_socket_directories=',
      'max_connections=60',
      'shared_buffers=64MB',
      'timezone=UTC',
      'jit=off',
    ];
    const binary = path.join(this.state, home, 'bin', 'postgres');
    const args = [
      '-D',
      path.join(this.state, 'data'),
      '-p',
      String(this.port),
      ...settings.flatMap((setting) => ['-c', setting]),
    ];
    const [command, all] = fileLimit
      ? ['sh', ['-c', `ulimit -f ${fileLimit * 2}; exec "$0" "$@"`, binary, ...args]]
      : [binary, args];
    const until = performance.now() + 60_000;
    for (;;) {
      // Processes of a killed server may still use its shared memory for a moment. Then the new
      // server ends at once and is started again.
      if (!isRunning(this.#child)) this.#child = this.launch(command, all);
      if (
        await this.query('select 1').then(
          () => true,
          () => false,
        )
      )
        return;
      if (performance.now() > until) throw new Error('PostgreSQL did not start');
      await sleep(50);
    }
  }

  get isRunning(): boolean {
    return isRunning(this.#child);
  }

  /** Returns the lines of its log. */
  get said(): string[] {
    return fs.readFileSync(this.log, 'utf8').split('\n');
  }

  /** Mounts a volume on a folder, and unmounts it together with the server. */
  mount(directory: string, megabytes: number): Volume {
    const volume = Volume.mount(directory, megabytes);
    this.#volumes.push(volume);
    return volume;
  }

  /** Moves all data of the server to a separate volume. */
  async moveToVolume(megabytes: number): Promise<Volume> {
    await this.stop();
    const data = path.join(this.state, 'data');
    const { uid, gid } = fs.statSync(data);
    fs.renameSync(data, `${data}.before`);
    fs.mkdirSync(data, { mode: 0o700 });
    fs.chownSync(data, uid, gid);
    const volume = this.mount(data, megabytes);
    spawnSync('cp', ['-a', `${data}.before/.`, data]);
    fs.rmSync(`${data}.before`, { recursive: true });
    await this.start();
    return volume;
  }

  /** Kills all processes at once, as if the machine was switched off. */
  async kill(): Promise<void> {
    const pids = this.processes();
    const hasExited = new Promise<void>((resolve) => this.#child!.once('exit', () => resolve()));
    for (const pid of pids) signal(pid, 'SIGKILL');
    await hasExited;
    while (processTable().some(({ pid, state }) => pids.includes(pid) && !state.startsWith('Z')))
      await sleep(20);
  }

  /**
   * Stops all processes until `thaw`, so that the server accepts connections but does not answer.
   */
  freeze(): void {
    for (const pid of this.processes()) signal(pid, 'SIGSTOP');
  }

  thaw(): void {
    for (const pid of this.processes()) signal(pid, 'SIGCONT');
  }

  async stop(): Promise<void> {
    if (!isRunning(this.#child)) return;
    const hasExited = new Promise<void>((resolve) => this.#child!.once('exit', () => resolve()));
    this.thaw();
    this.#child!.kill('SIGINT');
    await hasExited;
  }

  async remove(): Promise<void> {
    await this.stop();
    this.#clear();
    running.delete(this);
  }

  /** Kills the server immediately, when the test itself is stopped. */
  end(): void {
    if (isRunning(this.#child)) for (const pid of this.processes()) signal(pid, 'SIGKILL');
    this.#clear();
  }

  #clear(): void {
    for (const volume of this.#volumes.splice(0)) volume.unmount();
    fs.rmSync(this.state, { recursive: true, force: true });
    fs.rmSync(this.directory, { recursive: true, force: true });
  }

  /** Executes a statement as a superuser on a new connection. */
  async query<Row extends pg.QueryResultRow>(sql: string, values: unknown[] = []): Promise<Row[]> {
    const client = new pg.Client({
      connectionString: this.url('postgres'),
      connectionTimeoutMillis: 5_000,
    });
    client.on('error', () => undefined);
    try {
      await client.connect();
      return (await client.query<Row>(sql, values)).rows;
    } finally {
      await client.end().catch(() => undefined);
    }
  }

  private launch(command: string, args: string[]): ChildProcess {
    const log = fs.openSync(this.log, 'a');
    const child = spawn(command, args, {
      ...this.owner,
      cwd: '/',
      detached: true,
      stdio: ['ignore', 'ignore', log],
    });
    fs.closeSync(log);
    return child;
  }

  private get log(): string {
    return path.join(this.directory, 'postgresql.log');
  }

  /** Returns the ids of all processes, beginning with the postmaster. */
  private processes(): number[] {
    const postmaster = this.#child!.pid!;
    return [
      postmaster,
      ...processTable()
        .filter(({ parent }) => parent === postmaster)
        .map(({ pid }) => pid),
    ];
  }

  /** Returns the owner of the data, as whom root starts it: PostgreSQL refuses to run as root. */
  private get owner(): { uid?: number; gid?: number } {
    const { uid, gid } = fs.statSync(path.join(this.state, 'data'));
    return process.getuid?.() === 0 ? { uid, gid } : {};
  }
}

/** Returns the folder of the cluster, which may be outside of a folder that only root can enter. */
function stateOf(directory: string): string {
  const pointer = path.join(directory, 'postgresql-is-at');
  return fs.existsSync(pointer)
    ? fs.readFileSync(pointer, 'utf8').trim()
    : path.join(directory, 'postgresql');
}

function processTable(): { pid: number; parent: number; state: string }[] {
  const lines = spawnSync('ps', ['-A', '-o', 'pid=,ppid=,state='], { encoding: 'utf8' })
    .stdout.trim()
    .split('\n');
  return lines
    .map((line) => line.trim().split(/\s+/))
    .map(([pid, parent, state]) => ({ pid: Number(pid), parent: Number(parent), state: state! }));
}

const isRunning = (child: ChildProcess | null) =>
  child !== null && child.exitCode === null && child.signalCode === null;

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // The process has ended in the meantime.
  }
}
