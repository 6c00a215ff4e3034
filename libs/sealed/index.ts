export { CannotOpen, KeyRing } from './key-ring.js';
export { seal, unseal, type Seal } from './sealed.js';
