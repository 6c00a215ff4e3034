// Runs the commands of the documentation as they are written: npm run docs
// Collects the code blocks with the language `sh` from every Markdown file and runs them, file by
// file, in a fresh clone of HEAD. Blocks in other languages need a server, a secret or another
// machine.
// `npm run docs -- README.md` runs the blocks of one file. `npm test` without arguments takes a
// quarter of an hour, so it runs only with --all.
import { execFileSync, spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '../..');
const options = process.argv.slice(2).filter((argument) => argument.startsWith('--'));
const wantedFiles = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));

/** Commands that run until they are stopped, and what they print when they are ready. */
const servers = new Map([
  ['npm start', /Church Connect is at http/],
  ['npm run dev', /Church Connect is at http/],
]);
const minutes = 60_000;

const clone = fs.mkdtempSync(path.join(os.tmpdir(), 'church-documentation-'));
fs.chmodSync(clone, 0o755);
const failures = [];
try {
  execFileSync('git', ['clone', '--quiet', root, clone]);
  for (const file of markdownFiles()) await runFile(file);
} finally {
  fs.rmSync(clone, { recursive: true, force: true });
}
console.log(failures.length === 0 ? '\nEvery command works.' : `\n${failures.join('\n')}`);
process.exit(failures.length === 0 ? 0 : 1);

/** The tracked Markdown files; the README first, because it installs what the others need. */
function markdownFiles() {
  const tracked = execFileSync('git', ['ls-files', '*.md'], { cwd: root, encoding: 'utf8' });
  const files = tracked.trim().split('\n');
  const others = files.filter((file) => file !== 'README.md');
  return ['README.md', ...others].filter(
    (file) => file === 'README.md' || wantedFiles.length === 0 || wantedFiles.includes(file),
  );
}

async function runFile(file) {
  const text = fs.readFileSync(path.join(clone, file), 'utf8');
  for (const [, block] of text.matchAll(/^ *```sh\n([^]*?)^ *```$/gm)) {
    for (const command of commandsOf(block)) {
      if (command === 'npm test' && !options.includes('--all')) {
        console.log(`- ${file}: ${command} (not run: give --all)`);
        continue;
      }
      const problem = await run(command);
      console.log(`${problem ? '✗' : '✓'} ${file}: ${command}`);
      if (problem) failures.push(`${file}: ${command}\n${problem}`);
    }
  }
}

/** The commands of a block: one for each line, without comments; `\` continues a line. */
function commandsOf(block) {
  return block
    .replaceAll(/\\\n\s*/g, ' ')
    .split('\n')
    .map((line) => line.replace(/(^|\s)#.*$/, '').trim())
    .filter(Boolean);
}

/** Resolves to null if the command succeeds, otherwise to the end of its output. */
function run(command) {
  const readyWhen = servers.get(command);
  return new Promise((resolve) => {
    const child = spawn('bash', ['-c', command], {
      cwd: clone,
      detached: true, // its own process group, so that a server and its children can be stopped
      env: { ...process.env, PORT: process.env.PORT ?? '3999', NODE_OPTIONS: '' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    let isReady = false;
    const stop = () => {
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGTERM');
    };
    const timer = setTimeout(stop, 20 * minutes);
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk) => {
        output += chunk;
        if (isReady || !readyWhen?.test(output)) return;
        isReady = true;
        stop();
      });
    child.once('close', (code) => {
      clearTimeout(timer);
      const succeeded = readyWhen ? isReady : code === 0;
      resolve(succeeded ? null : output.slice(-2_000));
    });
  });
}
