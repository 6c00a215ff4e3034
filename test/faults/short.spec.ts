import { expect, it } from '@jest/globals';
import { Random } from '../support/random.js';
import { cutAppends } from './cut-appends.js';
import { cutCommits } from './cut-commits.js';
import { killPostgres } from './kill-postgres.js';
import { killProgram } from './kill-program.js';
import type { Outcome } from './stage.js';

// The short versions; the long ones with a table: npm run faults. TEST_SEED repeats a run's chances.
const random = new Random();
const rows = 2_000;
const proofs: [string, () => Promise<Outcome>][] = [
  [
    'killed during imports, the program loses, doubles and shows half of nothing',
    () => killProgram(3, { random, rows }),
  ],
  [
    'killed during imports on EventStoreDB, neither',
    () => killProgram(2, { random, rows, store: 'eventstoredb' }),
  ],
  [
    'the program goes on by itself when PostgreSQL was killed under it',
    () => killPostgres(2, { random, rows }),
  ],
  [
    'connections cut in COMMIT bring no duplicate and lose nothing',
    () => cutCommits(50, { random }),
  ],
  [
    'connections cut during appends to EventStoreDB neither',
    () => cutAppends(10, { random, rows }),
  ],
];

it.each(proofs)('%s', async (_name, proof) => {
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
