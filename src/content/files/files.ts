import type { Readable } from 'node:stream';
import { Inject, Injectable } from '@nestjs/common';
import { maxAttachment, type ContentFile } from '#libs/contracts';
import { Database, type Tx } from '#libs/database';
import {
  FilesAway,
  inspectFile,
  type FileKind,
  type FileUse,
  type Store,
  type StoredFile,
} from '#libs/files';
import {
  type ChurchActor,
  HttpError,
  tooMany,
  newId,
  notFound,
  readableFileName,
  readingTurns,
  refusedAt,
} from '#libs/http';
import { TooMuchWork } from '#libs/workers';
import { planLimits } from '../../tenancy/index.js';
import { FILE_STORE } from './file-store.js';
import {
  carryAttachment,
  countAttachmentsOfDay,
  deleteFile,
  finishFile,
  freeRoom,
  insertFile,
  lockUnnamedFiles,
  noteData,
  readFiles,
  readUpload,
  readUse,
  retireFiles,
  sumSizes,
  takeFile,
} from './files.sql.js';

export const maxFile = 200 * 1024 * 1024;
/** attachments that one person may offer in a day */
const dailyAttachments = 40;

type Row = Awaited<ReturnType<typeof takeFile>>[number];

/** Audio and documents of the churches. */
@Injectable()
export class Files {
  /** The name under which the log and the metrics count what `sweep` deletes. */
  static readonly sweptKind = 'content_file';

  constructor(
    @Inject(Database) private readonly db: Database,
    @Inject(FILE_STORE) readonly store: Store,
  ) {}

  /**
   * Keeps a place for a file that begins to come; what the platform attaches to a church's ticket is never refused for room.
   * @throws HttpError 413 for one that is too large, or where the church's plan has no room for it
   */
  begin(actor: ChurchActor, name: string, size: number, use: FileUse = 'content'): Promise<string> {
    if (size > maxFile) throw new HttpError(413, 'This file is larger than 200 MB.', 'too-large');
    if (use === 'attachment' && size > maxAttachment)
      throw new HttpError(413, 'This file is larger than 10 MB.', 'too-large');
    return this.db.tenant(actor.organizationId, async (tx) => {
      // of two that come at once the second sees the first
      const limits = await planLimits(tx, 'for no key update');
      if (use === 'attachment') {
        const [today] = await countAttachmentsOfDay(tx, { userId: actor.id });
        if (today!.count >= dailyAttachments)
          throw tooMany(
            `You have uploaded ${dailyAttachments} files today. Please wait until tomorrow.`,
            today!.wait!,
            'too-many',
          );
      }
      const { used } = await usage(tx);
      if (!(actor.isSuperAdmin && use === 'attachment') && used + size > limits.storage)
        throw new HttpError(413, limits.isUnpaidTrial ? noRoomInTrial : noRoom, 'quota');
      const id = newId();
      await insertFile(tx, {
        id,
        name: readableFileName(name),
        size,
        userId: actor.id,
        attachment: use === 'attachment' ? 'offered' : null,
      });
      return id;
    });
  }

  /** How an upload of this person's stands; undefined for what is none. */
  async findUploadState(
    actor: ChurchActor,
    id: string,
  ): Promise<'coming' | 'finished' | undefined> {
    const [row] = await this.db.tenant(actor.organizationId, (tx) =>
      readUpload(tx, { id, userId: actor.id }),
    );
    return row && (row.finishedAt ? 'finished' : 'coming');
  }

  /** Notes that bytes of an upload have come, so that its room stays reserved for a day. */
  async noteReceived(organizationId: string, id: string): Promise<void> {
    const upload = await this.store.uploads.getUpload(id).catch(() => null); // given up meanwhile
    if (!upload || upload.offset === 0) return;
    await this.db.tenant(organizationId, (tx) => noteData(tx, { id }));
  }

  /**
   * Finds out from the bytes what kind of file has come, and marks the upload as finished.
   * @throws HttpError 415 for a file that is not kept for that use, whatever its name says; it is deleted
   * @throws HttpError 404 if its owner deleted it before or during the inspection
   */
  async finish(actor: ChurchActor, id: string): Promise<void> {
    const [row] = await this.db.tenant(actor.organizationId, (tx) => readUse(tx, { id }));
    const use = row?.isAttachment ? 'attachment' : 'content';
    const size = await this.store.size(id);
    if (size === undefined) throw notFound('This upload');
    const file: StoredFile = { size, read: (start, end) => this.store.bytes(id, start, end) };
    const found = await readingTurns
      .run(actor.organizationId, () => inspectFile(file, use))
      .catch(async (error: unknown) => {
        if (error instanceof TooMuchWork) return null;
        if ((await this.store.size(id)) === undefined) throw notFound('This upload');
        throw error;
      });
    if (!found) {
      await this.forget(actor.organizationId, id);
      throw new HttpError(415, wrongType[use], 'wrong-type');
    }
    const { contentType, durationSeconds } = found;
    await this.db.tenant(actor.organizationId, (tx) =>
      finishFile(tx, { id, contentType, durationSeconds, size }),
    );
  }

