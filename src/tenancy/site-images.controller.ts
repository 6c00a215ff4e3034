import { Body, Controller, Headers, Inject, Param, Query, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { may, newSiteImage, type SiteImage } from '#libs/contracts';
import { routes } from '#libs/contracts/routes';
import type { PictureShape } from '#libs/files';
import { Database, type Tx } from '#libs/database';
import {
  audit,
  CurrentActor,
  HostChurch,
  notFound,
  OwnTransaction,
  parse,
  pathId,
  readIfMatch,
  staleVersion,
  type Actor,
  type ChurchActor,
  Route,
  ChurchTransaction,
} from '#libs/http';
import { dropImage, storeImage, showImage, uploadedPicture } from '#libs/images';
import { ChurchUsers, describeChangeOf } from './church-facts.js';
import type { HostChurch as Church } from './hosts.js';
import { lockChurch } from './churches.sql.js';
import { SiteImageEntity } from './site-image.entity.js';
import { addSiteImage, byPosition, listSiteImages } from './site-image-list.js';

const fitInside = (width: number, height: number): PictureShape => ({
  width,
  height,
  fit: 'inside',
});
const shapes: Record<SiteImage['type'], PictureShape> = {
  logo: fitInside(512, 512),
  leadership: fitInside(800, 800),
  banner: fitInside(1920, 1920),
  background: fitInside(1920, 1920),
  other: fitInside(1280, 1280),
};

/** The site images of a church. */
@Controller()
export class SiteImagesController {
  constructor(
    @Inject(Database) private readonly db: Database,
    @Inject(ChurchUsers) private readonly users: ChurchUsers,
  ) {}

  /**
   * Lists the images of the session's church, or of the host's church. Only users who manage them
   * see inactive images.
   */
  @Route(routes.siteImages.list)
  list(
    @CurrentActor() actor: Actor | undefined,
    @HostChurch() host: Church | null,
    @Query() query: unknown,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SiteImage[]> {
    const filters = parse(routes.siteImages.list.query, query);
    const organizationId = actor?.organizationId ?? host?.id;
    if (!organizationId) return Promise.resolve([]);
    const seesAll = actor !== undefined && may(actor, 'appearance.manage');
    return this.db.tenant(organizationId, async (tx) =>
      (await listSiteImages(tx, seesAll, filters, request, reply)).map(toSiteImage),
    );
  }

  /**
   * Adds an image as the last one of its type. The multipart form has the fields `image`, `type`,
   * `title` and `description`.
   */
  @Route(routes.siteImages.add)
  @OwnTransaction()
  async add(
    @CurrentActor() { id: actorId, organizationId }: ChurchActor,
    @Req() request: FastifyRequest,
  ): Promise<SiteImage> {
    const { bytes, fields } = await uploadedPicture(
      request,
      'image',
      (body) => shapes[parse(newSiteImage, body).type],
    );
    const { type, title, description } = parse(newSiteImage, fields);
    return this.db.tenant(organizationId, async (tx) => {
      const imagesOfType = await lockImagesOfType(tx, organizationId, type);
      const image = await addSiteImage(tx, {
        type,
        title,
        description: description ?? null,
        imageUrl: await storeImage(tx, bytes, true),
        position: (imagesOfType.at(-1)?.position ?? -1) + 1,
      });
      await audit(tx, actorId, 'site-image-added', { type, image: image.id });
      return toSiteImage(image);
    });
  }

  /**
   * Shows, hides or deletes several images.
   * @throws HttpError 404 if one of them does not exist; nothing changes then
   */
  @Route(routes.siteImages.bulk)
  async bulk(
    @CurrentActor() actor: ChurchActor,
    @ChurchTransaction() tx: Tx,
    @Body() body: unknown,
  ): Promise<{ changed: number }> {
    const { ids, act } = parse(routes.siteImages.bulk.body, body);
    let changed = 0;
    await lockChurch(tx, { organizationId: actor.organizationId });
    for (const id of [...new Set(ids)].sort()) {
      const image = await findImage(tx, actor, id);
      if (act === 'delete') await removeImage(tx, actor, image);
      else if (image.active !== (act === 'show'))
        await switchImage(tx, actor, image, act === 'show');
      else continue;
      changed++;
    }
    return { changed };
  }

  @Route(routes.siteImages.change)
  async change(
    @CurrentActor() actor: ChurchActor,
    @ChurchTransaction() tx: Tx,
    @Param('id') id: string,
    @Body() body: unknown,
    @Headers('if-match') ifMatch?: string,
  ): Promise<SiteImage> {
    const image = await lockImage(tx, actor, id);
    const { position, ...values } = parse(routes.siteImages.change.body, body);
    await this.#assertVersion(tx, actor, image, ifMatch);
    if (values.title !== undefined) image.title = values.title;
    if (values.description !== undefined) image.description = values.description;
    if (values.active !== undefined) {
      image.active = values.active;
      await showImage(tx, image.imageUrl, values.active);
    }
    if (position !== undefined) {
      const otherImages = (await lockImagesOfType(tx, actor.organizationId, image.type)).filter(
        (other) => other !== image,
      );
      otherImages.splice(position, 0, image);
      for (const [index, other] of otherImages.entries()) other.position = index;
    }
    raiseVersion(image, actor);
    await tx.em.flush();
    await audit(tx, actor.id, 'site-image-changed', {
      type: image.type,
      image: image.id,
      fields: Object.keys(parse(routes.siteImages.change.body, body)),
    });
    return toSiteImage(image);
  }

  @Route(routes.siteImages.remove)
  async remove(
    @CurrentActor() actor: ChurchActor,
    @ChurchTransaction() tx: Tx,
    @Param('id') id: string,
    @Headers('if-match') ifMatch?: string,
  ): Promise<void> {
    const image = await lockImage(tx, actor, id);
    await this.#assertVersion(tx, actor, image, ifMatch);
    await removeImage(tx, actor, image);
  }

  /**
   * Checks that nobody has saved a locked image since the version that the user has seen.
   * @param ifMatch the header with that version; absent for any version
   * @throws HttpError 409 with the code `stale` if another change of the image was saved since
   */
  async #assertVersion(
    tx: Tx,
    actor: ChurchActor,
    image: SiteImageEntity,
    ifMatch: string | undefined,
  ): Promise<void> {
    const seenVersion = readIfMatch(ifMatch, 'the picture');
    if (seenVersion === null || seenVersion === image.version) return;
    const savedBy = image.updatedBy ?? null;
    const message = await describeChangeOf(this.users, tx, actor, savedBy, 'this picture');
    throw staleVersion(message, toSiteImage(image));
  }
}

/** Finds an image, and locks the images of the church until the transaction ends. */
async function lockImage(tx: Tx, actor: ChurchActor, id: string): Promise<SiteImageEntity> {
  await lockChurch(tx, { organizationId: actor.organizationId });
  return findImage(tx, actor, id);
}

async function findImage(
  tx: Tx,
  { organizationId }: ChurchActor,
  id: string,
): Promise<SiteImageEntity> {
  const image = await tx.em.findOne(SiteImageEntity, {
    organizationId,
    id: pathId(id, 'This picture'),
  });
  if (!image) throw notFound('This picture');
  return image;
}

/** Marks an image as changed by a user. */
function raiseVersion(image: SiteImageEntity, actor: ChurchActor): void {
  image.version++;
  image.updatedBy = actor.id;
}

/** Makes an image active or inactive. */
async function switchImage(
  tx: Tx,
  actor: ChurchActor,
  image: SiteImageEntity,
  active: boolean,
): Promise<void> {
  image.active = active;
  raiseVersion(image, actor);
  await showImage(tx, image.imageUrl, active);
  await tx.em.flush();
  await audit(tx, actor.id, 'site-image-changed', {
    type: image.type,
    image: image.id,
    fields: ['active'],
  });
}

async function removeImage(tx: Tx, actor: ChurchActor, image: SiteImageEntity): Promise<void> {
  await dropImage(tx, image.imageUrl);
  await tx.em.remove(image).flush();
  await audit(tx, actor.id, 'site-image-removed', { type: image.type, image: image.id });
}

/**
 * Lists the images of a type in their order. Locks the church, so that concurrent changes cannot
 * give two images one position.
 */
async function lockImagesOfType(
  tx: Tx,
  organizationId: string,
  type: SiteImage['type'],
): Promise<SiteImageEntity[]> {
  await lockChurch(tx, { organizationId });
  return tx.em.find(SiteImageEntity, { organizationId, type }, { orderBy: byPosition });
}

const toSiteImage = (image: SiteImageEntity): SiteImage => ({
  id: image.id,
  version: image.version,
  type: image.type,
  title: image.title,
  description: image.description ?? null,
  imageUrl: image.imageUrl,
  active: image.active,
  position: image.position,
  createdAt: image.createdAt.toISOString(),
  updatedAt: image.updatedAt.toISOString(),
});
