import { AsyncLocalStorage } from 'node:async_hooks';
import { Readable } from 'node:stream';
import { Controller, Inject, Logger, Param, Query, Req, Res } from '@nestjs/common';
import { Server } from '@tus/server';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { may, type Storage } from '#libs/contracts';
import { routes } from '#libs/contracts/routes';
import { Database, type Tx } from '#libs/database';
import type { FileUse } from '#libs/files';
import {
  answerTo,
  badRequest,
  CurrentActor,
  forbidden,
  HttpError,
  notFound,
  OwnTransaction,
  pathId,
  type Actor,
  type ChurchActor,
  Route,
  ChurchTransaction,
} from '#libs/http';
import { findChurch, planLimits } from '../../tenancy/index.js';
import { Files, maxFile, usage } from './files.js';
import { UploadLocks } from './upload-locks.js';

/** Keeps Fastify from reading the bytes of an upload. The tus server reads them as a stream. */
export const skipParsingOfUploads = (fastify: FastifyInstance): void => {
  fastify.addContentTypeParser('application/offset+octet-stream', (_request, _payload, done) => {
    done(null);
  });
};

/** Returns whether the tus metadata, whose values are base64, contain `use ticket`. */
const isForTicket = (metadata: string | string[] | undefined): boolean =>
  String(metadata ?? '')
    .split(',')
    .some((pair) => /^\s*use dGlja2V0\s*$/.test(pair));

/**
 * @throws HttpError 403 if the user may not upload files of content, or if the church is read-only
 */
function assertMayUploadContent(actor: Actor): void {
  if (!may(actor, 'content.upload')) throw forbidden();
  if (actor.standing?.state === 'read-only')
    throw new HttpError(403, actor.standing.notice!, 'read-only');
}

/** The request that the tus server handles, for its hooks. */
interface UploadContext {
  actor: ChurchActor;
  /** the upload that the request continues or asks about */
  id?: string;
  /** the use of the upload that the request begins */
  use?: FileUse;
  /** the upload that the request has begun */
  begunId?: string;
}

/**
 * Serves uploads that can be continued after an interruption (tus 1.0). Every user may upload files
 * for tickets.
 */
@Controller()
export class UploadsController {
  readonly #log = new Logger('uploads');
  readonly #tus: Server;
  readonly #context = new AsyncLocalStorage<UploadContext>();

