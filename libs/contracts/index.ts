/** What crosses HTTP: schemas, types and the permission table, shared by server and web. */
export * from './account.js';
export * from './common.js';
export * from './domain.js';
export * from './giving.js';
export * from './identity.js';
export * from './imports.js';
export * from './invitation.js';
export * from './local-path.js';
export * from './members.js';
export * from './phone.js';
export * from './plans.js';
export * from './organization.js';
export * from './policy.js';
export * from './sign-in-problem.js';
export * from './site.js';
export * from './subscription.js';
