import {
  Body,
  Controller,
  Delete,
  Get,
  HttpCode,
  Inject,
  Param,
  Post,
  Put,
  Query,
  Req,
  Res,
} from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { bulkInput, nuggetInput, nuggetQuery, type Nugget } from '#libs/contracts';
import { Database } from '#libs/database';
import { Allow, CurrentActor, parse, type ChurchActor } from '#libs/http';
import { times } from '../kept.js';
import { Publishing } from '../publishing.js';
import { Shelf } from '../shelf.js';
import { NuggetEntity } from './nugget.entity.js';

const shelf = new Shelf<NuggetEntity>({
  kind: 'nugget',
  entity: NuggetEntity,
  what: 'This nugget',
  manage: 'content.manage',
  searched: ['title', 'description', `array_to_string(tags, ' ')`],
  order: [{ by: 'createdAt', direction: 'desc', type: 'timestamp' }],
  picture: ({ thumbnailUrl, videoUrl }) => ({ address: thumbnailUrl, videoUrl }),
});

/** Short inspirational videos. */
@Controller('api/nuggets')
export class NuggetsController {
  constructor(
    @Inject(Database) private readonly db: Database,
    @Inject(Publishing) private readonly publishing: Publishing,
  ) {}

  @Get()
  @Allow('portal.use')
  list(
    @CurrentActor() actor: ChurchActor,
    @Query() query: unknown,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Nugget[]> {
    const { category, ...wanted } = parse(nuggetQuery, query);
    return this.db.tenant(actor.organizationId, async (tx) =>
      (await shelf.list(tx, actor, wanted, category ? { category } : {}, request, reply)).map(
        toNugget,
      ),
    );
  }

  @Get(':id')
  @Allow('portal.use')
  one(@CurrentActor() actor: ChurchActor, @Param('id') id: string): Promise<Nugget> {
    return this.db.tenant(actor.organizationId, async (tx) =>
      toNugget(await shelf.one(tx, actor, id)),
    );
  }

  @Post()
  @Allow('content.manage')
  add(@CurrentActor() actor: ChurchActor, @Body() body: unknown): Promise<Nugget> {
    return this.db.tenant(actor.organizationId, async (tx) => {
      const input = parse(nuggetInput, body);
      const nugget = await this.publishing.add(tx, actor, shelf, input);
      return toNugget(nugget);
    });
  }

  @Post('bulk')
  @HttpCode(200)
  @Allow('content.manage')
  bulk(@CurrentActor() actor: ChurchActor, @Body() body: unknown): Promise<{ changed: number }> {
    const input = parse(bulkInput, body);
    return this.db.tenant(actor.organizationId, (tx) =>
      this.publishing.bulk(tx, actor, shelf, input),
    );
  }

  @Post(':id/view')
  @HttpCode(200)
  @Allow('portal.use')
  view(
    @CurrentActor() actor: ChurchActor,
    @Param('id') id: string,
  ): Promise<{ viewCount: number }> {
    return this.db.tenant(actor.organizationId, (tx) => shelf.view(tx, actor, id));
  }

  @Put(':id')
  @Allow('content.manage')
  replace(
    @CurrentActor() actor: ChurchActor,
    @Param('id') id: string,
    @Body() body: unknown,
  ): Promise<Nugget> {
    return this.db.tenant(actor.organizationId, async (tx) => {
      const nugget = await shelf.one(tx, actor, id);
      const input = parse(nuggetInput, body);
      await this.publishing.change(tx, actor, shelf, nugget, input);
      return toNugget(nugget);
    });
  }

  @Delete(':id')
  @HttpCode(204)
  @Allow('content.manage')
  remove(@CurrentActor() actor: ChurchActor, @Param('id') id: string): Promise<void> {
    return this.db.tenant(actor.organizationId, (tx) =>
      this.publishing.remove(tx, actor, shelf, id),
    );
  }
}

const toNugget = (one: NuggetEntity): Nugget => ({
  id: one.id,
  title: one.title,
  description: one.description,
  isActive: one.isActive,
  createdBy: one.createdBy ?? null,
  ...times(one),
  videoUrl: one.videoUrl,
  thumbnailUrl: one.thumbnailUrl ?? null,
  pictureUrl: one.pictureUrl ?? null,
  durationSeconds: one.durationSeconds,
  category: one.category,
  tags: one.tags,
  viewCount: one.viewCount,
});
