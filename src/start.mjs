// Checks the runtime, builds what changed, and starts. Plain JavaScript: it must run on any Node to say
// which one is needed. Options: --dev (vite beside the server, both rebuilt on change), --cli (operator commands).
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statSync, writeFileSync, mkdirSync } from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const root = path.resolve(import.meta.dirname ?? '.', '..');
const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 24 || (major === 24 && minor < 7)) {
  console.error(
    `Church Connect needs Node 24.7 or later; this is ${process.version}. "npm ci" brings one for Linux and Windows` +
      ' (start with "npm start"); elsewhere please install it from nodejs.org.',
  );
  process.exit(1);
}

const bin = (name) =>
  path.join(root, 'node_modules', '.bin', process.platform === 'win32' ? `${name}.cmd` : name);
const run = (name, args) => {
  const result = spawnSync(bin(name), args, {
    cwd: root,
    encoding: 'utf8',
    shell: process.platform === 'win32',
  });
  if (result.status !== 0) {
    console.error(`${name} ${args.join(' ')} failed\n${result.stdout}${result.stderr}`);
    process.exit(1);
  }
};

function newest(directory) {
  return Math.max(
    0,
    ...readdirSync(directory, { withFileTypes: true }).map((entry) => {
      const at = path.join(directory, entry.name);
      return entry.isDirectory() ? newest(at) : statSync(at).mtimeMs;
    }),
  );
}

/** Builds a part when its sources are newer than its stamp; an installation without sources has nothing to build. */
function build(part, sources, work) {
  if (!existsSync(path.join(root, 'src', 'main.ts'))) return;
  const stamp = path.join(root, 'dist', `.built-${part}`);
  const changed = Math.max(
    ...sources.map((source) => newest(path.join(root, source))),
    statSync(path.join(root, 'package-lock.json')).mtimeMs,
  );
  if (existsSync(stamp) && statSync(stamp).mtimeMs > changed) return;
  console.log(`Building the ${part} …`);
  work();
  mkdirSync(path.dirname(stamp), { recursive: true });
  writeFileSync(stamp, '');
}

/**
 * Runs the compiler, the server and Vite side by side and restarts what changed. People open Vite's
 * address, which hands calls to the server at PORT; it is the server's BASE_URL, so that the server
 * prints it and links in emails lead to it. The server starts after the compiler's first pass,
 * which writes every file again.
 */
async function develop() {
  const webPort = await freePort(5173);
  const env = { BASE_URL: `http://localhost:${webPort}`, ...process.env };
  const options = { cwd: root, env, stdio: 'inherit', shell: process.platform === 'win32' };
  const children = [
    spawn(
      bin('vite'),
      ['--config', 'web/vite.config.ts', '--port', String(webPort), '--strictPort'],
      options,
    ),
  ];
  const compiler = spawn(bin('nest'), ['build', '--watch'], {
    ...options,
    stdio: ['inherit', 'pipe', 'pipe'],
  });
  children.push(compiler);
  let isServerStarted = false;
  const passOn = (output) => (chunk) => {
    output.write(chunk);
    if (isServerStarted || !String(chunk).includes('compiled')) return;
    isServerStarted = true;
    const server = path.join(root, 'dist', 'src', 'main.js');
    children.push(spawn(process.execPath, ['--watch', server], { ...options, shell: false }));
  };
  compiler.stdout.on('data', passOn(process.stdout));
  compiler.stderr.on('data', passOn(process.stderr));
  for (const signal of ['SIGINT', 'SIGTERM'])
    process.once(signal, () => children.forEach((child) => child.kill(signal)));
}

/** Resolves to the first port from `first` on that nothing on this machine listens on. */
async function freePort(first) {
  for (let port = first; ; port++) {
    const isFree = await new Promise((resolve) => {
      const probe = net.createServer();
      probe.once('error', () => resolve(false));
      probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
    });
    if (isFree) return port;
  }
}

const [mode, ...rest] = process.argv.slice(2);
const buildServer = () => build('server', ['src', 'libs'], () => run('nest', ['build']));
const entry = (file) => import(pathToFileURL(path.join(root, 'dist', 'src', file)).href);

buildServer();
if (mode === '--cli') {
  process.argv = [process.argv[0], 'cli', ...rest];
  await entry('cli.js');
} else if (mode === '--dev') {
  await develop();
} else {
  build('client', ['web', 'libs'], () => run('vite', ['build', '--config', 'web/vite.config.ts']));
  await entry('main.js');
}
