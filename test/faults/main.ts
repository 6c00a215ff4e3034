import { Random } from '../support/random.js';
import { atOnce } from './at-once.js';
import { setBackTheClock } from './clock.js';
import { cutAppends } from './cut-appends.js';
import { cutCommits } from './cut-commits.js';
import { killWhileSending } from './emails.js';
import { fillDisk } from './full-disk.js';
import { fillDatabase, fillUploads } from './full-volume.js';
import { runGeneratedTests } from './generated.js';
import { hang } from './hanging.js';
import { killPostgres } from './kill-postgres.js';
import { killProgram } from './kill-program.js';
import type { Outcome } from './stage.js';

/** Runs the tests of faults, and prints a table of the outcomes. @returns the exit code */
export async function main(options: string[]): Promise<number> {
  const seed = new Random().seed;
  const chances = () => new Random(seed);
  const quick = options.includes('quick');
  const only = options
    .find((option) => option.startsWith('only='))
    ?.slice(5)
    .split(',');
  const times = (full: number) => (quick ? Math.max(2, Math.ceil(full / 20)) : full);
  const proofs: Record<string, () => Promise<Outcome>> = {
    'kill-program': () => killProgram(times(50), { random: chances(), verifyEvery: 10 }),
    'kill-program-eventstoredb': () =>
      killProgram(times(50), { random: chances(), store: 'eventstoredb', verifyEvery: 10 }),
    'kill-postgres': () => killPostgres(times(10), { random: chances(), verifyEvery: 1 }),
    'kill-postgres-eventstoredb': () =>
      killPostgres(times(10), { random: chances(), store: 'eventstoredb', verifyEvery: 1 }),
    'cut-commits': () => cutCommits(times(1_000), { random: chances() }),
    'cut-commits-eventstoredb': () =>
      cutCommits(times(200), { random: chances(), store: 'eventstoredb' }),
    'cut-appends': () => cutAppends(times(200), { random: chances(), absences: quick ? 2 : 6 }),
    'at-once': () => atOnce(times(100), { random: chances() }),
    'at-once-eventstoredb': () => atOnce(times(100), { random: chances(), store: 'eventstoredb' }),
    clock: () => setBackTheClock(times(10), { random: chances() }),
    hang: () => hang(times(3), 5, { random: chances() }),
    'hang-long': () => hang(1, 20, { random: chances() }),
    'full-disk': () => fillDisk({ random: chances() }),
    'full-volume': () => fillDatabase(times(6), { random: chances() }),
    'full-volume-eventstoredb': () =>
      fillDatabase(times(6), { random: chances(), store: 'eventstoredb' }),
    'full-uploads': () => fillUploads(times(3), { random: chances() }),
    emails: () => killWhileSending(times(10), { random: chances() }),
    generated: () => runGeneratedTests({ quick, seed }),
  };
  process.stdout.write(`TEST_SEED=${seed}\n`);
  const outcomes: Outcome[] = [];
  for (const [name, proof] of Object.entries(proofs)) {
    if (only && !only.some((beginning) => name.startsWith(beginning))) continue;
    const began = performance.now();
    const outcome = await proof().catch((error: unknown) => broken(name, error));
    outcomes.push(outcome);
    process.stdout.write(
      `${isGood(outcome) ? 'ok  ' : 'RED '} ${outcome.what} ` +
        `(${((performance.now() - began) / 1000).toFixed(0)} s)\n`,
    );
    for (const line of outcome.notes) process.stdout.write(`     ${line}\n`);
    for (const problem of outcome.problems.slice(0, 10)) process.stdout.write(`   ✗ ${problem}\n`);
  }
  process.stdout.write(`\n${table(outcomes)}\n`);
  return outcomes.length > 0 && outcomes.every(isGood) ? 0 : 1;
}

/** Returns whether nothing was lost, doubled or partly published, and there is no other problem. */
export const isGood = ({ lost, doubled, half, verify, problems }: Outcome): boolean =>
  lost + doubled + half + problems.length === 0 && verify !== false;

const broken = (testName: string, error: unknown): Outcome => ({
  what: testName,
  tried: 0,
  acknowledged: 0,
  lost: 0,
  doubled: 0,
  half: 0,
  verify: false,
  notes: [],
  problems: describe(error),
});

const describe = (error: unknown): string[] =>
  error instanceof Error
    ? [error.stack ?? error.message, ...(error.cause ? describe(error.cause) : [])]
    : [String(error)];

function describeVerification(verify: Outcome['verify']): string {
  if (verify === null) return '–';
  return verify ? 'green' : 'RED';
}

function table(outcomes: Outcome[]): string {
  const head = [
    'what was tried',
    'how often',
    'acknowledged',
    'lost',
    'doubled',
    'half published',
    'verify',
  ];
  const rows = outcomes.map(({ what, tried, acknowledged, lost, doubled, half, verify }) =>
    [what, tried, acknowledged, lost, doubled, half, describeVerification(verify)].map(String),
  );
  const widths = head.map((_, column) =>
    Math.max(...[head, ...rows].map((row) => row[column]!.length)),
  );
  const line = (row: string[]) =>
    row
      .map((cell, column) =>
        column === 0 ? cell.padEnd(widths[column]!) : cell.padStart(widths[column]!),
      )
      .join(' | ');
  return [line(head), widths.map((width) => '-'.repeat(width)).join('-|-'), ...rows.map(line)].join(
    '\n',
  );
}
