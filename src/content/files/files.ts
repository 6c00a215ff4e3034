import fs from 'node:fs';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Inject, Injectable } from '@nestjs/common';
import { storageOf, type ContentFile, type PlanId } from '#libs/contracts';
import { Database, type Tx } from '#libs/database';
import { inspectFile, type FileKind } from '#libs/files';
import { badRequest, HttpError, newId, type ChurchActor } from '#libs/http';
import { Config } from '../../config.js';

export const maxFile = 200 * 1024 * 1024;

interface Row {
  id: string;
  name: string;
  contentType: string;
  size: bigint;
  durationSeconds: number | null;
}

/** Audio and documents of the churches, on the disk under `DATA_DIR/files`. */
@Injectable()
export class Files {
  readonly folder: string;

  constructor(
    @Inject(Database) private readonly db: Database,
    @Inject(Config) config: Config,
  ) {
    this.folder = path.resolve(config.DATA_DIR, 'files');
    fs.mkdirSync(this.folder, { recursive: true, mode: 0o700 });
  }

  pathOf(id: string): string {
    return path.join(this.folder, id);
  }

  /**
   * Keeps a place for a file that begins to come.
   * @throws HttpError 413 for one that is too large, 507 where the church's plan has no room for it
   */
  begin(actor: ChurchActor, name: string, size: number): Promise<string> {
    if (size > maxFile) throw new HttpError(413, 'This file is larger than 200 MB.', 'too-large');
    return this.db.tenant(actor.organizationId, async (tx) => {
      // of two that come at once the second sees the first
      const [church] = await tx.sql<{ plan: PlanId }>('select subscription_plan as plan from organization where id = $1 for no key update', [actor.organizationId]);
      const { used } = await usage(tx);
      if (used + size > storageOf(church!.plan)) throw new HttpError(413, 'Your plan has no room left for this file. Please delete what is not needed any more, or choose a larger plan.', 'quota');
      const id = newId();
      await tx.sql('insert into content_file (organization_id, id, name, size, created_by) values ($1, $2, $3, $4, $5)', [actor.organizationId, id, nameOf(name), size, actor.id]);
      return id;
    });
  }

  /** Whether it is an upload of this person's that has not come to its end. */
  async isComing(actor: ChurchActor, id: string): Promise<boolean> {
    const rows = await this.db.tenant(actor.organizationId, (tx) =>
      tx.sql('select 1 from content_file where organization_id = $1 and id = $2 and created_by = $3 and finished_at is null', [actor.organizationId, id, actor.id]));
    return rows.length > 0;
  }

  /** Looks at what came. @throws HttpError 415 for what is neither audio nor a document, whatever it is called: it is deleted */
  async finish(actor: ChurchActor, id: string): Promise<void> {
    const { size } = await fs.promises.stat(this.pathOf(id));
    const found = await inspectFile(this.pathOf(id));
    if (!found) {
      await this.forget(actor.organizationId, id);
      throw new HttpError(415, 'Please choose an audio file (MP3, M4A, Ogg, WAV, FLAC) or a document (PDF, Word, PowerPoint, EPUB).', 'wrong-type');
    }
    await this.db.tenant(actor.organizationId, (tx) =>
      tx.sql('update content_file set content_type = $3, duration_seconds = $4, size = $5, finished_at = now() where organization_id = $1 and id = $2', [
        actor.organizationId, id, found.contentType, found.durationSeconds, size,
      ]));
  }

  /** A whole file from one request, of which `size` bytes are announced. */
  async receive(actor: ChurchActor, name: string, size: number, stream: Readable & { truncated?: boolean }): Promise<string> {
    const id = await this.begin(actor, name, size);
    try {
      await pipeline(stream, fs.createWriteStream(this.pathOf(id), { mode: 0o600 }));
      if (stream.truncated) throw new HttpError(413, 'This file is larger than 200 MB.', 'too-large');
      await this.finish(actor, id);
      return id;
    } catch (error) {
      await this.forget(actor.organizationId, id);
      throw error;
    }
  }

