import { convertChurches, type Database, type Tx } from '#libs/database';
import { lockChurchPatiently } from '#libs/event-sourcing';
import { listChurches } from '../../tenancy/index.js';
import {
  convertAliasKeys,
  convertAnswerKeys,
  convertCampaignKeys,
  convertDonorKeys,
  convertFundraiserKeys,
  convertLedgerKeys,
  deleteOvertakenAliases,
  insertMissingSearchTexts,
} from './keys.sql.js';

/**
 * Adds keys to the names and titles that an earlier version of the program stored. Since the
 * migrations 0037 and 0038 the program compares, finds and sorts names and titles by their keys.
 */
export const convertKeys = (db: Database): Promise<void> =>
  convertChurches(db, {
    name: 'keys of giving',
    listChurches,
    lock: (tx) => lockChurchPatiently(tx, tx.organizationId!),
    convertChurch: convertKeysOfChurch,
  });

async function convertKeysOfChurch(tx: Tx): Promise<void> {
  await convertCampaignKeys(tx);
  await deleteOvertakenAliases(tx);
  await convertAliasKeys(tx);
  await convertFundraiserKeys(tx);
  await convertDonorKeys(tx);
  await convertAnswerKeys(tx);
  await insertMissingSearchTexts(tx);
  await convertLedgerKeys(tx);
}
