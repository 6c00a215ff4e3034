export * from './audit/audit.js';
export { auditEntriesSql } from './audit/audit.sql.js';
export * from './audit/audit-entries.js';
export * from './context.js';
export * from './errors.js';
export * from './parse.js';
export * from './paging.js';
export * from './transaction.js';
export * from './rate-limiter.js';
export * from './turns/fair-queue.js';
export * from './turns/reading-turns.js';
export * from './turns/call-turns.js';
export {
  countForegroundCalls,
  foregroundCalls,
  fullPace,
  inSteps,
  type Pace,
} from './turns/foreground-calls.js';
export * from './file-name.js';
export * from './network.js';
export * from './etag.js';
export * from './expiry.js';
export * from './raw-bodies.js';
export * from './route.js';
export { readJsonWithinLimits } from './json-bodies.js';
export { slowDownLargeBodies } from './large-bodies.js';
