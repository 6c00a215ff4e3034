import { Body, Controller, Inject, Param, Query, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Nugget } from '#libs/contracts';
import { routes } from '#libs/contracts/routes';
import { Database } from '#libs/database';
import { CurrentActor, parse, type ChurchActor, Route } from '#libs/http';
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
@Controller()
export class NuggetsController {
  constructor(
    @Inject(Database) private readonly db: Database,
    @Inject(Publishing) private readonly publishing: Publishing,
  ) {}

  @Route(routes.nuggets.list)
  list(
    @CurrentActor() actor: ChurchActor,
    @Query() query: unknown,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Nugget[]> {
    const { category, ...wanted } = parse(routes.nuggets.list.query, query);
    return this.db.tenant(actor.organizationId, async (tx) =>
      (await shelf.list(tx, actor, wanted, category ? { category } : {}, request, reply)).map(
        toNugget,
      ),
    );
  }

  @Route(routes.nuggets.one)
  one(@CurrentActor() actor: ChurchActor, @Param('id') id: string): Promise<Nugget> {
    return this.db.tenant(actor.organizationId, async (tx) =>
      toNugget(await shelf.one(tx, actor, id)),
    );
  }

  @Route(routes.nuggets.add)
  add(@CurrentActor() actor: ChurchActor, @Body() body: unknown): Promise<Nugget> {
    return this.db.tenant(actor.organizationId, async (tx) => {
      const input = parse(routes.nuggets.add.body, body);
      const nugget = await this.publishing.add(tx, actor, shelf, input);
      return toNugget(nugget);
    });
  }

  @Route(routes.nuggets.bulk)
  bulk(@CurrentActor() actor: ChurchActor, @Body() body: unknown): Promise<{ changed: number }> {
    const input = parse(routes.nuggets.bulk.body, body);
    return this.db.tenant(actor.organizationId, (tx) =>
      this.publishing.bulk(tx, actor, shelf, input),
    );
  }

  @Route(routes.nuggets.view)
  view(
    @CurrentActor() actor: ChurchActor,
    @Param('id') id: string,
  ): Promise<{ viewCount: number }> {
    return this.db.tenant(actor.organizationId, (tx) => shelf.view(tx, actor, id));
  }

  @Route(routes.nuggets.replace)
  replace(
    @CurrentActor() actor: ChurchActor,
    @Param('id') id: string,
    @Body() body: unknown,
  ): Promise<Nugget> {
    return this.db.tenant(actor.organizationId, async (tx) => {
      const nugget = await shelf.one(tx, actor, id);
      const input = parse(routes.nuggets.replace.body, body);
      await this.publishing.change(tx, actor, shelf, nugget, input);
      return toNugget(nugget);
    });
  }

  @Route(routes.nuggets.remove)
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
