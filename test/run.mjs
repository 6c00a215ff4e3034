// `npm test`: builds the program, then runs the tests, and beside them the type check and the
// linter with low priority. The last line counts the tests. Arguments are passed to Jest, and then
// nothing is built or checked besides: `npm test -- src/giving`.
import { spawn } from 'node:child_process';
import os from 'node:os';

const only = process.argv.slice(2);
const shell = process.platform === 'win32';
const run = (command, args, stdio, priority = 0) =>
  new Promise((resolve) => {
    const child = spawn(command, args, { stdio, shell });
    if (priority !== 0 && child.pid !== undefined) os.setPriority(child.pid, priority);
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (chunk) => (output += chunk));
    child.once('close', (code) => resolve({ code: code ?? 1, output }));
  });
const step = async (title, script, priority) => {
  const { code, output } = await run(
    'npm',
    ['run', '--silent', script],
    ['ignore', 'pipe', 'pipe'],
    priority,
  );
  process.stdout.write(`\n— ${title}${code === 0 ? '' : ' failed'}\n${output}`);
  return code;
};

const beside = [];
if (only.length === 0) {
  const code = await step('build', 'build');
  if (code !== 0) process.exit(code);
  process.env.TEST_IS_BUILT = '1';
  const { PRIORITY_BELOW_NORMAL: low } = os.constants.priority;
  beside.push(step('types', 'typecheck', low), step('lint', 'lint', low));
}
process.stdout.write('\n— tests\n');
const jest = new URL('../node_modules/jest/bin/jest.js', import.meta.url).pathname;
// A test waits about half of its time, for a page, the database or a program that starts. Two
// workers more than there are cores use this time.
const workers = Math.max(2, os.availableParallelism()) + 2;
// A password hash needs 46 MiB. In pages of 2 MiB the system provides them in a sixth of the
// processor time. Only the GNU C library reads this variable.
process.env.GLIBC_TUNABLES ??= 'glibc.malloc.hugetlb=1';
// Tests create many objects that are needed for a short time. A larger semi-space for new objects
// saves a fifteenth of the workers' time, because garbage collections are rarer.
const { code } = await run(
  process.execPath,
  ['--max-semi-space-size=64', jest, `--maxWorkers=${workers}`, ...only],
  'inherit',
);
process.exit([code, ...(await Promise.all(beside))].find((one) => one !== 0) ?? 0);
