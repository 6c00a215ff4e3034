import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { readText } from './embedded-cluster.js';
import { processState } from './state-directory.js';

/** How long each step waits for processes to end, in milliseconds. */
const steps = { afterSigint: 10_000, afterSigquit: 5_000, byThemselves: 5_000, afterKill: 60_000 };

/**
 * Ends a PostgreSQL server that still runs because Church Connect was killed. If the server itself
 * was killed, ends its remaining processes. Then another server can be started with the same data:
 * PostgreSQL refuses to start while a process of the former server uses the shared memory of the
 * data directory.
 */
export async function endOrphan(data: string): Promise<void> {
  await endPostmaster(data);
  if (await isTrueWithin(steps.byThemselves, () => serverProcesses(data).length === 0)) return;
  for (const pid of serverProcesses(data)) sendSignal(pid, 'SIGKILL');
  await isTrueWithin(steps.afterKill, () => serverProcesses(data).length === 0);
}

/**
 * Ends the first process of a server. A killed process may stay a zombie for a while, so this waits
 * until its id is free.
 */
async function endPostmaster(data: string): Promise<void> {
  const file = path.join(data, 'postmaster.pid');
  const pid = Number((readText(file) ?? '').split('\n')[0]);
  if (!pid) return;
  if (isPostgres(pid)) sendSignal(pid, 'SIGINT');
  await isTrueWithin(steps.afterSigint, () => !isPostgres(pid));
  if (isPostgres(pid)) sendSignal(pid, 'SIGQUIT');
  await isTrueWithin(steps.afterSigquit, () => processState(pid) === null);
  fs.rmSync(file, { force: true });
}

function isPostgres(pid: number): boolean {
  const state = processState(pid);
  if (state === null || state.zombie) return false;
  return state.command === '' || state.command.includes('postgres');
}

/**
 * Returns the ids of the processes that run in a data directory, as all processes of a PostgreSQL
 * server do. Returns an empty list on systems without /proc.
 */
function serverProcesses(data: string): number[] {
  if (process.platform !== 'linux' || !fs.existsSync(data)) return [];
  const directory = fs.realpathSync(data);
  return fs
    .readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0 && workingDirectory(pid) === directory && isPostgres(pid));
}

/** Returns null if the process has ended or belongs to another user. */
function workingDirectory(pid: number): string | null {
  try {
    return fs.readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return null;
  }
}

function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** Returns whether the condition becomes true within a number of milliseconds. */
async function isTrueWithin(limit: number, condition: () => boolean): Promise<boolean> {
  for (let waited = 0; waited < limit; waited += 50) {
    if (condition()) return true;
    await sleep(50);
  }
  return condition();
}
