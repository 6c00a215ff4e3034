import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { AlreadyRunning, startEmbedded, type EmbeddedServer } from './embedded.js';
import { until } from '../../test/support/until.js';
import { processState } from './state-directory.js';

let dataDir: string;
const started: EmbeddedServer[] = [];
beforeEach(() => {
  dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'church-embedded-'));
  fs.chmodSync(dataDir, 0o755);
});
afterEach(async () => {
  for (const server of started.splice(0)) await server.stop();
  const pointer = path.join(dataDir, 'postgresql-is-at');
  if (fs.existsSync(pointer))
    fs.rmSync(fs.readFileSync(pointer, 'utf8').trim(), { recursive: true });
  fs.rmSync(dataDir, { recursive: true });
});

const start = async () => {
  const server = await startEmbedded({ dataDir, unsafe: true });
  started.push(server);
  return server;
};
const ask = async (url: string, sql: string) => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows[0];
  } finally {
    await client.end();
  }
};
const postmaster = (state = path.join(dataDir, 'postgresql')) =>
  Number(fs.readFileSync(path.join(state, 'data', 'postmaster.pid'), 'utf8').split('\n')[0]);

describe('the embedded PostgreSQL', () => {
  it('starts, gives the application a role that owns nothing and bypasses nothing, and stops without leaving a process', async () => {
    const server = await start();
    expect(
      await ask(
        server.appUrl,
        'select current_user::text as name, rolsuper, rolbypassrls from pg_roles where rolname = current_user',
      ),
    ).toEqual({
      name: 'church_app',
      rolsuper: false,
      rolbypassrls: false,
    });
    const pid = postmaster();
    await server.stop();
    expect(processState(pid)).toBeNull();
  });

  it('tells a second start on the same folder that the first is running, and leaves the first alone', async () => {
    const server = await start();
    await expect(startEmbedded({ dataDir, unsafe: true })).rejects.toThrow(AlreadyRunning);
    expect(await ask(server.appUrl, 'select 1 as one')).toEqual({ one: 1 });
  });

  it('ends with an application that exits without stopping it', async () => {
    const script = path.join(dataDir, 'exiting.mjs');
    const module = new URL('../../dist/libs/database/embedded.js', import.meta.url).href;
    fs.writeFileSync(
      script,
      `const { startEmbedded } = await import('${module}');
       await startEmbedded({ dataDir: '${dataDir}', unsafe: true });
       process.exit(1);`,
    );
    const application = fork(script);
    const [code] = await once(application, 'exit');
    expect(code).toBe(1);
    await until(() => !fs.existsSync(path.join(dataDir, 'postgresql/data/postmaster.pid')));
  });

  it('ends the server that a killed application left behind, and keeps its data', async () => {
    const first = await start();
    await ask(first.ownerUrl, 'create table kept (n int)');
    await first.stop();
    started.pop();
    const script = path.join(dataDir, 'holder.mjs');
    const lock = path.join(dataDir, 'postgresql', 'application.lock');
    // stands for an application that died by kill -9: its lock names a dead process, its server runs on
    fs.writeFileSync(script, 'process.send("up"); setInterval(() => {}, 1000);');
    const holder = fork(script);
    await new Promise((resolve) => holder.once('message', resolve));
    const second = await start();
    const orphan = postmaster();
    started.pop();
    holder.kill('SIGKILL');
    await new Promise((resolve) => holder.once('exit', resolve));
    fs.writeFileSync(lock, `${holder.pid!} 1`);
    const third = await start();
    expect(postmaster()).not.toBe(orphan);
    expect(await ask(third.ownerUrl, 'select count(*)::int as n from kept')).toEqual({ n: 0 });
    await second.stop();
  });

  const asRoot = process.getuid?.() === 0 ? it : it.skip; // only root must move the cluster out of a closed folder
  asRoot(
    'as root in a folder nobody else may enter, keeps the cluster outside and a pointer in the folder',
    async () => {
      fs.chmodSync(dataDir, 0o700);
      const server = await start();
      const outside = fs.readFileSync(path.join(dataDir, 'postgresql-is-at'), 'utf8').trim();
      expect(postmaster(outside)).toBeGreaterThan(0);
      await ask(server.ownerUrl, 'create table kept (n int)');
      await server.stop();
      started.pop();
      const again = await start();
      expect(await ask(again.ownerUrl, 'select count(*)::int as n from kept')).toEqual({ n: 0 });
    },
  );
});
