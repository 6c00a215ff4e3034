import { contentPictureColumns } from '../content/index.js';
import { userPictureColumns } from '../identity/index.js';
import { sitePictureColumns } from '../tenancy/index.js';

/** Every column that may name a picture (a test holds that none is missing). */
export const pictureColumns = [
  ...userPictureColumns,
  ...sitePictureColumns,
  ...contentPictureColumns,
];
