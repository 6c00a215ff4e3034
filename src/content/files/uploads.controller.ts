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

/** The bytes of a part of an upload stay a stream, which the protocol's own server reads. */
export const readUploadsRaw = (fastify: FastifyInstance): void => {
  fastify.addContentTypeParser('application/offset+octet-stream', (_request, _payload, done) => {
    done(null);
  });
};

/** `use ticket` in the metadata of tus, whose values are base64. */
const isForTicket = (metadata: string | string[] | undefined): boolean =>
  String(metadata ?? '')
    .split(',')
    .some((pair) => /^\s*use dGlja2V0\s*$/.test(pair));

/** @throws HttpError 403 for whoever does not upload what is published, now or at all */
function assertPublishes(actor: Actor): void {
  if (!may(actor, 'content.upload')) throw forbidden();
  if (actor.standing?.state === 'read-only')
    throw new HttpError(403, actor.standing.notice!, 'read-only');
}

/** Resumable uploads by tus 1.0: whoever is cut off goes on where they were. Everybody may upload what they attach to a ticket. */
@Controller()
export class UploadsController {
  readonly #log = new Logger('uploads');
  readonly #tus: Server;
  /** who uploads, and what of theirs, for the hooks of the protocol's server, and the place that was kept for what they begin */
  readonly #who = new AsyncLocalStorage<{
    actor: ChurchActor;
    id?: string;
    use?: FileUse;
    begun?: string;
  }>();

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
      // never its own reading of the address: `?/` and another's id would lead it there
      getFileIdFromRequest: () => this.#who.getStore()!.id,
      namingFunction: async (request, metadata) => {
        const who = this.#who.getStore()!;
        return (who.begun = await files.begin(
          who.actor,
          metadata?.filename ?? 'file',
          Number(request.headers.get('upload-length')),
          who.use,
        ));
      },
      onIncomingRequest: (request, id) =>
        request.method === 'HEAD' ? this.#conclude(id) : Promise.resolve(),
      onUploadCreate: (_request, upload) => {
        if (upload.size === undefined) throw badRequest('Please say how large the file is.');
        return Promise.resolve({});
      },
      onUploadFinish: async (_request, { id }) => {
        await files.finish(this.#who.getStore()!.actor, id);
        return {};
      },
      onResponseError: (_request, error) => this.#answer(error),
    });
  }

  /** What the church's files take of what its plan has room for. */
  @Route(routes.uploads.room)
  async room(@ChurchTransaction() tx: Tx): Promise<Storage> {
    const { storage } = await planLimits(tx);
    return { ...(await usage(tx)), limit: storage };
  }

  @Route(routes.uploads.begin)
  @OwnTransaction()
  async begin(
    @CurrentActor() who: Actor,
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
    if (use === 'content') assertPublishes(who);
    await this.#handle(await this.#forChurch(who, church), request, reply, { use });
  }

  @Route(routes.uploads.state)
  @OwnTransaction()
  async state(
    @CurrentActor() who: Actor,
    @Query('church') church: unknown,
    @Param('id') id: string,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const actor = await this.#forChurch(who, church);
    await this.#handle(actor, request, reply, {
      id: await this.#require(actor, id, ['coming', 'finished']),
    });
  }

  @Route(routes.uploads.goOn)
  @OwnTransaction()
  async goOn(
    @CurrentActor() who: Actor,
    @Query('church') church: unknown,
    @Param('id') id: string,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const actor = await this.#forChurch(who, church);
    const uploadId = await this.#require(actor, id);
    try {
      await this.#handle(actor, request, reply, { id: uploadId });
    } finally {
      await this.files.noteReceived(actor.organizationId, uploadId);
    }
  }

  @Route(routes.uploads.giveUp)
  @OwnTransaction()
  async giveUp(
    @CurrentActor() who: Actor,
    @Query('church') church: unknown,
    @Param('id') id: string,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const actor = await this.#forChurch(who, church);
    const uploadId = await this.#require(actor, id);
    await this.#locked(uploadId, () => this.files.forget(actor.organizationId, uploadId));
    await reply.status(204).header('tus-resumable', '1.0.0').send();
  }

  /** The person's church; for the platform's people the one that they name, whose ticket is to carry the file. @throws HttpError 404 */
  async #forChurch(actor: Actor, church: unknown): Promise<ChurchActor> {
    if (actor.organizationId !== null) return { ...actor, organizationId: actor.organizationId };
    const organizationId = pathId(String(church), 'This church');
    const found = await this.db.platform((tx) => findChurch(tx, organizationId));
    if (!found) throw notFound('This church');
    return { ...actor, organizationId };
  }

  async #require(actor: ChurchActor, id: string, states = ['coming']): Promise<string> {
    const uploadId = pathId(id, 'This upload');
    const state = await this.files.findUploadState(actor, uploadId);
    if (!state || !states.includes(state)) throw notFound('This upload');
    return uploadId;
  }

  async #handle(
    actor: ChurchActor,
    request: FastifyRequest,
    reply: FastifyReply,
    what: { id: string } | { use: FileUse },
  ): Promise<void> {
    reply.hijack();
    await this.#who.run({ actor, ...what }, () => this.#tus.handle(request.raw, reply.raw));
  }

  /** Where all bytes came, but what follows the last one did not happen: whoever asks hears that it is whole, so it must be. */
  async #conclude(id: string): Promise<void> {
    const { actor } = this.#who.getStore()!;
    const { uploads } = this.files.store;
    await this.#locked(id, async () => {
      if ((await this.files.findUploadState(actor, id)) !== 'coming') return;
      const { offset, size } = await uploads.getUpload(id);
      if (offset !== size) return;
      await uploads.write(Readable.from([]), id, offset);
      await this.files.finish(actor, id);
    });
  }

  async #locked(id: string, work: () => Promise<void>): Promise<void> {
    const lock = this.locks.newLock(id);
    await lock.lock(new AbortController().signal, () => undefined);
    try {
      await work();
    } finally {
      await lock.unlock();
    }
  }

  /** Our errors in the words of the protocol's server; its own it knows. */
  async #answer(error: object): Promise<{ status_code: number; body: string } | undefined> {
    const { actor, begun } = this.#who.getStore()!;
    if (begun) await this.files.abandon(actor, begun);
    if ('status_code' in error) return undefined;
    const { status, body } = answerTo(error);
    if (status === 500) this.#log.error({ message: 'unexpected error', error });
    return { status_code: status, body: JSON.stringify(body) };
  }
}
