import { resultOf, smallFileLimits, WorkerFunctions } from '#libs/workers';
import type * as Pictures from './picture-worker.js';
import type { PictureShape } from './picture-worker.js';

export type { PictureShape } from './picture-worker.js';

const threads = new WorkerFunctions<typeof Pictures>(
  new URL('./picture-worker.js', import.meta.url),
  smallFileLimits,
);

/**
 * The main thread must load sharp before a worker thread does. Otherwise the end of the worker
 * thread unloads the library while threads of the library still work.
 */
async function loadLibrary(): Promise<void> {
  await import('sharp'); // loaded for the first picture, because it needs 30 MB
}

/**
 * Encodes an uploaded picture again, as WebP. Only the pixels stay, but no data about the camera
 * and the place, and nothing that is hidden in the file. The bytes determine the format, not the
 * name.
 * @throws Refusal with a sentence for the user
 */
export async function remake(upload: Buffer, shape: PictureShape): Promise<Buffer> {
  await loadLibrary();
  return Buffer.from(resultOf(await threads.call('remakePicture', { bytes: upload, shape })));
}

/**
 * Makes the square JPEG that podcast directories require as a cover. Transparent parts get a
 * background on which the picture is visible (`coverBackground`).
 * @param isWhole whether nothing may be cut off; the margins then have the same background
 */
export async function squareCover(picture: Buffer, isWhole: boolean): Promise<Buffer> {
  await loadLibrary();
  return Buffer.from(resultOf(await threads.call('makeSquareCover', { bytes: picture, isWhole })));
}
