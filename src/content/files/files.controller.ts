import { Readable } from 'node:stream';
import { Controller, Inject, Param, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { may } from '#libs/contracts';
import { routes } from '#libs/contracts/routes';
import { Database } from '#libs/database';
import type { Store } from '#libs/files';
import {
  CurrentActor,
  notFound,
  isKnownVersion,
  OwnTransaction,
  pathId,
  type ChurchActor,
  Route,
} from '#libs/http';
import { Files } from './files.js';
import { readVisibleFile } from './files.sql.js';

const what = 'This file';

/** Audio and documents, whole or a range of them. A file is as visible as the thing that names it. */
@Controller()
export class FilesController {
  constructor(
    @Inject(Database) private readonly db: Database,
    @Inject(Files) private readonly files: Files,
  ) {}

  @Route(routes.files.one)
  @OwnTransaction()
  async one(
    @CurrentActor() actor: ChurchActor,
    @Param('id') id: string,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const fileId = pathId(id, what);
    const [file] = await this.db.tenant(actor.organizationId, (tx) =>
      readVisibleFile(tx, {
        id: fileId,
        seesContent: may(actor, 'content.manage'),
        seesBrothers: may(actor, 'brothers.manage'),
      }),
    );
    if (!file) throw notFound(what);
    await sendFile(request, reply, this.files.store, file);
  }
}

/** What an answer says of a file before its bytes. */
export interface StoredFile {
  id: string;
  name: string;
  size: bigint;
  contentType: string;
}

/**
 * Answers a whole file or the range that is asked for (RFC 9110, 14); never as something that a browser runs.
 * @throws HttpError 404 where its bytes are gone
 */
export async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  store: Store,
  file: StoredFile,
  cacheControl = 'private, max-age=3600',
): Promise<void> {
  const { id, name, contentType } = file;
  const size = Number(file.size);
  const etag = `"${id}"`; // a file never changes
  const { range: wanted, 'if-range': ifRange, 'if-none-match': known } = request.headers;
  const range = readRange(ifRange === undefined || ifRange === etag ? wanted : undefined, size);
  void reply.header('etag', etag).header('cache-control', cacheControl);
  if (isKnownVersion(known, etag)) {
    await reply.status(304).send();
    return;
  }
  const { start, end } = range && range !== 'none' ? range : { start: 0, end: size - 1 };
  const bytes =
    range === 'none'
      ? undefined
      : request.method === 'HEAD'
        ? Readable.from([])
        : await store.read(id, start, end);
  if (range !== 'none' && !bytes) throw notFound(what);
  void reply
    .header('content-type', contentType)
    .header('accept-ranges', 'bytes')
    .header(
      'content-disposition',
      `${contentType.startsWith('audio/') || contentType === 'application/pdf' ? 'inline' : 'attachment'}; filename*=UTF-8''${encodeURIComponent(name)}`,
    )
    .header('content-security-policy', "default-src 'none'; sandbox");
  if (range === 'none') {
    await reply.status(416).header('content-range', `bytes */${size}`).send();
    return;
  }
  if (range) void reply.status(206).header('content-range', `bytes ${start}-${end}/${size}`);
  await reply.header('content-length', end - start + 1).send(bytes);
}

/** The one range that is asked for; null: all of it, also where several are asked for; `none`: nothing lies there. */
function readRange(
  header: string | undefined,
  size: number,
): { start: number; end: number } | 'none' | null {
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '') ?? [];
  if (first === '' && last === '') return null;
  const start = first === '' ? Math.max(size - Number(last), 0) : Number(first);
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1);
  return start > end || start >= size ? 'none' : { start, end };
}
