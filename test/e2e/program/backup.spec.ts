import { afterAll, expect, it } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import {
  cli,
  dataDirectory,
  signIn,
  startProgram,
  type Program,
} from '../../support/program/program.js';

const directory = dataDirectory();
const programs: Program[] = [];
afterAll(async () => {
  for (const program of programs) await program.kill();
  directory.remove();
});

async function start(dataDir: string): Promise<Program> {
  const program = await startProgram(dataDir);
  programs.push(program);
  return program;
}

async function summary({ url }: Program): Promise<unknown> {
  return (await (await signIn(url, 'secretary@grace.test'))('/api/admin/donations/summary')).json();
}

it('a copied data directory can be restored with a ledger that verify accepts', async () => {
  const backupFolder = path.join(directory.path, 'kept');
  const restored = path.join(directory.path, 'restored');
  const first = await start(backupFolder);
  const before = await summary(first);
  expect(before).toMatchObject({ records: expect.any(Number) as unknown });
  await first.stop();
  expect(spawnSync('cp', ['-a', backupFolder, restored]).status).toBe(0);
  fs.rmSync(backupFolder, { recursive: true });

  const second = await start(restored);
  expect(await summary(second)).toEqual(before);
  const verified = cli(restored, ['verify']);
  expect(verified.stdout).toContain('verify: all is well');
  expect(verified.status).toBe(0);
});
