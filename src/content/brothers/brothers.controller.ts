import { Body, Controller, Inject, Param, Query, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { needsContent, type BrothersContent, type ContentFile } from '#libs/contracts';
import { routes } from '#libs/contracts/routes';
import { Database, type Tx } from '#libs/database';
import {
  badRequest,
  type ChurchActor,
  CurrentActor,
  OwnTransaction,
  parse,
  refusedAt,
  Route,
  ChurchTransaction,
} from '#libs/http';
import { chosenFile, Files, fileUrl, filesOf, maxFile } from '../files/files.js';
import { times } from '../kept.js';
import { Publishing } from '../publishing.js';
import { Shelf } from '../shelf.js';
import { BrothersEntity } from './brothers.entity.js';

const shelf = new Shelf<BrothersEntity>({
  kind: 'brothers',
  entity: BrothersEntity,
  what: 'This content',
  manage: 'brothers.manage',
  searched: ['title', `coalesce(description, '')`, `array_to_string(tags, ' ')`],
  order: [{ by: 'createdAt', direction: 'desc', type: 'timestamp' }],
  picture: ({ youtubeUrl }) => ({ videoUrl: youtubeUrl }),
});

/** The men's library. */
@Controller()
export class BrothersController {
  constructor(
    @Inject(Database) private readonly db: Database,
    @Inject(Files) private readonly files: Files,
    @Inject(Publishing) private readonly publishing: Publishing,
  ) {}

  @Route(routes.brothers.list)
  async list(
    @CurrentActor() actor: ChurchActor,
    @ChurchTransaction() tx: Tx,
    @Query() query: unknown,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<BrothersContent[]> {
    const wanted = parse(routes.brothers.list.query, query);
    return shown(tx, await shelf.list(tx, actor, wanted, {}, request, reply));
  }

  @Route(routes.brothers.one)
  async one(
    @CurrentActor() actor: ChurchActor,
    @ChurchTransaction() tx: Tx,
    @Param('id') id: string,
  ): Promise<BrothersContent> {
    return shownOne(tx, await shelf.one(tx, actor, id));
  }

  /** JSON with an `uploadId`, or multipart with the file itself as `audioFile`. */
  @Route(routes.brothers.add)
  @OwnTransaction()
  async add(
    @CurrentActor() actor: ChurchActor,
    @Req() request: Pick<FastifyRequest, 'body' | 'isMultipart' | 'parts' | 'headers'>,
  ): Promise<BrothersContent> {
    const body = await this.#read(actor, request);
    return this.db.tenant(actor.organizationId, async (tx) => {
      const content = await this.publishing.add(
        tx,
        actor,
        shelf,
        await this.#values(tx, actor, body, null),
      );
      return shownOne(tx, content);
    });
  }

  @Route(routes.brothers.bulk)
  bulk(
    @CurrentActor() actor: ChurchActor,
    @ChurchTransaction() tx: Tx,
    @Body() body: unknown,
  ): Promise<{ changed: number }> {
    const input = parse(routes.brothers.bulk.body, body);
    return this.publishing.bulk(tx, actor, shelf, input);
  }

  @Route(routes.brothers.view)
  view(
    @CurrentActor() actor: ChurchActor,
    @ChurchTransaction() tx: Tx,
    @Param('id') id: string,
  ): Promise<{ viewCount: number }> {
    return shelf.view(tx, actor, id);
  }

  @Route(routes.brothers.replace)
  @OwnTransaction()
  async replace(
    @CurrentActor() actor: ChurchActor,
    @Param('id') id: string,
    @Req() request: FastifyRequest,
  ): Promise<BrothersContent> {
    await this.db.tenant(actor.organizationId, (tx) => shelf.one(tx, actor, id)); // before a file is taken in
    const body = await this.#read(actor, request);
    return this.db.tenant(actor.organizationId, async (tx) => {
      const content = await shelf.one(tx, actor, id);
      await this.publishing.change(
        tx,
        actor,
        shelf,
        content,
        await this.#values(tx, actor, body, content.fileId ?? null),
      );
      return shownOne(tx, content);
    });
  }

  @Route(routes.brothers.remove)
  remove(
    @CurrentActor() actor: ChurchActor,
    @ChurchTransaction() tx: Tx,
    @Param('id') id: string,
  ): Promise<void> {
    return this.publishing.remove(tx, actor, shelf, id);
  }

  /** The form's fields; a file beside them is taken in and named among them. */
  async #read(
    actor: ChurchActor,
    request: Pick<FastifyRequest, 'body' | 'isMultipart' | 'parts' | 'headers'>,
  ): Promise<unknown> {
    if (!request.isMultipart()) return request.body;
    const fields: Record<string, unknown> = {};
    for await (const part of request.parts({
      limits: { fileSize: maxFile, fields: 20, fieldSize: 500_000 },
    })) {
      if (part.type === 'field') fields[part.fieldname] = part.value;
      else if (part.fieldname !== 'audioFile')
        throw badRequest('Please send the audio as the field "audioFile".');
      else
        fields.uploadId = await this.files.receive(
          actor,
          part.filename,
          Number(request.headers['content-length'] ?? 0),
          part.file,
        );
    }
    return fields;
  }

  async #values(tx: Tx, actor: ChurchActor, body: unknown, present: string | null) {
    const { uploadId, keepFile, ...values } = parse(routes.brothers.add.body, body);
    const file = await chosenFile(tx, this.files, actor, { uploadId, keepFile }, present, 'audio');
    if (!values.content && !values.youtubeUrl && file.id === null)
      throw refusedAt('content', needsContent);
    return { ...values, fileId: file.id };
  }
}

async function shown(tx: Tx, contents: BrothersEntity[]): Promise<BrothersContent[]> {
  const files = await filesOf(
    tx,
    contents.map(({ fileId }) => fileId),
  );
  return contents.map((content) => toContent(content, files.get(content.fileId ?? '') ?? null));
}
const shownOne = async (tx: Tx, content: BrothersEntity) => (await shown(tx, [content]))[0]!;

const toContent = (one: BrothersEntity, file: ContentFile | null): BrothersContent => ({
  id: one.id,
  title: one.title,
  isActive: one.isActive,
  createdBy: one.createdBy ?? null,
  ...times(one),
  description: one.description ?? null,
  content: one.content ?? null,
  youtubeUrl: one.youtubeUrl ?? null,
  audioFileUrl: fileUrl(one.fileId),
  file,
  pictureUrl: one.pictureUrl ?? null,
  tags: one.tags as BrothersContent['tags'],
  viewCount: one.viewCount,
});
