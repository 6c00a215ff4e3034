import { spawnSync } from 'node:child_process';
import { expect, it } from '@jest/globals';

/** Starts a test run in a process that reports another version of Node. */
function runSetupOnNode(version: string) {
  const script = `
    Object.defineProperty(process.versions, 'node', { value: '${version}' });
    const { default: setup } = await import('./test/support/jest/global-setup.mjs');
    await setup();`;
  const { TEST_SUPER_URL: _url, ...env } = process.env;
  return spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    encoding: 'utf8',
    env,
  });
}

it.each(['20.20.2', '24.6.0'])('a test run on Node %s fails with the needed version', (version) => {
  const { status, stderr } = runSetupOnNode(version);
  expect(stderr).toContain(`The tests need Node 24.7 or later; this is v${version} `);
  expect(stderr).toContain('node_modules/.bin/node');
  expect(status).toBe(1);
});
