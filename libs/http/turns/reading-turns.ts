import { FairQueue } from './fair-queue.js';

/**
 * The queue of tasks that read uploaded pictures, emails, feeds and lists in worker threads: one
 * task of each church at a time. Four run at the same time, so that a slow file of one church does
 * not stop other churches. The headers of incoming emails, whose church is not known yet, are read
 * one after the other as if they belonged to one church.
 */
export const readingTurns = new FairQueue({
  maxRunning: 4,
  maxRunningPerKey: 1,
  maxWaitingPerKey: 20,
});
