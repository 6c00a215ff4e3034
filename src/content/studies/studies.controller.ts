import { Body, Controller, Inject, Param, Query, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type BibleStudy } from '#libs/contracts';
import { routes } from '#libs/contracts/routes';
import type { Tx } from '#libs/database';
import { CurrentActor, parse, type ChurchActor, Route, ChurchTransaction } from '#libs/http';
import { times } from '../kept.js';
import { Publishing } from '../publishing.js';
import { namesOf, Shelf } from '../shelf.js';
import { StudyEntity } from './study.entity.js';

const shelf = new Shelf<StudyEntity>({
  kind: 'study',
  entity: StudyEntity,
  what: 'This Bible study',
  manage: 'study.publish',
  searched: ['title', 'content', `array_to_string(tags, ' ')`],
  order: [{ by: 'createdAt', direction: 'desc', type: 'timestamp' }],
  picture: ({ videoUrl }) => ({ videoUrl }),
});

/** Bible studies of the pastors. */
@Controller()
export class StudiesController {
  constructor(@Inject(Publishing) private readonly publishing: Publishing) {}

  @Route(routes.studies.list)
  async list(
    @CurrentActor() actor: ChurchActor,
    @ChurchTransaction() tx: Tx,
    @Query() query: unknown,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<BibleStudy[]> {
    const wanted = parse(routes.studies.list.query, query);
    return shown(tx, await shelf.list(tx, actor, wanted, {}, request, reply));
  }

  @Route(routes.studies.one)
  async one(
    @CurrentActor() actor: ChurchActor,
    @ChurchTransaction() tx: Tx,
    @Param('id') id: string,
  ): Promise<BibleStudy> {
    return shownOne(tx, await shelf.one(tx, actor, id));
  }

  @Route(routes.studies.add)
  async add(
    @CurrentActor() actor: ChurchActor,
    @ChurchTransaction() tx: Tx,
    @Body() body: unknown,
  ): Promise<BibleStudy> {
    const input = parse(routes.studies.add.body, body);
    const study = await this.publishing.add(tx, actor, shelf, input);
    return shownOne(tx, study);
  }

  @Route(routes.studies.bulk)
  bulk(
    @CurrentActor() actor: ChurchActor,
    @ChurchTransaction() tx: Tx,
    @Body() body: unknown,
  ): Promise<{ changed: number }> {
    const input = parse(routes.studies.bulk.body, body);
    return this.publishing.bulk(tx, actor, shelf, input);
  }

  @Route(routes.studies.view)
  view(
    @CurrentActor() actor: ChurchActor,
    @ChurchTransaction() tx: Tx,
    @Param('id') id: string,
  ): Promise<{ viewCount: number }> {
    return shelf.view(tx, actor, id);
  }

  @Route(routes.studies.replace)
  async replace(
    @CurrentActor() actor: ChurchActor,
    @ChurchTransaction() tx: Tx,
    @Param('id') id: string,
    @Body() body: unknown,
  ): Promise<BibleStudy> {
    const study = await shelf.one(tx, actor, id);
    const input = parse(routes.studies.replace.body, body);
    await this.publishing.change(tx, actor, shelf, study, input);
    return shownOne(tx, study);
  }

  @Route(routes.studies.remove)
  remove(
    @CurrentActor() actor: ChurchActor,
    @ChurchTransaction() tx: Tx,
    @Param('id') id: string,
  ): Promise<void> {
    return this.publishing.remove(tx, actor, shelf, id);
  }
}

async function shown(tx: Tx, studies: StudyEntity[]): Promise<BibleStudy[]> {
  const names = await namesOf(
    tx,
    studies.map(({ createdBy }) => createdBy),
  );
  return studies.map((one) => ({
    id: one.id,
    title: one.title,
    content: one.content,
    authorId: one.createdBy ?? null,
    author: names.get(one.createdBy ?? '') ?? null,
    tags: one.tags,
    viewCount: one.viewCount,
    videoUrl: one.videoUrl ?? null,
    pictureUrl: one.pictureUrl ?? null,
    studyResources: one.studyResources,
    onlineTools: one.onlineTools,
    isActive: one.isActive,
    ...times(one),
  }));
}
const shownOne = async (tx: Tx, study: StudyEntity) => (await shown(tx, [study]))[0]!;
