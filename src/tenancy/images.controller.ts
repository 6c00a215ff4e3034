import { Controller, Inject, Param, Query, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { portalAccessOf } from '#libs/contracts';
import { routes } from '#libs/contracts/routes';
import { Database } from '#libs/database';
import {
  CurrentActor,
  HostChurch,
  notFound,
  OwnTransaction,
  parse,
  pathId,
  type Actor,
  Route,
} from '#libs/http';
import { narrower, readImage } from '#libs/images';
import type { HostChurch as Church } from './hosts.js';

/**
 * Serves the pictures of a church and its users. The bytes of an id never change. They are cached
 * for a day only, because a user may leave the church.
 */
@Controller()
export class ImagesController {
  constructor(@Inject(Database) private readonly db: Database) {}

  /**
   * Serves a picture. Pictures of users are served to users of the church, and public pictures also
   * to visitors of its host. The query parameter `w` is the width at which the picture is shown.
   */
  @Route(routes.images.one)
  @OwnTransaction()
  async read(
    @CurrentActor() actor: Actor | undefined,
    @HostChurch() host: Church | null,
    @Param('id') id: string,
    @Query() query: unknown,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const imageId = pathId(id);
    const organizationId = actor?.organizationId ?? host?.id;
    const isMember = actor !== undefined && portalAccessOf(actor) === 'open';
    const image = organizationId
      ? await this.db.tenant(organizationId, (tx) => readImage(tx, imageId, isMember))
      : undefined;
    if (!image) throw notFound();
    const { w: width } = parse(routes.images.one.query, query);
    const bytes =
      width === undefined
        ? image.bytes
        : await narrower(this.db, organizationId!, imageId, width, image.bytes);
    await reply
      .header('content-type', image.contentType)
      .header('content-security-policy', "default-src 'none'; sandbox")
      .header('cache-control', 'private, max-age=86400, immutable')
      .send(bytes);
  }
}
