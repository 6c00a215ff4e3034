import { describe, expect, it } from '@jest/globals';
import { sampleOf } from '../support/generated.js';
import { Random } from '../support/random.js';
import { cutAppends } from './cut-appends.js';
import { cutCommits } from './cut-commits.js';
import { killPostgres } from './kill-postgres.js';
import { killProgram } from './kill-program.js';
import type { Outcome } from './stage.js';

// These are short versions of some tests of faults. `npm run faults` runs all of them completely
// and prints a table. `TEST_SEED` repeats the random choices of a run.
const random = new Random();
const rows = 1_200; // The event store's server filters out the rows after the first 1,000.
const proofs: [string, () => Promise<Outcome>][] = [
  ['a kill of the program during imports', () => killProgram(2, { random, rows })],
  [
    'a kill of the program during imports on EventStoreDB',
    () => killProgram(1, { random, rows, store: 'eventstoredb' }),
  ],
  ['a kill of PostgreSQL', () => killPostgres(1, { random, rows })],
  ['cut connections during COMMIT', () => cutCommits(25, { random })],
  ['cut connections during appends to EventStoreDB', () => cutAppends(10, { random, rows })],
];

describe('recorded donations', () => {
  it.each(sampleOf(proofs, 3))('are neither lost nor duplicated by %s', async (_name, proof) => {
    const { lost, doubled, half, verify, problems } = await proof();
    expect({ seed: random.seed, lost, doubled, half, verify, problems }).toEqual({
      seed: random.seed,
      lost: 0,
      doubled: 0,
      half: 0,
      verify: true,
      problems: [],
    });
  });
});
