import { statement } from '#libs/database';
import { deleteUnnamedImagesSql } from '#libs/images';
import { pictureColumns } from './picture-columns.js';

/** Deletes the pictures of the transaction's church that nothing names a day after they were stored. */
export const deleteUnnamedImages = statement({ sql: deleteUnnamedImagesSql(pictureColumns) });
