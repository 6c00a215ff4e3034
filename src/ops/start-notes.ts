import type { Database } from '#libs/database';
import { keyRingOf, type Config } from './config.js';
import { churchesWithoutAdmin } from '../identity/index.js';
import { findUndecryptableMessages } from '../support/index.js';
import { churchesOnOurHosts } from '../tenancy/index.js';

/**
 * Returns sentences about problems of churches that the operator must repair. They are printed at
 * each start.
 */
export async function startNotes(db: Database, config: Config): Promise<string[]> {
  return [
    ...(await churchesOnOurHosts(db, config)),
    ...(await churchesWithoutAdmin(db)),
    ...(await findUndecryptableMessages(db, keyRingOf(config))),
  ];
}
