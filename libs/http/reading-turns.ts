import { FairQueue } from './fair-queue.js';

/**
 * Turns of the work on uploaded pictures, emails, feeds and lists in worker threads: one of a church at a time. Four at the
 * same time, so that the slow file of one church does not stop those of other churches.
 */
export const readingTurns = new FairQueue({ atOnce: 4, atOnceOfOne: 1, waitingOfOne: 20 });
