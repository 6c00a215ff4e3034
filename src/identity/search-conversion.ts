import { convertChurches, type Database } from '#libs/database';
import { listChurches } from '../tenancy/index.js';
import { insertMissingSearchTexts } from './users.sql.js';

/**
 * Stores the search texts of users that an earlier version of the program stored (migration 0038).
 * No locks are needed: a trigger stores the texts of users who are added or changed meanwhile.
 */
export const convertUserSearch = (db: Database): Promise<void> =>
  convertChurches(db, {
    name: 'search of users',
    listChurches,
    convertChurch: async (tx) => {
      await insertMissingSearchTexts(tx);
    },
  });
