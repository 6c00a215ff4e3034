export { seal, unseal, type Seal } from './sealed.js';
