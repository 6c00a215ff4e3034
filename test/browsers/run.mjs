// npm run browsers: what another browser than Chromium shows and prints. It drives Firefox over
// WebDriver BiDi where it is installed (FIREFOX_PATH, or one of the usual places), and says what it
// skipped where it is not. About a minute.
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
