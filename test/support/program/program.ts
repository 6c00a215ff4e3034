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
 * Returns a free port. A program may need seconds until it listens. The port is therefore from a
 * range that the system does not assign, and that only this worker uses.
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

// 10,000 to 32,399: Linux assigns ports from 32,768, other systems from 49,152.
const portsOfWorker = 1_400;

/**
 * Creates a folder for `DATA_DIR` that the database's user may enter. `remove` deletes it with its
 * database.
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

/** The environment of each process of the program. All share the compiled code of the test run. */
export const programEnvironment = (
  more: Record<string, string | undefined>,
): Record<string, string | undefined> => ({
  ...process.env,
  // A start creates many short-lived objects; this saves a tenth of its work.
  NODE_OPTIONS: '--max-semi-space-size=64',
  NODE_COMPILE_CACHE: process.env.TEST_COMPILE_CACHE,
  ...more,
});

/**
 * Returns the file that starts the program (`main`) or an operator command (`cli`): from the bundle
 * of the test run, or from the build.
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
  /** the lines of its standard output, without the log */
  said: string[];
  /** Stops the program like Ctrl-C, and waits. Throws for an unexpected warning in its log. */
  stop(): Promise<void>;
  kill(): Promise<void>;
}

/** Starts the program as a process, like `npm start`, from the build of the test run. */
export async function startProgram(
  dataDir: string,
  more: Record<string, string> = {},
): Promise<Program> {
  const port = await freePort();
  const child = spawn(process.execPath, [programFile('main')], {
    env: environment(dataDir, { ...more, PORT: String(port) }),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output: string[] = [];
  const complained: string[] = [];
  createInterface(child.stdout).on('line', (line) => {
    if (line.startsWith('{')) takeLine(line);
    else output.push(line);
  });
  createInterface(child.stderr).on('line', (line) => {
    complained.push(line);
    takeLine(line);
  });
  const url = `http://localhost:${port}`;
  const came = await until(async (): Promise<'taken' | 'here' | false> => {
    // Another process may have taken the port meanwhile.
    if (child.exitCode !== null && complained.some((line) => line.includes('EADDRINUSE')))
      return 'taken';
    if (child.exitCode !== null)
      throw new Error(
        `the program ended with ${child.exitCode}: ` +
          [...output, ...complained].slice(-8).join(' | '),
      );
    // Another program may answer at the port, so wait for the line of this one.
    return (
      output.some((line) => line.includes(url)) &&
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
    said: output,
    stop: () => end('SIGTERM').then(checkLog),
    kill: () => end('SIGKILL'),
  };
}

/** Runs an operator command, and returns its output and exit code. */
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

/** Runs an operator command asynchronously, for commands that need this process. */
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
 * Uses a new connection for each request. While this process waits for a command, the program may
 * close idle connections.
 */
const once = { connection: 'close' };

/**
 * Signs in, and returns a function that sends requests as this user, also to another address of the
 * church.
 */
export async function signIn(
  url: string,
  email: string,
  password = demoPassword,
): Promise<(path: string, init?: RequestInit, baseUrl?: string) => Promise<Response>> {
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
  return (requestPath, init = {}, baseUrl = url) =>
    fetch(`${baseUrl}${requestPath}`, {
      ...init,
      headers: { ...once, cookie, ...(init.headers as Record<string, string> | undefined) },
    });
}
