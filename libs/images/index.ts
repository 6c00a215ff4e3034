export {
  countImageBytes,
  coverKey,
  coverOf,
  dropImage,
  hasImage,
  imageIdOf,
  imageUrl,
  storeImage,
  narrower,
  readImage,
  showImage,
  uploadedPicture,
  type CoverPicture,
} from './images.js';
export { deleteUnreferencedImagesSql, type PictureColumn } from './images.sql.js';
