export * from './codec.js';
export * from './decider.js';
export * from './event-store.js';
export { troubleOf } from './eventstoredb-connection.js';
export * from './eventstoredb-store.js';
export * from './postgres-store.js';
export * from './projector.js';
export * from './remote-store.js';
export * from './routed-store.js';
