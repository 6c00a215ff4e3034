// Everything that must hold: types, lint and build beside each other, then the tests. Ends with a line that counts the
// tests. Arguments go to Jest: npm test -- src/giving
import { spawn } from 'node:child_process';
import os from 'node:os';

const only = process.argv.slice(2);
const shell = process.platform === 'win32';
const run = (command, args, stdio) =>
  new Promise((resolve) => {
    const child = spawn(command, args, { stdio, shell });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (output += chunk));
    child.once('close', (code) => resolve({ code: code ?? 1, output }));
  });
const step = async (title, script) => {
  const { code, output } = await run('npm', ['run', '--silent', script], ['ignore', 'pipe', 'pipe']);
  process.stdout.write(`\n— ${title}${code === 0 ? '' : ' failed'}\n${output}`);
  return code;
};

if (only.length === 0) {
  const codes = await Promise.all([step('types', 'typecheck'), step('lint', 'lint'), step('build', 'build')]);
  const failed = codes.find((code) => code !== 0);
  if (failed !== undefined) process.exit(failed);
}
process.stdout.write('\n— tests\n');
const jest = new URL('../node_modules/jest/bin/jest.js', import.meta.url).pathname;
// a test waits about half of its time, for a page, a database, a program that starts: two more than there are cores keeps them busy
const workers = Math.max(2, os.availableParallelism()) + 2;
const { code } = await run(process.execPath, ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning', jest, `--maxWorkers=${workers}`, ...only], 'inherit');
process.exit(code);
