import { Controller, Inject, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { routes } from '#libs/contracts/routes';
import { Database } from '#libs/database';
import { CurrentActor, OwnTransaction, type ChurchActor, Route } from '#libs/http';
import { keepImage, uploadedPicture } from '#libs/images';
import { cardShape } from '../pictures.js';

/** Pictures that the forms of content name afterwards. */
@Controller()
export class ContentImagesController {
  constructor(@Inject(Database) private readonly db: Database) {}

  /** Multipart, field `image`: made anew, as large as a page shows one. */
  @Route(routes.contentImages.add)
  @OwnTransaction()
  async add(
    @CurrentActor() actor: ChurchActor,
    @Req() request: FastifyRequest,
  ): Promise<{ imageUrl: string }> {
    const { bytes } = await uploadedPicture(request, 'image', cardShape);
    return this.db.tenant(actor.organizationId, async (tx) => ({
      imageUrl: await keepImage(tx, bytes, false),
    }));
  }
}
