import { afterAll, expect, it } from '@jest/globals';
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import fs from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';

const directory = fs.mkdtempSync(path.join(os.tmpdir(), 'church-backup-'));
fs.chmodSync(directory, 0o755);
const children: ChildProcess[] = [];
afterAll(() => {
  for (const child of children) child.kill('SIGKILL');
  fs.rmSync(directory, { recursive: true, force: true });
});

const freePort = () =>
  new Promise<number>((resolve) => {
    const probe = net.createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as net.AddressInfo;
      probe.close(() => resolve(port));
    });
  });

/** The program as `npm start` runs it, from the build that the test run made. */
async function start(dataDir: string) {
  const port = await freePort();
  const env = { ...process.env, PORT: String(port), DATA_DIR: dataDir, LOG_LEVEL: 'error', DATABASE_URL: '', DATABASE_OWNER_URL: '', NODE_OPTIONS: '' };
  const child = spawn(process.execPath, ['dist/src/main.js'], { env, stdio: 'ignore' });
  children.push(child);
  const url = `http://127.0.0.1:${port}`;
  while (!(await fetch(`${url}/health`).then((response) => response.ok, () => false))) {
    if (child.exitCode !== null) throw new Error(`the program ended with ${child.exitCode}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return {
    url,
    stop: () =>
      new Promise<void>((resolve) => {
        child.once('exit', () => resolve());
        child.kill('SIGTERM');
      }),
  };
}

async function summary(url: string): Promise<unknown> {
  const credentials = JSON.stringify({ email: 'secretary@grace.test', password: 'demo-password-2018' });
  const signedIn = await fetch(`${url}/api/login`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: credentials });
  const cookie = signedIn.headers.get('set-cookie')!.split(';')[0]!;
  return (await fetch(`${url}/api/admin/donations/summary`, { headers: { cookie } })).json();
}

it('a copied data directory is a backup: restored, it has the same books, and verify finds them whole', async () => {
  const kept = path.join(directory, 'kept');
  const restored = path.join(directory, 'restored');
  const first = await start(kept);
  const before = await summary(first.url);
  expect(before).toMatchObject({ records: expect.any(Number) as unknown });
  await first.stop();
  expect(spawnSync('cp', ['-a', kept, restored]).status).toBe(0);
  fs.rmSync(kept, { recursive: true });

  const second = await start(restored);
  expect(await summary(second.url)).toEqual(before);
  const verified = spawnSync(process.execPath, ['dist/src/cli.js', 'verify'], { env: { ...process.env, DATA_DIR: restored, NODE_OPTIONS: '' }, encoding: 'utf8' });
  expect(verified.stdout).toContain('verify: all is well');
  expect(verified.status).toBe(0);
  await second.stop();
}, 120_000);