  /** A whole file from one request, of which `size` bytes are announced. */
  async receive(
    actor: ChurchActor,
    name: string,
    size: number,
    stream: Readable & { truncated?: boolean },
    use: FileUse = 'content',
  ): Promise<string> {
    const id = await this.begin(actor, name, size, use);
    try {
      await this.store.put(id, stream);
      if (stream.truncated)
        throw new HttpError(413, 'This file is larger than 200 MB.', 'too-large');
      await this.finish(actor, id);
      return id;
    } catch (error) {
      await this.abandon(actor, id);
      throw error;
    }
  }

  /** Nothing came of an upload: it takes no room anymore, and its bytes are forgotten, by the sweep where the storage is away. */
  async abandon(actor: ChurchActor, id: string): Promise<void> {
    await this.forget(actor.organizationId, id).catch(() =>
      this.db.tenant(actor.organizationId, (tx) => freeRoom(tx, { id })),
    );
  }

  /** The bytes first: what is left of them stands in a row that the sweep finds. */
  async forget(organizationId: string, id: string): Promise<void> {
    await this.store.delete(id);
    await this.db.tenant(organizationId, (tx) => deleteFile(tx, { id }));
  }

  /**
   * The finished file that a form names, of this person's own. `kind`: what the form has a place for.
   * @throws HttpError 400 for another's, one that is not whole, or of another kind
   */
  async take(tx: Tx, actor: ChurchActor, id: string, kind: FileKind | null): Promise<Row> {
    const [file] = /^[\da-f-]{36}$/.test(id) ? await takeFile(tx, { id, userId: actor.id }) : [];
    const problem = !file
      ? 'This upload is not known'
      : kind && kindOf(file) !== kind
        ? kind === 'audio'
          ? 'Please choose an audio file'
          : 'Please choose a document'
        : null;
    if (problem) throw refusedAt('uploadId', problem);
    return file!;
  }

  /**
   * Lets a ticket carry the file that this person has uploaded for it.
   * @throws HttpError 400 for another's, one that is not whole, one that is for something else or carried already
   */
  async attach(tx: Tx, actor: ChurchActor, id: string): Promise<void> {
    const done = await carryAttachment.count(tx, { id, userId: actor.id });
    if (done === 0) throw refusedAt('attachments', 'This upload is not known');
  }

  /** Takes away what nothing names a day after it came, with its bytes. */
  async sweep(organizationId: string): Promise<number> {
    const gone = await this.db.tenant(organizationId, async (tx) => {
      // whoever takes one at this moment has it; of what is locked here nobody takes any, so that a second look finds all who did before
      const old = await lockUnnamedFiles(tx);
      return retireFiles(tx, { ids: old.map(({ id }) => id) });
    });
    let count = 0;
    try {
      for (const { id } of gone) {
        await this.forget(organizationId, id);
        count++;
      }
    } catch (error) {
      if (!(error instanceof FilesAway)) throw error; // the next sweep finds them
    }
    return count;
  }
}

const noRoom =
  'Your plan has no room left for this file. Please delete what is not needed anymore, or choose a larger plan.';
const noRoomInTrial =
  'The free trial has room for 1 GiB of files. Please delete what is not needed anymore, or subscribe to a plan.';
const wrongType: Record<FileUse, string> = {
  content:
    'Please choose an audio file (MP3, M4A, Ogg, WAV, FLAC) or a document (PDF, Word, PowerPoint, EPUB).',
  attachment:
    'Please choose a picture (PNG, JPEG, WebP, GIF), a document (PDF, Word, PowerPoint, Excel, EPUB), a text or an audio file.',
};
const kindOf = ({ contentType }: Row): FileKind =>
  contentType.startsWith('audio/') ? 'audio' : 'document';

/** Bytes that the church's files take, with those that are still coming. */
export async function usage(tx: Tx): Promise<{ used: number }> {
  const [row] = await sumSizes(tx);
  return { used: Number(row!.used) };
}

/** Files by their ids, as answers show them. */
export async function filesByItem<Item extends { fileId?: string | null }>(
  tx: Tx,
  items: Item[],
): Promise<Map<Item, ContentFile>> {
  const ids = items.map(({ fileId }) => fileId).filter((id) => id != null);
  const rows = ids.length === 0 ? [] : await readFiles(tx, { ids });
  const files = new Map(
    rows.map(({ size, ...file }) => [file.id, { ...file, size: Number(size) }]),
  );
  const withFile = items.filter(({ fileId }) => files.has(fileId ?? ''));
  return new Map(withFile.map((item) => [item, files.get(item.fileId!)!]));
}

export const fileUrl = (id: string | null | undefined): string | null =>
  id ? `/api/files/${id}` : null;

/** Which file a thing has after a form: a new one, the one that it has, or none. */
export async function chosenFile(
  tx: Tx,
  files: Files,
  actor: ChurchActor,
  given: { uploadId?: string | null | undefined; keepFile: boolean },
  present: string | null,
  kind: FileKind | null,
): Promise<Row | { id: string | null; durationSeconds: null }> {
  if (given.uploadId) return files.take(tx, actor, given.uploadId, kind);
  return { id: given.keepFile ? present : null, durationSeconds: null };
}
