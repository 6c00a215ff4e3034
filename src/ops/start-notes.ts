import { setTimeout as sleep } from 'node:timers/promises';
import { isDatabaseUnreachable, type Database } from '#libs/database';
import { keyRingOf, type Config } from './config.js';
import { churchesWithoutAdmin } from '../identity/index.js';
import { findUndecryptableMessages } from '../support/index.js';
import { churchesOnOurHosts } from '../tenancy/index.js';
import type { makeLogger } from './logger.js';

/**
 * Returns sentences about problems of churches that the operator must repair. They are logged at
 * each start.
 */
export async function startNotes(db: Database, config: Config): Promise<string[]> {
  return [
    ...(await churchesOnOurHosts(db, config)),
    ...(await churchesWithoutAdmin(db)),
    ...(await findUndecryptableMessages(db, keyRingOf(config))),
  ];
}

type Logger = ReturnType<typeof makeLogger>;

/**
 * Logs the start notes. Requests are served meanwhile, so a problem with the database does not end
 * the program: while the database cannot be reached, this tries again after each pause.
 * @param stopping ends the attempts
 * @param pause milliseconds
 */
export async function logStartNotes(
  db: Database,
  config: Config,
  logger: Logger,
  stopping: AbortSignal,
  pause = 10_000,
): Promise<void> {
  while (!stopping.aborted) {
    try {
      for (const message of await startNotes(db, config))
        logger.warn({ context: 'start', message });
      return;
    } catch (error) {
      const message = 'the churches could not be checked for problems';
      logger.error({ context: 'start', message, error });
      if (!isDatabaseUnreachable(error)) return;
    }
    await sleep(pause, undefined, { ref: false, signal: stopping }).catch(() => undefined);
  }
}
