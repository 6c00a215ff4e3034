import { spawn } from 'node:child_process';
import type { Outcome } from './stage.js';

/** The files of the generated tests of which `npm test` runs a sample, without `.spec.ts`. */
export const specs = [
  'libs/event-sourcing/eventstoredb-unfinished',
  'test/property/equal-gifts',
  'test/property/follower',
  'test/property/linear-time',
  'test/e2e/requests/hostile-bodies',
  'test/e2e/requests/hostile-strings',
  'test/e2e/giving/import/deciding-columns',
  'test/e2e/giving/import/sources',
  'test/e2e/giving/event-store/migrate-events',
  'test/property/givers',
  'test/property/import-meanings',
  'test/time-zones/time-zones',
  'test/e2e/tenancy/setting-versions',
  'test/browser/screens',
  'test/browser/content/event-dates',
  'test/browser/accessibility/visible-focus',
  'test/database/migration-locks',
];

/** Runs all cases of the generated tests; with `quick` the same sample as `npm test`. */
export async function runGeneratedTests(options: {
  quick: boolean;
  seed: number;
}): Promise<Outcome> {
  const { code, output } = await runJest({
    ...(options.quick ? {} : { GENERATED_TESTS: 'whole' }),
    TEST_SEED: String(options.seed),
  });
  const [, passed = '0'] = /^(\d+) passed/m.exec(output) ?? [];
  return {
    what:
      'generated tests (follower, linear time, hostile strings, files of giving services, ' +
      'zones, screens, locks of migrations)',
    tried: Number(passed),
    acknowledged: 0,
    lost: 0,
    doubled: 0,
    half: 0,
    verify: null,
    notes: [],
    problems: code === 0 ? [] : [output.slice(-4_000)],
  };
}

function runJest(more: Record<string, string>): Promise<{ code: number; output: string }> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, ['test/run.mjs', ...specs], {
      env: { ...process.env, ...more },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => void (output += chunk.toString()));
    child.once('close', (code) => resolve({ code: code ?? 1, output }));
  });
}
