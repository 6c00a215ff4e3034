import { statement } from '#libs/database';
import { deleteUnreferencedImagesSql } from '#libs/images';
import { pictureColumns } from './picture-columns.js';

/**
 * Deletes pictures of the transaction's church to which nothing refers a day after they were
 * stored.
 */
export const deleteUnreferencedImages = statement({
  sql: deleteUnreferencedImagesSql(pictureColumns),
});
