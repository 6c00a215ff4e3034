// Everything that must hold, in the order in which it fails fastest: types and lint, then the build, then
// the tests. Ends with a line that counts the tests. Arguments go to Jest: npm test -- src/giving
import { spawnSync } from 'node:child_process';

const only = process.argv.slice(2);
const shell = process.platform === 'win32';
const run = (title, command, args, env = {}) => {
  process.stdout.write(`\n— ${title}\n`);
  const { status } = spawnSync(command, args, { stdio: 'inherit', shell, env: { ...process.env, ...env } });
  if (status !== 0) process.exit(status ?? 1);
};

if (only.length === 0) {
  run('types', 'npm', ['run', '--silent', 'typecheck']);
  run('lint', 'npm', ['run', '--silent', 'lint']);
  run('build', 'npm', ['run', '--silent', 'build']);
}
const jest = new URL('../node_modules/jest/bin/jest.js', import.meta.url).pathname;
run('tests', process.execPath, ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning', jest, '--maxWorkers=2', ...only]);
