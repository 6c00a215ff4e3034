// npm run row-types: migrates a new database and writes libs/database/tables.generated.ts.
import { spawnSync } from 'node:child_process';

const { status } = spawnSync(process.execPath, ['test/run.mjs', 'test/database/row-types'], {
  stdio: 'inherit',
  env: { ...process.env, UPDATE_ROW_TYPES: '1' },
});
process.exit(status ?? 1);
