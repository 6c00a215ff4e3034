import { contentPictureColumns } from '../content/index.js';
import { userPictureColumns } from '../identity/index.js';
import { sitePictureColumns } from '../tenancy/index.js';

/** All columns that may contain the address of a picture. A test checks that none is missing. */
export const pictureColumns = [
  ...userPictureColumns,
  ...sitePictureColumns,
  ...contentPictureColumns,
];
