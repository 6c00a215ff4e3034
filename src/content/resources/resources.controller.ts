import { Body, Controller, Inject, Param, Query, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { missingOf, type resourceInput, type ContentFile, type Resource } from '#libs/contracts';
import { routes } from '#libs/contracts/routes';
import type { Tx } from '#libs/database';
import {
  badRequest,
  CurrentActor,
  parse,
  type ChurchActor,
  Route,
  ChurchTransaction,
} from '#libs/http';
import { chosenFile, Files, fileUrl, filesOf } from '../files/files.js';
import { Publishing } from '../publishing.js';
import { Shelf } from '../shelf.js';
import { ResourceEntity } from './resource.entity.js';

const shelf = new Shelf<ResourceEntity>({
  kind: 'resource',
  entity: ResourceEntity,
  what: 'This resource',
  manage: 'content.manage',
  searched: ['title', 'description'],
  order: [{ by: 'addedAt', direction: 'desc', type: 'timestamp' }],
  picture: ({ thumbnailUrl, videoUrl }) => ({ address: thumbnailUrl, videoUrl }),
});

/** Bible study resources. */
@Controller()
export class ResourcesController {
  constructor(
    @Inject(Files) private readonly files: Files,
    @Inject(Publishing) private readonly publishing: Publishing,
  ) {}

  @Route(routes.resources.list)
  async list(
    @CurrentActor() actor: ChurchActor,
    @ChurchTransaction() tx: Tx,
    @Query() query: unknown,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Resource[]> {
    const { skillLevel, topic, ...wanted } = parse(routes.resources.list.query, query);
    const where = {
      ...(skillLevel && skillLevel !== 'all-skills' ? { skillLevel } : {}),
      ...(topic && topic !== 'all-topics' ? { topic } : {}),
    };
    return shown(tx, await shelf.list(tx, actor, wanted, where, request, reply));
  }

  @Route(routes.resources.one)
  async one(
    @CurrentActor() actor: ChurchActor,
    @ChurchTransaction() tx: Tx,
    @Param('id') id: string,
  ): Promise<Resource> {
    return shownOne(tx, await shelf.one(tx, actor, id));
  }

  @Route(routes.resources.add)
  async add(
    @CurrentActor() actor: ChurchActor,
    @ChurchTransaction() tx: Tx,
    @Body() body: unknown,
  ): Promise<Resource> {
    const input = parse(routes.resources.add.body, body);
    const resource = await this.publishing.add(
      tx,
      actor,
      shelf,
      await this.#values(tx, actor, input, null),
    );
    return shownOne(tx, resource);
  }

  @Route(routes.resources.bulk)
  bulk(
    @CurrentActor() actor: ChurchActor,
    @ChurchTransaction() tx: Tx,
    @Body() body: unknown,
  ): Promise<{ changed: number }> {
    const input = parse(routes.resources.bulk.body, body);
    return this.publishing.bulk(tx, actor, shelf, input);
  }

  @Route(routes.resources.replace)
  async replace(
    @CurrentActor() actor: ChurchActor,
    @ChurchTransaction() tx: Tx,
    @Param('id') id: string,
    @Body() body: unknown,
  ): Promise<Resource> {
    const resource = await shelf.one(tx, actor, id);
    const input = parse(routes.resources.replace.body, body);
    await this.publishing.change(
      tx,
      actor,
      shelf,
      resource,
      await this.#values(tx, actor, input, resource.fileId ?? null),
    );
    return shownOne(tx, resource);
  }

  @Route(routes.resources.remove)
  remove(
    @CurrentActor() actor: ChurchActor,
    @ChurchTransaction() tx: Tx,
    @Param('id') id: string,
  ): Promise<void> {
    return this.publishing.remove(tx, actor, shelf, id);
  }

  /** @throws HttpError 400 where what its type names is missing */
  async #values(
    tx: Tx,
    actor: ChurchActor,
    input: z.output<typeof resourceInput>,
    present: string | null,
  ) {
    const { uploadId, keepFile, ...values } = input;
    const kind =
      input.resourceType === 'audio'
        ? 'audio'
        : input.resourceType === 'article'
          ? 'document'
          : null;
    const file = await chosenFile(tx, this.files, actor, { uploadId, keepFile }, present, kind);
    const missing = missingOf(input, file.id !== null);
    if (missing) throw badRequest(missing.message, [missing]);
    return { ...values, fileId: file.id };
  }
}

async function shown(tx: Tx, resources: ResourceEntity[]): Promise<Resource[]> {
  const files = await filesOf(
    tx,
    resources.map(({ fileId }) => fileId),
  );
  return resources.map((resource) =>
    toResource(resource, files.get(resource.fileId ?? '') ?? null),
  );
}
const shownOne = async (tx: Tx, resource: ResourceEntity) => (await shown(tx, [resource]))[0]!;

const toResource = (one: ResourceEntity, file: ContentFile | null): Resource => ({
  id: one.id,
  title: one.title,
  description: one.description,
  isActive: one.isActive,
  createdBy: one.createdBy ?? null,
  resourceType: one.resourceType,
  skillLevel: one.skillLevel,
  topic: one.topic,
  durationMinutes: one.durationMinutes,
  addedAt: one.addedAt.toISOString(),
  updatedAt: one.updatedAt.toISOString(),
  content: one.content ?? null,
  videoUrl: one.videoUrl ?? null,
  audioUrl: one.audioUrl ?? (file?.contentType.startsWith('audio/') ? fileUrl(one.fileId) : null),
  articleUrl: one.articleUrl ?? null,
  serverFileUrl: fileUrl(one.fileId),
  file,
  bookTitle: one.bookTitle ?? null,
  bookAuthor: one.bookAuthor ?? null,
  bookIsbn: one.bookIsbn ?? null,
  bookPurchaseUrl: one.bookPurchaseUrl ?? null,
  thumbnailUrl: one.thumbnailUrl ?? null,
  pictureUrl: one.pictureUrl ?? null,
  tags: one.tags,
});
