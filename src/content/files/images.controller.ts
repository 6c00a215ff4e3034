import { Controller, Inject, Post, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { Database } from '#libs/database';
import { Allow, CurrentActor, OwnTransaction, type ChurchActor } from '#libs/http';
import { keepImage, uploadedPicture } from '#libs/images';
import { cardShape } from '../pictures.js';

/** Pictures that the forms of content name afterwards. */
@Controller('api/content-images')
export class ContentImagesController {
  constructor(@Inject(Database) private readonly db: Database) {}

  /** Multipart, field `image`: made anew, as large as a page shows one. */
  @Post()
  @OwnTransaction()
  @Allow('content.upload')
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
