// Checks the runtime, builds what changed, and starts. Plain JavaScript: it must run on any Node to say
// which one is needed. Options: --dev (vite beside the server, both rebuilt on change), --cli (operator commands).
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statSync, writeFileSync, mkdirSync } from 'node:fs';
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

const [mode, ...rest] = process.argv.slice(2);
const buildServer = () => build('server', ['src', 'libs'], () => run('nest', ['build']));
const entry = (file) => import(pathToFileURL(path.join(root, 'dist', 'src', file)).href);

buildServer();
if (mode === '--cli') {
  process.argv = [process.argv[0], 'cli', ...rest];
  await entry('cli.js');
} else if (mode === '--dev') {
  const children = [
    spawn(bin('nest'), ['build', '--watch'], { cwd: root, stdio: 'inherit' }),
    spawn(process.execPath, ['--watch', path.join(root, 'dist', 'src', 'main.js')], {
      cwd: root,
      stdio: 'inherit',
    }),
    spawn(bin('vite'), ['--config', 'web/vite.config.ts'], { cwd: root, stdio: 'inherit' }),
  ];
  process.once('SIGINT', () => children.forEach((child) => child.kill('SIGINT')));
} else {
  build('client', ['web', 'libs'], () => run('vite', ['build', '--config', 'web/vite.config.ts']));
  await entry('main.js');
}
