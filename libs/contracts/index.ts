/** What crosses HTTP: schemas, types and the permission table, shared by server and web. */
export * from './common.js';
export * from './giving.js';
export * from './identity.js';
export * from './imports.js';
export * from './local-path.js';
export * from './policy.js';
