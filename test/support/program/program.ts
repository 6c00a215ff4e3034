import { execFile, spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { randomInt } from 'node:crypto';
import fs from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { checkLog, takeLine } from './log.js';
import { until } from '../until.js';

export const demoPassword = 'demo-password-2018';

/**
 * A port that nobody listens on, for somebody who will. Between the two a program may take seconds:
 * below those that systems give out by themselves, and from a part that only this worker of the
 * test run takes from, nobody gets it meanwhile.
 */
export async function freePort(): Promise<number> {
  const part = (Number(process.env.JEST_WORKER_ID ?? 0) % 16) * portsOfWorker;
  for (;;) {
    const port = 10_000 + part + randomInt(portsOfWorker);
    const probe = net.createServer();
    const isFree = await new Promise<boolean>((resolve) =>
      probe.once('error', () => resolve(false)).listen(port, '127.0.0.1', () => resolve(true)),
    );
    if (isFree) return new Promise((resolve) => void probe.close(() => resolve(port)));
  }
}

// 10,000 to 32,399: Linux gives out 32,768 and more, other systems 49,152 and more
const portsOfWorker = 1_400;

/**
 * A folder for `DATA_DIR` that the database's user may enter; `remove` takes it away again,
 * wherever the cluster lies.
 */
export function dataDirectory(): { path: string; remove: () => void } {
  const directory = fs.mkdtempSync(path.join(os.tmpdir(), 'church-program-'));
  fs.chmodSync(directory, 0o755);
  return {
    path: directory,
    remove: () => {
      const pointer = path.join(directory, 'postgresql-is-at');
      if (fs.existsSync(pointer))
        fs.rmSync(fs.readFileSync(pointer, 'utf8').trim(), { recursive: true, force: true });
      fs.rmSync(directory, { recursive: true, force: true });
    },
  };
}

/**
 * What every process of the program gets in its environment: it shares the compiled code of the
 * whole test run.
 */
export const programEnvironment = (
  more: Record<string, string | undefined>,
): Record<string, string | undefined> => ({
  ...process.env,
  // a start makes much that is short-lived: a tenth less work
  NODE_OPTIONS: '--max-semi-space-size=64',
  NODE_COMPILE_CACHE: process.env.TEST_COMPILE_CACHE,
  ...more,
});

/**
 * The file that starts the program (`main`) or an operator command (`cli`): the bundle that the
 * test run made, or the build.
 */
export const programFile = (name: 'main' | 'cli'): string =>
  path.join(process.env.TEST_PROGRAM ?? 'dist/src', `${name}.js`);

const environment = (dataDir: string, more: Record<string, string> = {}) =>
  programEnvironment({
    DATA_DIR: dataDir,
    LOG_LEVEL: 'warn',
    DATABASE_URL: '',
    DATABASE_OWNER_URL: '',
    ...more,
  });

export interface Program {
  url: string;
  child: ChildProcess;
  /** what it tells whoever starts it, line by line; its log is elsewhere */
  said: string[];
  /**
   * asks it to stop, as Ctrl-C does, and waits; throws for a warning in its log that nobody
   * expected
   */
  stop(): Promise<void>;
  kill(): Promise<void>;
}

/**
 * The program as `npm start` runs it, in a process of its own, from the build that the test run
 * made.
 */
export async function startProgram(
  dataDir: string,
  more: Record<string, string> = {},
): Promise<Program> {
  const port = await freePort();
  const child = spawn(process.execPath, [programFile('main')], {
    env: environment(dataDir, { ...more, PORT: String(port) }),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const said: string[] = [];
  const complained: string[] = [];
  createInterface(child.stdout).on('line', (line) => {
    if (line.startsWith('{')) takeLine(line);
    else said.push(line);
  });
  createInterface(child.stderr).on('line', (line) => {
    complained.push(line);
    takeLine(line);
  });
  const url = `http://localhost:${port}`;
  const came = await until(async (): Promise<'taken' | 'here' | false> => {
    // between the moment at which it was free and the program's own, somebody else may have got the
    // port
    if (child.exitCode !== null && complained.some((line) => line.includes('EADDRINUSE')))
      return 'taken';
    if (child.exitCode !== null)
      throw new Error(
        `the program ended with ${child.exitCode}: ${[...said, ...complained].slice(-8).join(' | ')}`,
      );
    // whoever answers at the port may be somebody else: it is this one when it has said so
    return (
      said.some((line) => line.includes(url)) &&
      (await fetch(`${url}/health`).then(
        ({ ok }) => ok,
        () => false,
      )) &&
      'here'
    );
  }, 'the program did not start');
  if (came === 'taken') return startProgram(dataDir, more);
  const end = (signal: NodeJS.Signals) =>
    child.exitCode !== null || child.signalCode !== null
      ? Promise.resolve()
      : new Promise<void>((resolve) => {
          child.once('close', () => resolve());
          child.kill(signal);
        });
  return {
    url,
    child,
    said,
    stop: () => end('SIGTERM').then(checkLog),
    kill: () => end('SIGKILL'),
  };
}

/** An operator command; its output and exit code. */
export function cli(
  dataDir: string,
  args: string[],
  more: Record<string, string> = {},
): { status: number | null; stdout: string; stderr: string } {
  return spawnSync(process.execPath, [programFile('cli'), ...args], {
    env: environment(dataDir, more),
    encoding: 'utf8',
  });
}

/** The same while this process goes on: for a command that asks something that runs here. */
export async function cliBeside(
  dataDir: string,
  args: string[],
  more: Record<string, string> = {},
): Promise<string> {
  return (
    await promisify(execFile)(process.execPath, [programFile('cli'), ...args], {
      env: environment(dataDir, more),
    })
  ).stdout;
}

/**
 * A command that is waited for holds up this process for seconds, in which the program may close a
 * connection that is kept: each call has its own.
 */
const once = { connection: 'close' };

/**
 * Signs in and gives a function that calls the API as that person, at that address or at another of
 * the same church.
 */
export async function signIn(
  url: string,
  email: string,
  password = demoPassword,
): Promise<(path: string, init?: RequestInit, at?: string) => Promise<Response>> {
  const body = JSON.stringify({ email, password });
  const response = await fetch(`${url}/api/login`, {
    method: 'POST',
    headers: { ...once, 'content-type': 'application/json' },
    body,
  });
  if (response.status !== 200)
    throw new Error(
      `${email} cannot sign in at ${url}: ${response.status} ${await response.text()}`,
    );
  const cookie = response.headers.getSetCookie()[0]!.split(';')[0]!;
  return (where, init = {}, at = url) =>
    fetch(`${at}${where}`, {
      ...init,
      headers: { ...once, cookie, ...(init.headers as Record<string, string> | undefined) },
    });
}
