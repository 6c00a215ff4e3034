import { Body, Controller, Inject, Param, Query, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { ContentFile, Sermon, sermonInput } from '#libs/contracts';
import { routes } from '#libs/contracts/routes';
import type { Tx } from '#libs/database';
import { CurrentActor, parse, type ChurchActor, Route, ChurchTransaction } from '#libs/http';
import { today } from '../../tenancy/index.js';
import { chosenFile, Files, fileUrl, filesOf } from '../files/files.js';
import { times } from '../kept.js';
import { Publishing } from '../publishing.js';
import { Shelf } from '../shelf.js';
import { SermonEntity } from './sermon.entity.js';

/** minutes, where neither form nor file says */
const usual = 30;

const shelf = new Shelf<SermonEntity>({
  kind: 'sermon',
  entity: SermonEntity,
  what: 'This sermon',
  manage: 'content.manage',
  searched: ['title', 'description', 'preacher', `array_to_string(tags, ' ')`],
  order: [{ by: 'date', direction: 'desc', type: 'date' }],
  picture: ({ thumbnailUrl, videoUrl }) => ({ address: thumbnailUrl, videoUrl }),
});

/** The sermon archive. */
@Controller()
export class SermonsController {
  constructor(
    @Inject(Files) private readonly files: Files,
    @Inject(Publishing) private readonly publishing: Publishing,
  ) {}

  @Route(routes.sermons.list)
  async list(
    @CurrentActor() actor: ChurchActor,
    @ChurchTransaction() tx: Tx,
    @Query() query: unknown,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Sermon[]> {
    const wanted = parse(routes.sermons.list.query, query);
    return shown(tx, await shelf.list(tx, actor, wanted, {}, request, reply));
  }

  @Route(routes.sermons.one)
  async one(
    @CurrentActor() actor: ChurchActor,
    @ChurchTransaction() tx: Tx,
    @Param('id') id: string,
  ): Promise<Sermon> {
    return shownOne(tx, await shelf.one(tx, actor, id));
  }

  @Route(routes.sermons.add)
  async add(
    @CurrentActor() actor: ChurchActor,
    @ChurchTransaction() tx: Tx,
    @Body() body: unknown,
  ): Promise<Sermon> {
    const input = parse(routes.sermons.add.body, body);
    const values = await this.#values(tx, actor, input, null);
    const date = input.date ?? (await today(tx, actor.organizationId));
    const sermon = await this.publishing.add(tx, actor, shelf, {
      ...values,
      date,
      durationMinutes: values.durationMinutes ?? usual,
    });
    return shownOne(tx, sermon);
  }

  @Route(routes.sermons.bulk)
  bulk(
    @CurrentActor() actor: ChurchActor,
    @ChurchTransaction() tx: Tx,
    @Body() body: unknown,
  ): Promise<{ changed: number }> {
    const input = parse(routes.sermons.bulk.body, body);
    return this.publishing.bulk(tx, actor, shelf, input);
  }

  @Route(routes.sermons.replace)
  async replace(
    @CurrentActor() actor: ChurchActor,
    @ChurchTransaction() tx: Tx,
    @Param('id') id: string,
    @Body() body: unknown,
  ): Promise<Sermon> {
    const sermon = await shelf.one(tx, actor, id);
    const input = parse(routes.sermons.replace.body, body);
    const values = await this.#values(tx, actor, input, sermon.fileId ?? null);
    await this.publishing.change(tx, actor, shelf, sermon, {
      ...values,
      date: input.date ?? sermon.date,
      durationMinutes: values.durationMinutes ?? sermon.durationMinutes,
    });
    return shownOne(tx, sermon);
  }

  @Route(routes.sermons.remove)
  remove(
    @CurrentActor() actor: ChurchActor,
    @ChurchTransaction() tx: Tx,
    @Param('id') id: string,
  ): Promise<void> {
    return this.publishing.remove(tx, actor, shelf, id);
  }

  async #values(
    tx: Tx,
    actor: ChurchActor,
    input: z.output<typeof sermonInput>,
    present: string | null,
  ) {
    const { uploadId, keepFile, date: _date, ...values } = input;
    const file = await chosenFile(tx, this.files, actor, { uploadId, keepFile }, present, 'audio');
    const ofFile =
      file.durationSeconds === null
        ? undefined
        : Math.max(1, Math.round(file.durationSeconds / 60));
    return { ...values, fileId: file.id, durationMinutes: input.durationMinutes ?? ofFile };
  }
}

async function shown(tx: Tx, sermons: SermonEntity[]): Promise<Sermon[]> {
  const files = await filesOf(
    tx,
    sermons.map(({ fileId }) => fileId),
  );
  return sermons.map((sermon) => toSermon(sermon, files.get(sermon.fileId ?? '') ?? null));
}
const shownOne = async (tx: Tx, sermon: SermonEntity) => (await shown(tx, [sermon]))[0]!;

const toSermon = (one: SermonEntity, file: ContentFile | null): Sermon => ({
  id: one.id,
  title: one.title,
  description: one.description,
  isActive: one.isActive,
  createdBy: one.createdBy ?? null,
  ...times(one),
  preacher: one.preacher ?? null,
  date: one.date,
  durationMinutes: one.durationMinutes,
  videoUrl: one.videoUrl ?? null,
  audioUrl: one.audioUrl ?? fileUrl(one.fileId),
  file,
  thumbnailUrl: one.thumbnailUrl ?? null,
  pictureUrl: one.pictureUrl ?? null,
  tags: one.tags,
});
