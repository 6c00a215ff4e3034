// Checks the runtime, builds what changed, and starts. Plain JavaScript: it must run on any Node to
// say which one is needed. Options: --build (build everything, do not start), --dev (vite beside
// the server, both rebuilt on change), --cli (operator commands).
import { spawn, spawnSync } from 'node:child_process';
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readdirSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const root = path.resolve(import.meta.dirname ?? '.', '..');
const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 24 || (major === 24 && minor < 7)) {
  console.error(
    `Church Connect needs Node 24.7 or later; this is ${process.version}. "npm ci" brings one ` +
      'for Linux and Windows (start with "npm start"); elsewhere please install it from ' +
      'nodejs.org.',
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

const dist = path.join(root, 'dist');
const parts = {
  server: {
    sources: ['src', 'libs'],
    output: path.join(dist, 'src', 'main.js'),
    build: () => run('nest', ['build']),
  },
  client: {
    sources: ['web', 'libs'],
    output: path.join(dist, 'web'),
    build: () => run('vite', ['build', '--config', 'web/vite.config.ts']),
  },
};

/** The empty file whose time says when a part was built. */
const stampOf = (part) => path.join(dist, `.built-${part}`);

/** Builds a part, whether or not it has changed. */
function build(part) {
  console.log(`Building the ${part} …`);
  parts[part].build();
  mkdirSync(dist, { recursive: true });
  writeFileSync(stampOf(part), '');
}

/**
 * Builds a part when its sources are newer than its stamp. An installation without sources has
 * nothing to build. A user who may not write to the installation starts what is built.
 */
function buildIfChanged(part) {
  if (!existsSync(path.join(root, 'src', 'main.ts'))) return;
  const { sources, output } = parts[part];
  const changed = Math.max(
    ...sources.map((source) => newest(path.join(root, source))),
    statSync(path.join(root, 'package-lock.json')).mtimeMs,
  );
  const stamp = stampOf(part);
  if (existsSync(stamp) && statSync(stamp).mtimeMs > changed) return;
  if (isWritable(existsSync(dist) ? dist : root)) {
    build(part);
    return;
  }
  const advice = `Run "npm run build" as a user who may write to ${root}.`;
  if (!existsSync(output)) {
    console.error(`The ${part} is not built, and this user may not build it. ${advice}`);
    process.exit(1);
  }
  console.error(`The sources of the ${part} are newer than the build, which is started. ${advice}`);
}

function isWritable(folder) {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/**
 * Ends the program when npm has ended: npm passes SIGTERM to a shell, which does not pass it on.
 * The operating system gives a process whose parent has ended another parent; Windows does not, and
 * has no SIGTERM.
 */
function stopWithNpm() {
  if (process.env.npm_lifecycle_event !== 'start' || process.platform === 'win32') return;
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    process.kill(process.pid, 'SIGTERM');
  }, 500).unref();
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
  const children = new Map();
  children.set(
    'Vite',
    spawn(
      bin('vite'),
      ['--config', 'web/vite.config.ts', '--port', String(webPort), '--strictPort'],
      options,
    ),
  );
  const compiler = spawn(bin('nest'), ['build', '--watch'], {
    ...options,
    stdio: ['inherit', 'pipe', 'pipe'],
  });
  children.set('The compiler', compiler);
  const passOn = (output) => (chunk) => {
    output.write(chunk);
    if (children.has('The server') || !String(chunk).includes('compiled')) return;
    const server = path.join(root, 'dist', 'src', 'main.js');
    const serverProcess = spawn(process.execPath, ['--watch', server], {
      ...options,
      shell: false,
    });
    children.set('The server', serverProcess);
    endTogether('The server', serverProcess, children);
  };
  compiler.stdout.on('data', passOn(process.stdout));
  compiler.stderr.on('data', passOn(process.stderr));
  for (const [name, child] of children) endTogether(name, child, children);
  for (const signal of ['SIGINT', 'SIGTERM'])
    process.once(signal, () => {
      isStopping = true;
      children.forEach((child) => child.kill(signal));
    });
}

/** Whether the development mode was asked to end, or is ending because one of its processes did. */
let isStopping = false;

/**
 * Ends the development mode when one of its processes ends by itself: without it, changes would
 * silently have no effect.
 */
function endTogether(name, child, children) {
  child.once('exit', (code, signal) => {
    if (isStopping) return;
    isStopping = true;
    console.error(`${name} ended unexpectedly (${signal ?? `exit code ${code}`}).`);
    process.exitCode = 1;
    children.forEach((other) => other.kill('SIGTERM'));
  });
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
const entry = (file) => import(pathToFileURL(path.join(dist, 'src', file)).href);

if (mode === '--build') {
  build('server');
  build('client');
  process.exit(0);
}
buildIfChanged('server');
if (mode === '--cli') {
  process.argv = [process.argv[0], 'cli', ...rest];
  await entry('cli.js');
} else if (mode === '--dev') {
  await develop();
} else {
  buildIfChanged('client');
  stopWithNpm();
  await entry('main.js');
}
