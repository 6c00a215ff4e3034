import { resultOf, smallFileLimits, WorkerFunctions } from '#libs/workers';
import type * as Pictures from './picture-worker.js';
import type { PictureShape } from './picture-worker.js';

export type { PictureShape } from './picture-worker.js';

const threads = new WorkerFunctions<typeof Pictures>(
  new URL('./picture-worker.js', import.meta.url),
  smallFileLimits,
);

/**
 * The main thread has to load sharp before a worker thread does: otherwise the end of that thread unloads the library while
 * its own threads still work.
 */
async function loadLibrary(): Promise<void> {
  await import('sharp'); // with the first picture, because it takes 30 MB
}

/**
 * Makes an uploaded picture anew, as WebP. Only its pixels survive: neither data about the camera and the place, nor anything
 * hidden in the file. The format is recognized by the bytes, not by the name.
 * @throws Refusal with a sentence for the person
 */
export async function remake(upload: Buffer, shape: PictureShape): Promise<Buffer> {
  await loadLibrary();
  return Buffer.from(resultOf(await threads.call('remakePicture', { bytes: upload, shape })));
}

/**
 * Makes the square JPEG that podcast directories want as a cover.
 * Transparent parts get a background on which the rest can be seen (`coverBackground`).
 * @param isWhole whether nothing may be cut off; the rest has that background then
 */
export async function squareCover(picture: Buffer, isWhole: boolean): Promise<Buffer> {
  await loadLibrary();
  return Buffer.from(resultOf(await threads.call('makeSquareCover', { bytes: picture, isWhole })));
}
