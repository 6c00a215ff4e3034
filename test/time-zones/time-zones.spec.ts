import { execFile } from 'node:child_process';
import path from 'node:path';
import { expect, it } from '@jest/globals';
import { prefetch } from '../support/prefetch.js';
import { sampleOf } from '../support/generated.js';
import { zones } from './zones.js';

const root = path.resolve(import.meta.dirname, '../..');

/**
 * Runs `dates.in-zone.ts` in a time zone, with the running database server. It needs a process for
 * each zone, because a process reads its zone when it starts.
 */
function runIn(zone: string): Promise<{ code: number; output: string }> {
  const jest = path.join(root, 'node_modules/jest/bin/jest.js');
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [
        jest,
        ...['--roots', path.join(root, 'test/time-zones')],
        ...['--testMatch', '**/dates.in-zone.ts'],
        ...['--runInBand', '--reporters', 'default'],
      ],
      { cwd: root, env: { ...process.env, TZ: zone, TEST_TIME_ZONE: zone } },
      (error, stdout, stderr) => resolve({ code: error ? 1 : 0, output: `${stdout}${stderr}` }),
    );
  });
}

/** A run in a zone takes as long as fifty other tests. */
const tried = sampleOf(zones, 2);
const run = prefetch(tried, 2, runIn);
it.each(tried)('dates do not change if process and database are in %s', async (zone) => {
  const { code, output } = await run(zone);
  expect({ code, output: code === 0 ? '' : output }).toEqual({ code: 0, output: '' });
  expect(output).toMatch(/Tests: +54 passed, 54 total/); // There are 27 tests for each event store.
});
