/** Runs work on untrusted input in worker threads, with a limit on its time and its memory. */
export {
  smallFileLimits,
  TooMuchWork,
  WorkerFunctions,
  WorkerSession,
  type WorkerLimits,
} from './worker-functions.js';
export { Refusal, returnRefusals, resultOf, type Answer } from './answer.js';
