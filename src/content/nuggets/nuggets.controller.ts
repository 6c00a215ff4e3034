import { Body, Controller, Inject, Param, Query, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Nugget } from '#libs/contracts';
import { routes } from '#libs/contracts/routes';
import type { Tx } from '#libs/database';
import { CurrentActor, parse, type ChurchActor, Route, ChurchTransaction } from '#libs/http';
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
  constructor(@Inject(Publishing) private readonly publishing: Publishing) {}

  @Route(routes.nuggets.list)
  async list(
    @CurrentActor() actor: ChurchActor,
    @ChurchTransaction() tx: Tx,
    @Query() query: unknown,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Nugget[]> {
    const { category, ...wanted } = parse(routes.nuggets.list.query, query);
    return (await shelf.list(tx, actor, wanted, category ? { category } : {}, request, reply)).map(
      toNugget,
    );
  }

  @Route(routes.nuggets.one)
  async one(
    @CurrentActor() actor: ChurchActor,
    @ChurchTransaction() tx: Tx,
    @Param('id') id: string,
  ): Promise<Nugget> {
    return toNugget(await shelf.one(tx, actor, id));
  }

  @Route(routes.nuggets.add)
  async add(
    @CurrentActor() actor: ChurchActor,
    @ChurchTransaction() tx: Tx,
    @Body() body: unknown,
  ): Promise<Nugget> {
    const input = parse(routes.nuggets.add.body, body);
    const nugget = await this.publishing.add(tx, actor, shelf, input);
    return toNugget(nugget);
  }

  @Route(routes.nuggets.bulk)
  bulk(
    @CurrentActor() actor: ChurchActor,
    @ChurchTransaction() tx: Tx,
    @Body() body: unknown,
  ): Promise<{ changed: number }> {
    const input = parse(routes.nuggets.bulk.body, body);
    return this.publishing.bulk(tx, actor, shelf, input);
  }

  @Route(routes.nuggets.view)
  view(
    @CurrentActor() actor: ChurchActor,
    @ChurchTransaction() tx: Tx,
    @Param('id') id: string,
  ): Promise<{ viewCount: number }> {
    return shelf.view(tx, actor, id);
  }

  @Route(routes.nuggets.replace)
  async replace(
    @CurrentActor() actor: ChurchActor,
    @ChurchTransaction() tx: Tx,
    @Param('id') id: string,
    @Body() body: unknown,
  ): Promise<Nugget> {
    const nugget = await shelf.one(tx, actor, id);
    const input = parse(routes.nuggets.replace.body, body);
    await this.publishing.change(tx, actor, shelf, nugget, input);
    return toNugget(nugget);
  }

  @Route(routes.nuggets.remove)
  remove(
    @CurrentActor() actor: ChurchActor,
    @ChurchTransaction() tx: Tx,
    @Param('id') id: string,
  ): Promise<void> {
    return this.publishing.remove(tx, actor, shelf, id);
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
