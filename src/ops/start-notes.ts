import type { Database } from '#libs/database';
import { keyRingOf, type Config } from './config.js';
import { churchesWithoutAdmin } from '../identity/index.js';
import { findUndecryptableMessages } from '../support/index.js';
import { churchesOnOurHosts } from '../tenancy/index.js';

/** What the operator must know of the churches that are there, a sentence each; said at every start until it is mended. */
export async function startNotes(db: Database, config: Config): Promise<string[]> {
  return [
    ...(await churchesOnOurHosts(db, config)),
    ...(await churchesWithoutAdmin(db)),
    ...(await findUndecryptableMessages(db, keyRingOf(config))),
  ];
}
