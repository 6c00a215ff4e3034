import { statement } from '#libs/database';
import { deleteUnnamedImagesSql } from '#libs/images';
import { pictureColumns } from './picture-columns.js';

/**
 * Deletes pictures of the transaction's church to which nothing refers a day after they were
 * stored.
 */
export const deleteUnnamedImages = statement({ sql: deleteUnnamedImagesSql(pictureColumns) });
