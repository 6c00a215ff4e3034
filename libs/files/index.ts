export { NotAPicture, remake, type PictureShape } from './pictures.js';
export { fetchPicture, isPublicAddress } from './fetch-picture.js';
export { inspectFile, type FileKind } from './inspect.js';
