import { Controller, Inject, Param, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import {
  findMissingField,
  contentImportInput,
  resourceInput,
  sermonInput,
  type ContentImport,
} from '#libs/contracts';
import { routes } from '#libs/contracts/routes';
import { Database, type Tx } from '#libs/database';
import {
  audit,
  badRequest,
  conflict,
  CurrentActor,
  HttpError,
  newId,
  notFound,
  OwnTransaction,
  parse,
  pathId,
  readableFileName,
  readingTurns,
  refuseTooLarge,
  type ChurchActor,
  Route,
  ChurchTransaction,
} from '#libs/http';
import { resultOf, smallFileLimits, WorkerFunctions } from '#libs/workers';
import { timeZoneOf } from '../../tenancy/index.js';
import { runWithoutNotifications } from '../publishing.js';
import { Resources } from '../resources/resources.js';
import { Sermons } from '../sermons/sermons.js';
import {
  commitImport,
  deleteImport,
  insertImport,
  lockImport,
  readPresent,
} from './content-imports.sql.js';
import type { ImportedRow } from './imported-row.js';
import type * as ContentFiles from './read-file-worker.js';
import type { FileItem, ImportKind } from './read-file.js';

/** The maximum size of a file in bytes. */
const maxFile = 10 * 1024 * 1024;
/** How many rows an answer contains. */
const maxShownRows = 100;
const resourceName = 'This import';
const threads = new WorkerFunctions<typeof ContentFiles>(
  new URL('./read-file-worker.js', import.meta.url),
  smallFileLimits,
);

type StoredImport = Awaited<ReturnType<typeof lockImport>>[number];

/**
 * Imports sermons and resources from a file of another service: first a preview, then all rows at
 * once. Members are not notified of them.
 */
@Controller()
export class ContentImportsController {
  constructor(
    @Inject(Database) private readonly db: Database,
    @Inject(Resources) private readonly resources: Resources,
    @Inject(Sermons) private readonly sermons: Sermons,
  ) {}

  /** Accepts multipart with `kind` and `file` (CSV, RSS or Atom; 10 MB), and returns a preview. */
  @Route(routes.contentImports.look)
  @OwnTransaction()
  async upload(
    @CurrentActor() actor: ChurchActor,
    @Req() request: FastifyRequest,
  ): Promise<ContentImport> {
    const { fields, file } = await readForm(request);
    const { kind } = parse(contentImportInput, fields);
    if (!file || file.bytes.length === 0) throw badRequest('Please choose a file.');
    const { name, bytes } = file;
    const timeZone = await this.db.tenant(actor.organizationId, (tx) =>
      timeZoneOf(tx, actor.organizationId),
    );
    const items = await readingTurns.run(actor.organizationId, async () =>
      resultOf(await threads.call('readContentFile', { kind, bytes, timeZone })),
    );
    return this.db.tenant(actor.organizationId, async (tx) => {
      const rows = await classifyRows(tx, kind, items);
      const id = newId();
      await insertImport(tx, {
        id,
        kind,
        fileName: readableFileName(name),
        rows,
        userId: actor.id,
      });
      return toImport(await lockOrThrow(tx, id));
    });
  }

  @Route(routes.contentImports.preview)
  async preview(@ChurchTransaction() tx: Tx, @Param('id') id: string): Promise<ContentImport> {
    return toImport(await lockOrThrow(tx, pathId(id, resourceName)));
  }

  /**
   * Adds all new rows, or none if one fails. Skips items that were added in another way meanwhile.
   */
  @Route(routes.contentImports.commit)
  async commit(
    @CurrentActor() actor: ChurchActor,
    @ChurchTransaction() tx: Tx,
    @Param('id') id: string,
  ): Promise<ContentImport> {
    const contentImport = await lockOrThrow(tx, pathId(id, resourceName));
    if (contentImport.committedAt) throw conflict('This import is done already.');
    const rows = await classifyRows(tx, contentImport.kind, contentImport.rows);
    await runWithoutNotifications(async () => {
      for (const { values } of rows.filter(({ state }) => state === 'new')) {
        if (contentImport.kind === 'sermons')
          await this.sermons.add(tx, actor, parse(sermonInput, values));
        else await this.resources.add(tx, actor, parse(resourceInput, values));
      }
    });
    await commitImport(tx, { id: contentImport.id, rows });
    await audit(tx, actor.id, 'content-imported', {
      kind: contentImport.kind,
      count: rows.filter(({ state }) => state === 'new').length,
    });
    return toImport(await lockOrThrow(tx, contentImport.id));
  }

  @Route(routes.contentImports.forget)
  async forget(@ChurchTransaction() tx: Tx, @Param('id') id: string): Promise<void> {
    const contentImport = await lockOrThrow(tx, pathId(id, resourceName));
    if (contentImport.committedAt) throw conflict('This import is done already.');
    await deleteImport(tx, { id: contentImport.id });
  }
}

/**
 * Reads the fields and the file of a form.
 * @throws HttpError 400, 413 or 415 if the request is no such form
 */
async function readForm(
  request: FastifyRequest,
): Promise<{ fields: Record<string, unknown>; file?: { name: string; bytes: Buffer } }> {
  if (!request.isMultipart())
    throw new HttpError(
      415,
      'Please send the file as multipart/form-data, in the field "file".',
      'http-415',
    );
  const fields: Record<string, unknown> = {};
  let file: { name: string; bytes: Buffer } | undefined;
  for await (const part of request.parts({ limits: { fileSize: maxFile } })) {
    if (part.type === 'field') fields[part.fieldname] = part.value;
    else if (part.fieldname !== 'file') throw badRequest('Please choose a file.');
    else {
      const bytes = await part
        .toBuffer()
        .catch(refuseTooLarge('This file is larger than 10 MB. Please split it.'));
      file = { name: part.filename, bytes };
    }
  }
  return file ? { fields, file } : { fields };
}

/**
 * Loads an import and locks it until the transaction ends, so that it cannot be committed twice.
 * @throws HttpError 404 if it does not exist
 */
async function lockOrThrow(tx: Tx, id: string): Promise<StoredImport> {
  const [row] = await lockImport(tx, { id });
  if (!row) throw notFound(resourceName);
  return row;
}

/** Decides about each row: it is invalid, the church already has the item, or it is new. */
async function classifyRows(tx: Tx, kind: ImportKind, items: FileItem[]): Promise<ImportedRow[]> {
  const keyOf = (title: unknown, other: unknown) =>
    `${String(title).trim().toLowerCase()} ${String(other)}`;
  const present = await readPresent[kind](tx);
  const knownKeys = new Set(present.map(({ title, other }) => keyOf(title, other)));
  return items.map(({ row, values }): ImportedRow => {
    const problem = problemOf(kind, values);
    if (problem) return { row, values, state: 'rejected', message: `Row ${row}: ${problem}` };
    const key = keyOf(
      values.title,
      kind === 'sermons' ? (values.date ?? '') : (values.resourceType ?? 'article'),
    );
    if (knownKeys.has(key)) return { row, values, state: 'duplicate' };
    knownKeys.add(key);
    return { row, values, state: 'new' };
  });
}

function problemOf(kind: ImportKind, values: Record<string, unknown>): string | null {
  if (kind === 'sermons')
    return (
      sermonInput.safeParse(values).error?.issues[0]?.message ??
      (values.date ? null : 'Please enter a valid date')
    );
  const read = resourceInput.safeParse(values);
  return read.success
    ? (findMissingField(read.data, false)?.message ?? null)
    : read.error.issues[0]!.message;
}

function toImport({
  id,
  kind,
  fileName,
  rows,
  createdAt,
  committedAt,
}: StoredImport): ContentImport {
  const count = (state: ImportedRow['state']) => rows.filter((row) => row.state === state).length;
  const detail = ({ values, message }: ImportedRow) =>
    message ??
    [values.date, values.preacher, values.resourceType]
      .filter((value) => typeof value === 'string')
      .join(' · ');
  return {
    id,
    kind,
    fileName,
    status: committedAt ? 'committed' : 'ready',
    counts: {
      total: rows.length,
      new: count('new'),
      duplicate: count('duplicate'),
      rejected: count('rejected'),
    },
    errors: rows
      .filter(({ state }) => state === 'rejected')
      .slice(0, maxShownRows)
      .map(({ row, message }) => ({ row, message: message! })),
    rows: rows.slice(0, maxShownRows).map((row) => ({
      row: row.row,
      state: row.state,
      title: typeof row.values.title === 'string' ? row.values.title : '',
      detail: detail(row),
    })),
    createdAt: createdAt.toISOString(),
    committedAt: committedAt?.toISOString() ?? null,
  };
}
