import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { spawn, type ChildProcess } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { demoDatabase } from '../../support/demo.js';
import { dataDirectory, freePort } from '../../support/program/program.js';
import { until } from '../../support/until.js';

/**
 * The files that `npm run dev` reads. The test copies them, because the compiler writes to `dist`.
 */
const sources = [
  'libs',
  'src',
  'web',
  '.swcrc',
  'nest-cli.json',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
];

(process.platform === 'linux' ? describe : describe.skip)('npm run dev', () => {
  const folder = dataDirectory();
  const output: string[] = [];
  let child: ChildProcess;
  let port: number;

  beforeAll(async () => {
    for (const name of sources)
      fs.cpSync(name, path.join(folder.path, name), { recursive: true, preserveTimestamps: true });
    fs.symlinkSync(path.resolve('node_modules'), path.join(folder.path, 'node_modules'));
    const data = path.join(folder.path, 'data');
    const { appUrl, ownerUrl } = await demoDatabase(data);
    port = await freePort();
    child = spawn(process.execPath, ['src/start.mjs', '--dev'], {
      cwd: folder.path,
      detached: true, // lets `afterAll` end the whole process group
      env: {
        ...process.env,
        DATA_DIR: data,
        DATABASE_URL: appUrl,
        DATABASE_OWNER_URL: ownerUrl,
        LOG_LEVEL: 'warn',
        NODE_OPTIONS: '',
        PORT: String(port),
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [child.stdout!, child.stderr!])
      createInterface(stream).on('line', (line) => output.push(line));
  });

  afterAll(async () => {
    if (child.exitCode === null) {
      const exited = new Promise((resolve) => child.once('exit', resolve));
      process.kill(-child.pid!, 'SIGTERM');
      await exited;
    }
    folder.remove();
  });

  it('prints an address of both the client and the server, also with another PORT', async () => {
    const address = await until(() => {
      if (child.exitCode !== null) throw new Error(output.join('\n'));
      return output.map((line) => /Church Connect is at (\S+)/.exec(line)?.[1]).find(Boolean);
    }, 'npm run dev printed no address');

    const page = await fetch(address);
    expect(page.status).toBe(200);
    expect(await page.text()).toContain('<div id="root"');

    const churches = await fetch(`${address}/api/churches`);
    expect(churches.status).toBe(200);
    expect(JSON.stringify(await churches.json())).toContain('Grace Community Church');

    expect(output.join('\n')).toContain(`http://localhost:${port}`);
  });

  it('ends with a message and an exit code if one of its processes is killed', async () => {
    const exitCode = new Promise<number | null>((resolve) => child.once('exit', resolve));
    const compiler = childrenOf(child.pid!).find(({ command }) => command.includes('nest'))!;
    process.kill(compiler.pid, 'SIGKILL');
    expect(await exitCode).toBe(1);
    expect(output.join('\n')).toContain('The compiler ended unexpectedly (SIGKILL).');
    await until(() => !isGroupAlive(child.pid!), 'a process of npm run dev goes on');
  });
});

function childrenOf(parent: number): { pid: number; command: string }[] {
  const children: { pid: number; command: string }[] = [];
  for (const pid of fs.readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      const stat = fs.readFileSync(`/proc/${pid}/stat`, 'utf8');
      const ppid = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
      const command = fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8');
      if (ppid === parent) children.push({ pid: Number(pid), command });
    } catch {
      // The process has already ended.
    }
  }
  return children;
}

function isGroupAlive(group: number): boolean {
  try {
    process.kill(-group, 0);
    return true;
  } catch {
    return false;
  }
}
