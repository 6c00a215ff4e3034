export { remake, squareCover, type PictureShape } from './pictures.js';
export { fetchPicture, isPublicAddress } from './fetch-picture.js';
export { inspectFile, type FileKind, type FileUse, type StoredFile } from './inspect.js';
export { openStore } from './open-store.js';
export { StorageError, type Bucket, type StorageFault, type Store } from './store.js';
