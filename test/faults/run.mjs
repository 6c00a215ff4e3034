// npm run faults: proofs that no money is lost, doubled or published by half, against the real
// program, which is killed, cut off and starved. Ends with a table; exit code 1 when anything was
// lost. About 15 minutes. Real full disks need root, to mount. npm run faults -- quick        a
// twentieth of it: to see that it works npm run faults -- only=kill,cut   some of the proofs, by
// the beginning of their names; TEST_SEED=… repeats a run's chances
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import './typescript.mjs';

process.chdir(path.resolve(import.meta.dirname, '../..'));
const built = spawnSync(path.join('node_modules', '.bin', 'nest'), ['build'], {
  stdio: 'inherit',
  shell: process.platform === 'win32',
});
if (built.status !== 0) process.exit(1);
// what was started ends with us
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(130));
const { main } = await import('./main.ts');
process.exit(await main(process.argv.slice(2)));
