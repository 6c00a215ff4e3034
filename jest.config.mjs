/** Shared settings of every test. */
const shared = {
  testEnvironment: 'node',
  roots: ['<rootDir>/src', '<rootDir>/libs', '<rootDir>/test', '<rootDir>/web'],
  testMatch: ['**/*.spec.ts'],
  transform: {}, // Node reads TypeScript itself
  runtime: '<rootDir>/test/support/jest/runtime.mjs',
  globalSetup: '<rootDir>/test/support/jest/global-setup.mjs',
  globalTeardown: '<rootDir>/test/support/jest/global-teardown.mjs',
};

const onBothStores = [
  'property/giving',
  'e2e/giving/donation*',
  'e2e/giving/pledges',
  'e2e/giving/fundraiser*',
  'e2e/giving/campaign-titles',
  'e2e/giving/ledger*',
  'e2e/giving/today',
  'e2e/giving/import/steps/*',
  'e2e/giving/import/givers/*',
  'e2e/giving/import/transactions/*',
  'e2e/permissions',
  'e2e/requests/*input*',
  'e2e/program/two-processes',
];

/** Tests of giving run on the second event store, too. */
export default {
  testTimeout: 600_000, // ends tests that hang; `npm run bench` measures times
  testSequencer: '<rootDir>/test/support/jest/sequencer.mjs',
  reporters: ['default', '<rootDir>/test/support/jest/count-reporter.mjs'],
  projects: [
    shared,
    {
      ...shared,
      displayName: 'on EventStoreDB',
      testMatch: onBothStores.map((name) => `<rootDir>/test/${name}.spec.ts`),
      testEnvironmentOptions: { eventStore: 'eventstoredb' },
    },
  ],
};
