import { v7 as newId } from 'uuid';
import type { FastifyRequest } from 'fastify';
import { remake, squareCover, type PictureShape } from '#libs/files';
import type { Database, Tx } from '#libs/database';
import { badRequest, HttpError, readingTurns, refuseTooLarge } from '#libs/http';
import {
  deleteImage,
  findImage,
  insertImage,
  insertSize,
  readCover,
  readSize,
  selectImage,
  storeIsPublic,
  sumBytes,
} from './images.sql.js';

const maxPicture = 10 * 1024 * 1024;

export const imageUrl = (id: string) => `/api/images/${id}`;
export const imageIdOf = (url: string | null) =>
  /^\/api\/images\/([0-9a-f-]{36})$/.exec(url ?? '')?.[1] ?? null;

/**
 * Reads a multipart request, whose parts may come in any order.
 * @param shape the shape of the picture, or a function that derives it from the fields and throws
 *   an error if they are invalid
 * @returns the picture, encoded again, and the fields
 * @throws HttpError 415 for another kind of request; 400 if the file is missing, too large, or not
 *   a picture
 */
export async function uploadedPicture(
  request: FastifyRequest,
  field: string,
  shape: PictureShape | ((fields: Record<string, string>) => PictureShape),
): Promise<{ bytes: Buffer; fields: Record<string, string> }> {
  if (!request.isMultipart())
    throw new HttpError(
      415,
      `Please send the picture as multipart/form-data, in the field "${field}".`,
      'http-415',
    );
  let upload: Buffer | undefined;
  const fields: Record<string, string> = {};
  for await (const part of request.parts({ limits: { fileSize: maxPicture } })) {
    if (part.type === 'field') {
      if (typeof part.value === 'string') fields[part.fieldname] = part.value;
    } else {
      if (part.fieldname !== field) throw badRequest('Please choose a picture.');
      upload = await part
        .toBuffer()
        .catch(refuseTooLarge('This picture is larger than 10 MB. Please choose a smaller one.'));
    }
  }
  const outputShape = typeof shape === 'function' ? shape(fields) : shape;
  if (!upload) throw badRequest('Please choose a picture.');
  const original = upload;
  const church = request.actor?.organizationId ?? '';
  return { bytes: await readingTurns.run(church, () => remake(original, outputShape)), fields };
}

/**
 * @param isPublic whether visitors of the site of the church may see the picture
 * @returns the URL of the picture
 */
export async function storeImage(tx: Tx, bytes: Buffer, isPublic: boolean): Promise<string> {
  const id = newId();
  await insertImage(tx, { id, isPublic, bytes });
  return imageUrl(id);
}

/** Returns the picture with at most the given width in pixels. The copy is made once and stored. */
export async function narrower(
  db: Database,
  organizationId: string,
  id: string,
  width: number,
  bytes: Buffer,
): Promise<Buffer> {
  const storedSizes = await db.tenant(organizationId, (tx) => readSize(tx, { id, width }));
  if (storedSizes[0]) return storedSizes[0].bytes;
  let resized: Buffer;
  try {
    resized = await readingTurns.run(organizationId, () =>
      remake(bytes, { width, height: 4 * width, fit: 'inside' }),
    );
  } catch (error) {
    // many visitors open a new picture at the same time: they get the original
    if (error instanceof HttpError && error.getStatus() === 429) return bytes;
    throw error;
  }
  // the picture may have been deleted meanwhile
  await db.tenant(organizationId, (tx) => insertSize(tx, { id, width, bytes: resized }));
  return resized;
}

/** A picture that can stand for a church's podcast. */
export interface CoverPicture {
  id: string;
  isLogo: boolean;
}

/**
 * The width of a row of `image_size` that is a cover. No page shows such a narrow picture. Another
 * way of making covers needs another number. Rows with 0 are earlier covers, whose background was
 * always white; they are deleted with their pictures.
 */
export const coverKey = 1;

/** Returns the picture as a cover, which is made once and stored; null if the picture is gone. */
export async function coverOf(
  db: Database,
  organizationId: string,
  { id, isLogo }: CoverPicture,
): Promise<Buffer | null> {
  const [row] = await db.tenant(organizationId, (tx) => readCover(tx, { id, coverKey }));
  if (!row || row.cover) return row?.cover ?? null;
  const cover = await readingTurns.run(organizationId, () => squareCover(row.bytes, isLogo));
  await db.tenant(organizationId, (tx) => insertSize(tx, { id, width: coverKey, bytes: cover }));
  return cover;
}

export async function dropImage(tx: Tx, url: string | null): Promise<void> {
  const id = imageIdOf(url);
  if (id) await deleteImage(tx, { id });
}

/** Returns the bytes of all pictures of the church of the transaction, without narrower copies. */
export async function countImageBytes(tx: Tx): Promise<number> {
  const [row] = await sumBytes(tx);
  return row!.bytes;
}

/**
 * Tells whether the church of the transaction has the picture of a URL that `storeImage` returned.
 */
export async function hasImage(tx: Tx, url: string): Promise<boolean> {
  const images = await findImage(tx, { id: imageIdOf(url) });
  return images.length > 0;
}

/**
 * Reads a picture of the church of the transaction.
 * @param isInside whether pictures that visitors may not see are read, too
 * @returns undefined if there is no picture that may be seen
 */
export async function readImage(
  tx: Tx,
  id: string,
  isInside: boolean,
): Promise<{ contentType: string; bytes: Buffer } | undefined> {
  const [image] = await selectImage(tx, { id, isInside });
  return image;
}

/** Changes whether visitors may see a picture. */
export async function showImage(tx: Tx, url: string, isPublic: boolean): Promise<void> {
  await storeIsPublic(tx, { id: imageIdOf(url), isPublic });
}
