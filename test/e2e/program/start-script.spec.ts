import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { until } from '../../support/until.js';

/**
 * A user who cannot write to the installation. Root can write everywhere, so the tests of root
 * start the program as another user.
 */
const reader = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
const { start, build } = (
  JSON.parse(fs.readFileSync('package.json', 'utf8')) as {
    scripts: { start: string; build: string };
  }
).scripts;
/** Replaces the server: prints a line, and writes a file when it is stopped by SIGTERM. */
const main = `import fs from 'node:fs';
console.log('started');
if (process.env.STOPPED_FILE) {
  const timer = setInterval(() => undefined, 1000);
  process.once('SIGTERM', () => {
    fs.writeFileSync(process.env.STOPPED_FILE, '');
    clearInterval(timer);
  });
}
`;

/**
 * Creates an installation with the real start script and with tools that build a server of a few
 * lines.
 */
function makeInstallation(): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'church-start-'));
  fs.chmodSync(folder, 0o755);
  for (const name of ['src', 'libs', 'web', 'node_modules/.bin'])
    fs.mkdirSync(path.join(folder, name), { recursive: true });
  const write = (name: string, text: string, mode = 0o644) =>
    fs.writeFileSync(path.join(folder, name), text, { mode });
  write('package.json', JSON.stringify({ type: 'module', scripts: { start, build } }));
  write('package-lock.json', '{}');
  write('src/main.ts', '');
  write('template.js', main);
  const script = (line: string) => `#!/bin/sh\n${line}\n`;
  write(
    'node_modules/.bin/nest',
    script('mkdir -p dist/src && cp template.js dist/src/main.js'),
    0o755,
  );
  write('node_modules/.bin/vite', script('mkdir -p dist/web'), 0o755);
  fs.copyFileSync('src/start.mjs', path.join(folder, 'src/start.mjs'));
  return folder;
}

const env = { ...process.env, NODE_OPTIONS: '', npm_config_update_notifier: 'false' };
const runScript = (cwd: string, name: string) => {
  const { status, stdout, stderr } = spawnSync('npm', ['run', '--silent', name], {
    cwd,
    env,
    encoding: 'utf8',
  });
  return { status, output: `${stdout}${stderr}` };
};
const startAsReader = (cwd: string) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['src/start.mjs'], {
    cwd,
    env,
    encoding: 'utf8',
    ...reader,
  });
  return { status, output: `${stdout}${stderr}` };
};

(process.platform === 'linux' ? describe : describe.skip)('the start script', () => {
  let folder: string;
  beforeEach(() => {
    folder = makeInstallation();
  });
  afterEach(() => fs.rmSync(folder, { recursive: true }));

  it('says who must build if there is no build and the folder is read-only', () => {
    const { status, output } = startAsReader(folder);
    expect(status).toBe(1);
    expect(output).toContain('Run "npm run build" as a user who may write to');
    expect(output).not.toContain('EACCES');
  });

  it('starts a build of `npm run build` without building again', () => {
    expect(runScript(folder, 'build').status).toBe(0);
    expect(startAsReader(folder)).toEqual({ status: 0, output: 'started\n' });
    expect(runScript(folder, 'start')).toEqual({ status: 0, output: 'started\n' });
  });

  it('starts a build that is older than the sources if the folder is read-only', () => {
    expect(runScript(folder, 'build').status).toBe(0);
    const newTime = new Date(Date.now() + 60_000);
    fs.utimesSync(path.join(folder, 'src/main.ts'), newTime, newTime);
    const { status, output } = startAsReader(folder);
    expect(status).toBe(0);
    expect(output).toContain('started\n');
    expect(output).toContain('newer than the build');
  });

  it('stops the server if npm is stopped with SIGTERM', async () => {
    runScript(folder, 'build');
    const stopped = path.join(folder, 'stopped');
    const npm = spawn('npm', ['start', '--silent'], {
      cwd: folder,
      env: { ...env, STOPPED_FILE: stopped },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let output = '';
    npm.stdout.on('data', (chunk: Buffer) => (output += String(chunk)));
    await until(() => output.includes('started'));
    npm.kill('SIGTERM');
    await until(() => fs.existsSync(stopped), 'the server was not stopped');
  });
});
