export * from './audit.js';
export * from './context.js';
export * from './errors.js';
export * from './paging.js';
export * from './transaction.js';
export * from './throttle.js';
export * from './fair-queue.js';
export * from './network.js';
