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
  fetch(`${url}/health`).then(
    ({ status }) => status,
    () => 0,
  );

(process.platform === 'linux' ? describe : describe.skip)(
  'an embedded PostgreSQL that was killed',
  () => {
    const folder = dataDirectory();
    let program: Program;
    afterEach(async () => {
      await program.kill();
      folder.remove();
    });

    it('is started again, and ends the program with a message if that fails', async () => {
      program = await startProgram(folder.path, { DEMO: '0' });
      for (let time = 1; time <= 2; time++) {
        killPostgres(folder.path);
        await until(async () => (await statusOf(program.url)) !== 200, 'the database did not end');
        await until(
          async () => (await statusOf(program.url)) === 200,
          'the database did not start',
        );
        const churches = await fetch(`${program.url}/api/churches`);
        expect(churches.status).toBe(200);
      }

      const data = path.join(stateOf(folder.path), 'data');
      const ended = new Promise<number | null>((resolve) => program.child.once('exit', resolve));
      const complaints: string[] = [];
      program.child.stderr!.on('data', (chunk: Buffer) => complaints.push(chunk.toString()));
      killPostgres(folder.path);
      fs.renameSync(data, `${data}.gone`);
      expect(await ended).toBe(1);
      expect(complaints.join('')).toContain('The embedded PostgreSQL could not be started again.');
    });
  },
);
