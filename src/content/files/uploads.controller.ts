import { AsyncLocalStorage } from 'node:async_hooks';
import { Controller, Delete, Get, Head, Inject, Param, Patch, Post, Req, Res } from '@nestjs/common';
import { FileStore } from '@tus/file-store';
import { Server } from '@tus/server';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { storageOf, type PlanId, type Storage } from '#libs/contracts';
import { Database } from '#libs/database';
import { Allow, CurrentActor, HttpError, notFound, OwnTransaction, pathId, type ChurchActor } from '#libs/http';
import { Files, maxFile, usage } from './files.js';

/** The bytes of a part of an upload stay a stream, which the protocol's own server reads. */
export const readUploadsRaw = (fastify: FastifyInstance): void => {
  fastify.addContentTypeParser('application/offset+octet-stream', (_request, _payload, done) => { done(null); });
};

/** Resumable uploads by tus 1.0: whoever is cut off goes on where they were. */
@Controller('api/uploads')
export class UploadsController {
  readonly #tus: Server;
  /** who uploads, for the hooks of the protocol's server */
  readonly #who = new AsyncLocalStorage<ChurchActor>();

  constructor(
    @Inject(Files) private readonly files: Files,
    @Inject(Database) private readonly db: Database,
  ) {
    this.#tus = new Server({
      path: '/api/uploads',
      datastore: new FileStore({ directory: files.folder }),
      maxSize: maxFile,
      relativeLocation: true,
      namingFunction: (request, metadata) => told(() => files.begin(this.#who.getStore()!, metadata?.filename ?? 'file', Number(request.headers.get('upload-length')))),
      onUploadCreate: (_request, upload) => {
        if (upload.size === undefined) throw refusal(400, 'Please say how large the file is.');
        return Promise.resolve({});
      },
      onUploadFinish: async (_request, upload) => {
        await told(() => files.finish(this.#who.getStore()!, upload.id));
        return {};
      },
    });
  }

  /** What the church's files take of what its plan has room for. */
  @Get()
  @Allow('content.upload')
  room(@CurrentActor() { organizationId }: ChurchActor): Promise<Storage> {
    return this.db.tenant(organizationId, async (tx) => {
      const [church] = await tx.sql<{ plan: PlanId }>('select subscription_plan as plan from organization where id = $1', [organizationId]);
      return { ...(await usage(tx)), limit: storageOf(church!.plan) };
    });
  }

  @Post()
  @OwnTransaction()
  @Allow('content.upload')
  begin(@CurrentActor() actor: ChurchActor, @Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const size = Number(request.headers['upload-length']);
    if (!Number.isSafeInteger(size) || size < 1) throw new HttpError(400, 'Please send the file in parts by the tus protocol, with its length (Upload-Length).', 'invalid');
    if (size > maxFile) throw new HttpError(413, 'This file is larger than 200 MB.', 'too-large');
    return this.#handle(actor, request, reply);
  }

  @Head(':id')
  @OwnTransaction()
  @Allow('content.upload')
  async state(@CurrentActor() actor: ChurchActor, @Param('id') id: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    await this.#require(actor, id);
    await this.#handle(actor, request, reply);
  }

  @Patch(':id')
  @OwnTransaction()
  @Allow('content.upload')
  async goOn(@CurrentActor() actor: ChurchActor, @Param('id') id: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    await this.#require(actor, id);
    await this.#handle(actor, request, reply);
  }

  @Delete(':id')
  @OwnTransaction()
  @Allow('content.upload')
  async giveUp(@CurrentActor() actor: ChurchActor, @Param('id') id: string, @Res() reply: FastifyReply): Promise<void> {
    const uploadId = await this.#require(actor, id);
    await this.files.forget(actor.organizationId, uploadId);
    await reply.status(204).header('tus-resumable', '1.0.0').send();
  }

  async #require(actor: ChurchActor, id: string): Promise<string> {
    const uploadId = pathId(id, 'This upload');
    if (!(await this.files.isComing(actor, uploadId))) throw notFound('This upload');
    return uploadId;
  }

  async #handle(actor: ChurchActor, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    reply.hijack();
    await this.#who.run(actor, () => this.#tus.handle(request.raw, reply.raw));
  }
}

const refusal = (status: number, message: string) => Object.assign(new Error(message), { status_code: status, body: JSON.stringify({ message, code: 'invalid' }) });

/** Our refusals in the words of the protocol's server. */
async function told<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof HttpError ? refusal(error.getStatus(), error.message) : error;
  }
}
