/** Shared settings of every test. */
const shared = {
  testEnvironment: 'node',
  roots: ['<rootDir>/src', '<rootDir>/libs', '<rootDir>/test', '<rootDir>/web'],
  testMatch: ['**/*.spec.ts', '**/*.spec.tsx'],
  extensionsToTreatAsEsm: ['.ts', '.tsx'],
  transform: {
    '^.+\\.tsx?$': [
      '@swc/jest',
      {
        swcrc: false,
        sourceMaps: 'inline',
        module: { type: 'es6' },
        jsc: {
          target: 'es2024',
          parser: { syntax: 'typescript', decorators: true, tsx: true, dynamicImport: true },
          transform: { legacyDecorator: true, decoratorMetadata: true, useDefineForClassFields: true, react: { runtime: 'automatic' } },
          keepClassNames: true,
        },
      },
    ],
  },
  moduleNameMapper: { '^#libs/(.*)$': '<rootDir>/libs/$1/index.ts', '^(\\.{1,2}/.*)\\.js$': '$1' },
  globalSetup: '<rootDir>/test/support/global-setup.mjs',
  globalTeardown: '<rootDir>/test/support/global-teardown.mjs',
};

const onBothStores = [
  'property/giving', 'e2e/giving/donation*', 'e2e/giving/pledges', 'e2e/giving/fundraisers', 'e2e/giving/ledger', 'e2e/giving/import', 'e2e/permissions', 'e2e/input', 'e2e/two-processes',
];

/** Giving is tried on the second event store too, by the same property and end-to-end tests. */
export default {
  testTimeout: 30_000,
  testSequencer: '<rootDir>/test/support/sequencer.mjs',
  reporters: ['default', '<rootDir>/test/support/count-reporter.mjs'],
  projects: [
    shared,
    {
      ...shared,
      displayName: 'on EventStoreDB',
      testMatch: onBothStores.map((name) => `<rootDir>/test/${name}.spec.ts`),
      setupFiles: ['<rootDir>/test/support/second-store.mjs'],
    },
  ],
};
