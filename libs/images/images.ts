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
 * The picture of a multipart request, made anew, and the fields beside it in whatever order they come.
 * @param shape what to make of it; where that depends on the fields, a function of them, which may refuse them
 * @throws HttpError 415 for another kind of request, 400 with a sentence for what is no picture or too large
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
  const wanted = typeof shape === 'function' ? shape(fields) : shape;
  if (!upload) throw badRequest('Please choose a picture.');
  const original = upload;
  const church = request.actor?.organizationId ?? '';
  return { bytes: await readingTurns.run(church, () => remake(original, wanted)), fields };
}

/** @param isPublic whether visitors on the church's host may see it @returns where it is shown from */
export async function keepImage(tx: Tx, bytes: Buffer, isPublic: boolean): Promise<string> {
  const id = newId();
  await insertImage(tx, { id, isPublic, bytes });
  return imageUrl(id);
}

/** The picture so many pixels wide at most: made once, then kept beside it. */
export async function narrower(
  db: Database,
  organizationId: string,
  id: string,
  width: number,
  bytes: Buffer,
): Promise<Buffer> {
  const kept = await db.tenant(organizationId, (tx) => readSize(tx, { id, width }));
  if (kept[0]) return kept[0].bytes;
  let made: Buffer;
  try {
    made = await readingTurns.run(organizationId, () =>
      remake(bytes, { width, height: 4 * width, fit: 'inside' }),
    );
  } catch (error) {
    if (error instanceof HttpError && error.getStatus() === 429) return bytes; // a crowd that sees it for the first time
    throw error;
  }
  // meanwhile the picture may be gone
  await db.tenant(organizationId, (tx) => insertSize(tx, { id, width, bytes: made }));
  return made;
}

/** A picture that can stand for a church's podcast. */
export interface CoverPicture {
  id: string;
  isLogo: boolean;
}

/**
 * In `image_size` this stands for the cover: no page shows a picture that narrow. Another way of making covers gets another
 * number; rows with 0 are covers whose background was always white, and go with their pictures.
 */
export const coverKey = 1;

/** The picture as a cover: made once, then kept beside it. Null where it is gone. */
export async function coverOf(
  db: Database,
  organizationId: string,
  { id, isLogo }: CoverPicture,
): Promise<Buffer | null> {
  const [row] = await db.tenant(organizationId, (tx) => readCover(tx, { id, coverKey }));
  if (!row || row.cover) return row?.cover ?? null;
  const made = await readingTurns.run(organizationId, () => squareCover(row.bytes, isLogo));
  await db.tenant(organizationId, (tx) => insertSize(tx, { id, width: coverKey, bytes: made }));
  return made;
}

export async function dropImage(tx: Tx, url: string | null): Promise<void> {
  const id = imageIdOf(url);
  if (id) await deleteImage(tx, { id });
}

/** Returns the size of all pictures of the transaction's church in bytes, without their narrower copies. */
export async function countImageBytes(tx: Tx): Promise<number> {
  const [row] = await sumBytes(tx);
  return row!.bytes;
}

/** Whether the transaction's church has the picture that an address of `keepImage` names. */
export async function hasImage(tx: Tx, url: string): Promise<boolean> {
  const found = await findImage(tx, { id: imageIdOf(url) });
  return found.length > 0;
}

/**
 * Reads a picture of the transaction's church.
 * @param isInside whether pictures that visitors may not see are read, too
 * @returns undefined where there is none that may be seen
 */
export async function readImage(
  tx: Tx,
  id: string,
  isInside: boolean,
): Promise<{ contentType: string; bytes: Buffer } | undefined> {
  const [image] = await selectImage(tx, { id, isInside });
  return image;
}

/** Whether visitors may see it, from now on. */
export async function showImage(tx: Tx, url: string, isPublic: boolean): Promise<void> {
  await storeIsPublic(tx, { id: imageIdOf(url), isPublic });
}
