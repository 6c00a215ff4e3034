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

const resourceName = 'This file';

/**
 * Serves audio files and documents, whole or in part. A user who may see the content that refers to
 * a file may see the file.
 */
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
    const fileId = pathId(id, resourceName);
    const [file] = await this.db.tenant(actor.organizationId, (tx) =>
      readVisibleFile(tx, {
        id: fileId,
        seesContent: may(actor, 'content.manage'),
        seesBrothers: may(actor, 'brothers.manage'),
      }),
    );
    if (!file) throw notFound(resourceName);
    await sendFile(request, reply, this.files.store, file);
  }
}

/** The facts about a file that the header of an answer contains. */
export interface StoredFile {
  id: string;
  name: string;
  size: bigint;
  contentType: string;
}

/**
 * Sends a file or the range that the request asks for (RFC 9110, section 14). The headers keep
 * browsers from running scripts in the file.
 * @throws HttpError 404 if the bytes of the file are missing
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
  const { 'if-range': ifRange, 'if-none-match': knownEtag } = request.headers;
  const isRangeValid = ifRange === undefined || ifRange === etag;
  const range = readRange(isRangeValid ? request.headers.range : undefined, size);
  void reply.header('etag', etag).header('cache-control', cacheControl);
  if (isKnownVersion(knownEtag, etag)) {
    await reply.status(304).send();
    return;
  }
  if (range === 'none') {
    const headers = { ...headersOf(name, contentType), 'content-range': `bytes */${size}` };
    await reply.headers(headers).status(416).send();
    return;
  }
  const { start, end } = range ?? { start: 0, end: size - 1 };
  const bytes = request.method === 'HEAD' ? Readable.from([]) : await store.read(id, start, end);
  if (!bytes) throw notFound(resourceName);
  void reply.headers(headersOf(name, contentType));
  if (range) void reply.status(206).header('content-range', `bytes ${start}-${end}/${size}`);
  await reply.header('content-length', end - start + 1).send(bytes);
}

function headersOf(name: string, contentType: string): Record<string, string> {
  const isInline = contentType.startsWith('audio/') || contentType === 'application/pdf';
  const disposition = isInline ? 'inline' : 'attachment';
  return {
    'content-type': contentType,
    'accept-ranges': 'bytes',
    'content-disposition': `${disposition}; filename*=UTF-8''${encodeURIComponent(name)}`,
    'content-security-policy': "default-src 'none'; sandbox",
  };
}

/**
 * Reads the range that a request asks for.
 * @returns null for the whole file, also if the request asks for several ranges; `none` for a range
 * that the file does not have
 */
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
