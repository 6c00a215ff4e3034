// npm run browsers: five tasks in other browsers than Chromium, and what Firefox shows and prints.
// It drives Firefox over WebDriver BiDi and WebKitGTK over WebDriver where they are installed, and
// says what it skipped where they are not. About four minutes.
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import '../faults/typescript.mjs';

process.chdir(path.resolve(import.meta.dirname, '../..'));
const built = spawnSync('npm', ['run', '--silent', 'build'], {
  stdio: 'inherit',
  shell: process.platform === 'win32',
});
if (built.status !== 0) process.exit(1);
const { main } = await import('./main.ts');
process.exit(await main());
