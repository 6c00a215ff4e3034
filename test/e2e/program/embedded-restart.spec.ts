import { afterEach, describe, expect, it } from '@jest/globals';
import fs from 'node:fs';
import path from 'node:path';
import { expectInLog } from '../../support/program/log.js';
import { dataDirectory, startProgram, type Program } from '../../support/program/program.js';
import { until } from '../../support/until.js';

expectInLog(/./); // The database ends while requests and jobs run.

/**
 * Returns the folder of the embedded database: in the data folder, or where the pointer file says.
 */
function stateOf(dataDir: string): string {
  const pointer = path.join(dataDir, 'postgresql-is-at');
  return fs.existsSync(pointer)
    ? fs.readFileSync(pointer, 'utf8').trim()
    : path.join(dataDir, 'postgresql');
}

/** Kills the embedded server, as the kernel does when memory runs out. @returns its process id */
function killPostgres(dataDir: string): number {
  const file = path.join(stateOf(dataDir), 'data', 'postmaster.pid');
  const pid = Number(fs.readFileSync(file, 'utf8').split('\n')[0]);
  process.kill(pid, 'SIGKILL');
  return pid;
}

const statusOf = (url: string) =>
  fetch(`${url}/health`, { signal: AbortSignal.timeout(20_000) }).then(
    ({ status }) => status,
    () => 0,
  );

/** @throws Error with the log if the program ends while the database is started again */
async function waitForRestart(program: Program, dataDir: string): Promise<void> {
  await until(async () => {
    if (program.child.exitCode !== null)
      throw new Error(`the program ended. PostgreSQL says:\n${logOf(dataDir)}`);
    return (await statusOf(program.url)) === 200;
  }, 'the database did not start');
}

const logOf = (dataDir: string): string =>
  fs.readFileSync(path.join(stateOf(dataDir), 'postgresql.log'), 'utf8').slice(-2_000);

/** Stops the checkpointer, as a write to a slow disk does. @returns its process id */
function stopCheckpointer(dataDir: string): number {
  const pid = fs
    .readdirSync('/proc')
    .map(Number)
    .find((id) => id > 0 && checkpointedData(id) === dataOf(dataDir));
  process.kill(pid!, 'SIGSTOP');
  return pid!;
}

const dataOf = (dataDir: string): string => fs.realpathSync(path.join(stateOf(dataDir), 'data'));

/** Returns the data directory of a process that is a checkpointer; null for other processes. */
function checkpointedData(pid: number): string | null {
  try {
    const command = fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8');
    return command.includes('checkpointer') ? fs.readlinkSync(`/proc/${pid}/cwd`) : null;
  } catch {
    return null; // the process has ended
  }
}

(process.platform === 'linux' ? describe : describe.skip)(
  'an embedded PostgreSQL that was killed',
  () => {
    const folder = dataDirectory();
    let program: Program;
    afterEach(async () => {
      await program.kill();
      folder.remove();
    });

    it('is started again after its last process has ended, however long that takes', async () => {
      program = await startProgram(folder.path, { DEMO: '0' });
      const stopped = stopCheckpointer(folder.path);
      killPostgres(folder.path);
      await until(async () => (await statusOf(program.url)) !== 200, 'the database did not end');
      await waitForRestart(program, folder.path);
      expect(checkpointedData(stopped)).not.toBe(dataOf(folder.path));
    });

    it('is started again, and ends the program with a message if that fails', async () => {
      program = await startProgram(folder.path, { DEMO: '0' });
      for (let time = 1; time <= 2; time++) {
        killPostgres(folder.path);
        await until(async () => (await statusOf(program.url)) !== 200, 'the database did not end');
        await waitForRestart(program, folder.path);
        const churches = await fetch(`${program.url}/api/churches`);
        expect(churches.status).toBe(200);
      }

      const data = path.join(stateOf(folder.path), 'data');
      const exitCode = new Promise<number | null>((resolve) => program.child.once('exit', resolve));
      const complaints: string[] = [];
      program.child.stderr!.on('data', (chunk: Buffer) => complaints.push(chunk.toString()));
      killPostgres(folder.path);
      fs.renameSync(data, `${data}.gone`);
      expect(await exitCode).toBe(1);
      expect(complaints.join('')).toContain('The embedded PostgreSQL could not be started again.');
    });
  },
);
