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
const queryRow = async (url: string, sql: string) => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows[0];
  } finally {
    await client.end();
  }
};
const postmasterPid = (state = path.join(dataDir, 'postgresql')) =>
  Number(fs.readFileSync(path.join(state, 'data', 'postmaster.pid'), 'utf8').split('\n')[0]);

describe('the embedded PostgreSQL server', () => {
  it('gives the program a role without special rights, and leaves no process', async () => {
    const server = await start();
    expect(
      await queryRow(
        server.appUrl,
        `select current_user::text as name, rolsuper, rolbypassrls
           from pg_roles
          where rolname = current_user`,
      ),
    ).toEqual({
      name: 'church_app',
      rolsuper: false,
      rolbypassrls: false,
    });
    const pid = postmasterPid();
    await server.stop();
    expect(processState(pid)).toBeNull();
  });

  it('refuses a second start on the same folder, and keeps running', async () => {
    const server = await start();
    await expect(startEmbedded({ dataDir, unsafe: true })).rejects.toThrow(AlreadyRunning);
    expect(await queryRow(server.appUrl, 'select 1 as one')).toEqual({ one: 1 });
  });

  it('ends with a program that exits without stopping it', async () => {
    const script = path.join(dataDir, 'exiting.mjs');
    const module = new URL('../../dist/libs/database/embedded.js', import.meta.url).href;
    fs.writeFileSync(
      script,
      `const { startEmbedded } = await import('${module}');
       await startEmbedded({ dataDir: '${dataDir}', unsafe: true });
       process.exit(1);`,
    );
    const program = fork(script);
    await once(program, 'exit');
    expect(program.exitCode).toBe(1);
    await until(() => !fs.existsSync(path.join(dataDir, 'postgresql/data/postmaster.pid')));
  });

  it('ends a server that a killed program has left running, and keeps its data', async () => {
    const first = await start();
    await queryRow(first.ownerUrl, 'create table kept (n int)');
    await first.stop();
    started.pop();
    const script = path.join(dataDir, 'holder.mjs');
    const lock = path.join(dataDir, 'postgresql', 'application.lock');
    // Simulates that a program was killed: its lock names a dead process, and its server still
    // runs.
    fs.writeFileSync(script, 'process.send("up"); setInterval(() => {}, 1000);');
    const holder = fork(script);
    await new Promise((resolve) => holder.once('message', resolve));
    const second = await start();
    const orphan = postmasterPid();
    started.pop();
    holder.kill('SIGKILL');
    await new Promise((resolve) => holder.once('exit', resolve));
    fs.writeFileSync(lock, `${holder.pid!} 1`);
    const third = await start();
    expect(postmasterPid()).not.toBe(orphan);
    expect(await queryRow(third.ownerUrl, 'select count(*)::int as n from kept')).toEqual({ n: 0 });
    await second.stop();
  });

  // Only if the program runs as root, it creates the cluster outside of a folder that the user of
  // the server cannot enter.
  const asRoot = process.getuid?.() === 0 ? it : it.skip;
  asRoot(
    'keeps the cluster outside of a folder that only root can enter, and its path in the folder',
    async () => {
      fs.chmodSync(dataDir, 0o700);
      const server = await start();
      const outside = fs.readFileSync(path.join(dataDir, 'postgresql-is-at'), 'utf8').trim();
      expect(postmasterPid(outside)).toBeGreaterThan(0);
      await queryRow(server.ownerUrl, 'create table kept (n int)');
      await server.stop();
      started.pop();
      const restarted = await start();
      expect(await queryRow(restarted.ownerUrl, 'select count(*)::int as n from kept')).toEqual({
        n: 0,
      });
    },
  );
});
