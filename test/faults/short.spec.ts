import { expect, it } from '@jest/globals';
import { sampleOf } from '../support/generated.js';
import { Random } from '../support/random.js';
import { cutAppends } from './cut-appends.js';
import { cutCommits } from './cut-commits.js';
import { killPostgres } from './kill-postgres.js';
import { killProgram } from './kill-program.js';
import type { Outcome } from './stage.js';

// Short versions of some of the faults; all of them, long and with a table: npm run faults.
// TEST_SEED repeats a run's chances.
const random = new Random();
const rows = 1_200; // the event store's server filters out what comes after 1,000
const proofs: [string, () => Promise<Outcome>][] = [
  [
    'a kill of the program during imports loses and doubles no donation',
    () => killProgram(2, { random, rows }),
  ],
  [
    'a kill of the program during imports on EventStoreDB loses and doubles no donation',
    () => killProgram(1, { random, rows, store: 'eventstoredb' }),
  ],
  [
    'the program continues by itself after a kill of PostgreSQL',
    () => killPostgres(1, { random, rows }),
  ],
  [
    'connections that are cut during COMMIT lose and double no donation',
    () => cutCommits(25, { random }),
  ],
  [
    'connections that are cut during appends to EventStoreDB lose and double no donation',
    () => cutAppends(10, { random, rows }),
  ],
];

it.each(sampleOf(proofs, 3))('%s', async (_name, proof) => {
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
