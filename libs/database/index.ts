export { findConnectionProblem } from './connection-problem.js';
export * from './database.js';
export * from './embedded.js';
export * from './migrate.js';
export { type Listener, type Listening } from './listening.js';
export { prepared } from './prepared.js';
export { maxRestarts, type SupervisionEvents } from './supervised-process.js';
export { deleteExpired, type ExpiringTables } from './expiry.js';