  async forget(organizationId: string, id: string): Promise<void> {
    await this.db.tenant(organizationId, (tx) => tx.sql('delete from content_file where organization_id = $1 and id = $2', [organizationId, id]));
    await this.#delete(id);
  }

  /**
   * The finished file that a form names, of this person's own. `kind`: what the form has a place for.
   * @throws HttpError 400 for another's, one that is not whole, or of another kind
   */
  async take(tx: Tx, actor: ChurchActor, id: string, kind: FileKind | null): Promise<Row> {
    const [file] = /^[\da-f-]{36}$/.test(id)
      ? await tx.sql<Row>(`select ${columns} from content_file where organization_id = $1 and id = $2 and created_by = $3 and finished_at is not null`, [actor.organizationId, id, actor.id])
      : [];
    const problem = !file ? 'This upload is not known' : kind && kindOf(file) !== kind ? (kind === 'audio' ? 'Please choose an audio file' : 'Please choose a document') : null;
    if (problem) throw badRequest(problem, [{ path: 'uploadId', message: problem }]);
    return file!;
  }

  /** Takes away what nothing names a day after it came, with its bytes. */
  async sweep(organizationId: string): Promise<number> {
    const gone = await this.db.tenant(organizationId, (tx) =>
      tx.sql<{ id: string }>(
        `delete from content_file f where organization_id = $1 and created_at < now() - interval '1 day'
           and not exists (select 1 from resource where organization_id = $1 and file_id = f.id)
           and not exists (select 1 from sermon where organization_id = $1 and file_id = f.id)
           and not exists (select 1 from brothers_content where organization_id = $1 and file_id = f.id) returning id`, [organizationId],
      ));
    for (const { id } of gone) await this.#delete(id);
    return gone.length;
  }

  async #delete(id: string): Promise<void> {
    for (const file of [this.pathOf(id), `${this.pathOf(id)}.json`]) await fs.promises.rm(file, { force: true });
  }
}

const columns = 'id, name, content_type as "contentType", size, duration_seconds as "durationSeconds"';
const kindOf = ({ contentType }: Row): FileKind => (contentType.startsWith('audio/') ? 'audio' : 'document');
const nameOf = (name: string) => name.replace(/[\p{Cc}\p{Cf}/\\]/gu, ' ').trim().slice(0, 200) || 'file';

/** Bytes that the church's files take, with those that are still coming. */
export async function usage(tx: Tx): Promise<{ used: number }> {
  const [row] = await tx.sql<{ used: string }>('select coalesce(sum(size), 0)::text as used from content_file where organization_id = $1', [tx.organizationId]);
  return { used: Number(row!.used) };
}

/** Files by their ids, as answers show them. */
export async function filesOf(tx: Tx, ids: (string | null | undefined)[]): Promise<Map<string, ContentFile>> {
  const wanted = ids.filter((id) => id != null);
  if (wanted.length === 0) return new Map();
  const rows = await tx.sql<Row>(`select ${columns} from content_file where organization_id = $1 and id = any($2::uuid[])`, [tx.organizationId, wanted]);
  return new Map(rows.map(({ size, ...file }) => [file.id, { ...file, size: Number(size) }]));
}

export const fileUrl = (id: string | null | undefined): string | null => (id ? `/api/files/${id}` : null);

/** Which file a thing has after a form: a new one, the one that it has, or none. */
export async function chosenFile(tx: Tx, files: Files, actor: ChurchActor, given: { uploadId?: string | null | undefined; keepFile: boolean }, present: string | null, kind: FileKind | null): Promise<Row | { id: string | null; durationSeconds: null }> {
  if (given.uploadId) return files.take(tx, actor, given.uploadId, kind);
  return { id: given.keepFile ? present : null, durationSeconds: null };
}