  constructor(
    @Inject(Files) private readonly files: Files,
    @Inject(Database) private readonly db: Database,
    @Inject(UploadLocks) private readonly locks: UploadLocks,
  ) {
    this.#tus = new Server({
      path: routes.uploads.begin.path,
      datastore: files.store.uploads,
      locker: locks,
      maxSize: maxFile,
      generateUrl: (request, { path, id }) => `${path}/${id}${new URL(request.url).search}`,
      // The id was checked by the controller. The tus server would also accept the id of another
      // user's upload after `?/`.
      getFileIdFromRequest: () => this.#context.getStore()!.id,
      namingFunction: async (request, metadata) => {
        const context = this.#context.getStore()!;
        context.begunId = await files.begin(
          context.actor,
          metadata?.filename ?? 'file',
          Number(request.headers.get('upload-length')),
          context.use,
        );
        return context.begunId;
      },
      onIncomingRequest: (request, id) =>
        request.method === 'HEAD' ? this.#finishIfComplete(id) : Promise.resolve(),
      onUploadCreate: (_request, upload) => {
        if (upload.size === undefined) throw badRequest('Please say how large the file is.');
        return Promise.resolve({});
      },
      onUploadFinish: async (_request, { id }) => {
        await files.finish(this.#context.getStore()!.actor, id);
        return {};
      },
      onResponseError: (_request, error) => this.#answer(error),
    });
  }

  /** Returns the space that the church's files take, and the limit of its plan. */
  @Route(routes.uploads.room)
  async room(@ChurchTransaction() tx: Tx): Promise<Storage> {
    const { storage } = await planLimits(tx);
    return { ...(await usage(tx)), limit: storage };
  }

  @Route(routes.uploads.begin)
  @OwnTransaction()
  async begin(
    @CurrentActor() user: Actor,
    @Query('church') church: unknown,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const size = Number(request.headers['upload-length']);
    if (!Number.isSafeInteger(size) || size < 1)
      throw new HttpError(
        400,
        'Please send the file in parts by the tus protocol, with its length (Upload-Length).',
        'invalid',
      );
    if (size > maxFile) throw new HttpError(413, 'This file is larger than 200 MB.', 'too-large');
    const use = isForTicket(request.headers['upload-metadata']) ? 'attachment' : 'content';
    if (use === 'content') assertMayUploadContent(user);
    await this.#handle({ actor: await this.#actorIn(user, church), use }, request, reply);
  }

  @Route(routes.uploads.state)
  @OwnTransaction()
  async state(
    @CurrentActor() user: Actor,
    @Query('church') church: unknown,
    @Param('id') id: string,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const actor = await this.#actorIn(user, church);
    const uploadId = await this.#require(actor, id, ['coming', 'finished']);
    await this.#handle({ actor, id: uploadId }, request, reply);
  }

  @Route(routes.uploads.goOn)
  @OwnTransaction()
  async goOn(
    @CurrentActor() user: Actor,
    @Query('church') church: unknown,
    @Param('id') id: string,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const actor = await this.#actorIn(user, church);
    const uploadId = await this.#require(actor, id);
    try {
      await this.#handle({ actor, id: uploadId }, request, reply);
    } finally {
      await this.files.noteReceived(actor.organizationId, uploadId);
    }
  }

  @Route(routes.uploads.giveUp)
  @OwnTransaction()
  async giveUp(
    @CurrentActor() user: Actor,
    @Query('church') church: unknown,
    @Param('id') id: string,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const actor = await this.#actorIn(user, church);
    const uploadId = await this.#require(actor, id);
    await this.#locked(uploadId, () => this.files.forget(actor.organizationId, uploadId));
    await reply.status(204).header('tus-resumable', '1.0.0').send();
  }

  /**
   * Returns the user as an actor of a church. A super administrator uploads a file for a ticket of
   * the church that the query names.
   * @throws HttpError 404 if that church does not exist
   */
  async #actorIn(actor: Actor, church: unknown): Promise<ChurchActor> {
    if (actor.organizationId !== null) return { ...actor, organizationId: actor.organizationId };
    const organizationId = pathId(String(church), 'This church');
    const foundChurch = await this.db.platform((tx) => findChurch(tx, organizationId));
    if (!foundChurch) throw notFound('This church');
    return { ...actor, organizationId };
  }

  /** @throws HttpError 404 if the user has no such upload in one of the states */
  async #require(actor: ChurchActor, id: string, states = ['coming']): Promise<string> {
    const uploadId = pathId(id, 'This upload');
    const state = await this.files.findUploadState(actor, uploadId);
    if (!state || !states.includes(state)) throw notFound('This upload');
    return uploadId;
  }

  /** Lets the tus server answer the request. */
  async #handle(
    context: UploadContext,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<void> {
    reply.hijack();
    await this.#context.run(context, () => this.#tus.handle(request.raw, reply.raw));
  }

  /**
   * Finishes an upload whose bytes have all arrived, if the program was interrupted before it could
   * do so. The answer will say that the upload is complete, so it must be finished.
   */
  async #finishIfComplete(id: string): Promise<void> {
    const { actor } = this.#context.getStore()!;
    const { uploads } = this.files.store;
    await this.#locked(id, async () => {
      if ((await this.files.findUploadState(actor, id)) !== 'coming') return;
      const { offset, size } = await uploads.getUpload(id);
      if (offset !== size) return;
      await uploads.write(Readable.from([]), id, offset);
      await this.files.finish(actor, id);
    });
  }

  /** Runs work while no other connection writes to the upload. */
  async #locked(id: string, work: () => Promise<void>): Promise<void> {
    const lock = this.locks.newLock(id);
    await lock.lock(new AbortController().signal, () => undefined);
    try {
      await work();
    } finally {
      await lock.unlock();
    }
  }

  /** Converts an error of the program for the tus server. Returns undefined for errors of tus. */
  async #answer(error: object): Promise<{ status_code: number; body: string } | undefined> {
    const { actor, begunId } = this.#context.getStore()!;
    if (begunId) await this.files.abandon(actor, begunId);
    if ('status_code' in error) return undefined;
    const { status, body } = answerTo(error);
    if (status === 500) this.#log.error({ message: 'unexpected error', error });
    return { status_code: status, body: JSON.stringify(body) };
  }
}
