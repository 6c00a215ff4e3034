import { Controller, Inject, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { routes } from '#libs/contracts/routes';
import { Database } from '#libs/database';
import { CurrentActor, OwnTransaction, type ChurchActor, Route } from '#libs/http';
import { storeImage, uploadedPicture } from '#libs/images';
import { cardShape } from '../pictures.js';

/** Stores pictures, to which the forms of content refer afterwards. */
@Controller()
export class ContentImagesController {
  constructor(@Inject(Database) private readonly db: Database) {}

  /**
   * Accepts multipart with the field `image`. Encodes the picture again, in the size in which pages
   * show it.
   */
  @Route(routes.contentImages.add)
  @OwnTransaction()
  async add(
    @CurrentActor() actor: ChurchActor,
    @Req() request: FastifyRequest,
  ): Promise<{ imageUrl: string }> {
    const { bytes } = await uploadedPicture(request, 'image', cardShape);
    return this.db.tenant(actor.organizationId, async (tx) => ({
      imageUrl: await storeImage(tx, bytes, false),
    }));
  }
}
