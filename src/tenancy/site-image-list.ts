import { raw, type FilterQuery } from '@mikro-orm/core';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { siteImageTypes, type siteImageQuery } from '#libs/contracts';
import { containing, type Tx } from '#libs/database';
import { linkNext, newId, readCursor } from '#libs/http';
import { imageIdOf, type CoverPicture, type PictureColumn } from '#libs/images';
import { findCover } from './settings/settings.sql.js';
import { SiteImageEntity } from './site-image.entity.js';

/** The order of the site images of one type, and of complete lists with several types. */
export const byPosition = { position: 'asc', id: 'asc' } as const;

const quotedTypes = siteImageTypes.map((type) => `'${type}'`).join(', ');
const typeOrderSql = `array_position(array[${quotedTypes}], type::text)`;

/**
 * Lists the site images of the transaction's church that match a query. With a `limit`, lists one
 * page, ordered by type, and sets the header with the next page.
 * @param seesAll whether inactive images are listed, too
 */
export async function listSiteImages(
  tx: Tx,
  seesAll: boolean,
  { type, active, q, limit, cursor }: z.output<typeof siteImageQuery>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<SiteImageEntity[]> {
  const after = readCursor(cursor, ['int', 'int', 'uuid']);
  const conditions: object[] = [{ organizationId: tx.organizationId }];
  if (!seesAll) conditions.push({ active: true });
  if (type) conditions.push({ type });
  if (active) conditions.push({ active: active === 'true' });
  const words = q?.trim();
  if (words) {
    const pattern = containing(words);
    conditions.push({
      $or: [{ title: { $ilike: pattern } }, { description: { $ilike: pattern } }],
    });
  }
  const filter = { $and: conditions } as FilterQuery<SiteImageEntity>;
  if (limit === undefined) return tx.em.find(SiteImageEntity, filter, { orderBy: byPosition });
  if (after)
    conditions.push({
      [raw(`(${typeOrderSql}, position, id) > (?::int, ?::int, ?::uuid)`, after)]: [],
    });
  const rows = await tx.em.find(SiteImageEntity, filter, {
    orderBy: [{ [raw(typeOrderSql)]: 'asc' }, byPosition] as never,
    limit: limit + 1,
  });
  if (rows.length <= limit) return rows;
  const page = rows.slice(0, limit);
  const last = page.at(-1)!;
  linkNext(request, reply, [siteImageTypes.indexOf(last.type) + 1, last.position, last.id]);
  return page;
}

/** Adds an active site image to the transaction's church. */
export async function addSiteImage(
  tx: Tx,
  image: Pick<SiteImageEntity, 'type' | 'title' | 'description' | 'imageUrl' | 'position'>,
): Promise<SiteImageEntity> {
  const added = tx.em.create(SiteImageEntity, {
    organizationId: tx.organizationId!,
    id: newId(),
    ...image,
    active: true,
  });
  await tx.em.flush();
  return added;
}

/**
 * Returns the cover of the church's podcast: the first active logo, otherwise the first active
 * banner.
 */
export async function coverPicture(tx: Tx): Promise<CoverPicture | null> {
  const [cover] = await findCover(tx);
  const id = imageIdOf(cover?.url ?? null);
  return id ? { id, isLogo: cover!.type === 'logo' } : null;
}

/**
 * Returns the address of the first active logo of the transaction's church; null if there is none.
 */
export async function readLogoUrl(tx: Tx): Promise<string | null> {
  const logo = await tx.query
    .selectFrom('siteImage')
    .select('imageUrl as url')
    .where('organizationId', '=', tx.organizationId)
    .where('type', '=', 'logo')
    .where('active', '=', true)
    .orderBy('position')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  return logo?.url ?? null;
}

/** The column of this context that contains ids of pictures. */
export const sitePictureColumns: readonly PictureColumn[] = [['site_image', 'image_url']];
