export { NotAPicture, remake, type PictureShape } from './pictures.js';
export { fetchPicture, isPublicAddress } from './fetch-picture.js';
export { inspectFile, type FileKind } from './inspect.js';
export { openStore } from './open-store.js';
export { FilesAway, type Bucket, type Store } from './store.js';
