import type { Readable } from 'node:stream';
import { Inject, Injectable } from '@nestjs/common';
import { maxAttachment, type ContentFile } from '#libs/contracts';
import { Database, type Tx } from '#libs/database';
import {
  StorageError,
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
  invalidField,
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

/** The maximum size of a file in bytes. */
export const maxFile = 200 * 1024 * 1024;
/** How many attachments one user may upload in 24 hours. */
const dailyAttachments = 40;

type Row = Awaited<ReturnType<typeof takeFile>>[number];

/** Stores audio files and documents of churches, which content and tickets refer to. */
@Injectable()
export class Files {
  /** The name under which the log and the metrics count what `sweep` deletes. */
  static readonly sweptKind = 'content_file';

  constructor(
    @Inject(Database) private readonly db: Database,
    @Inject(FILE_STORE) readonly store: Store,
  ) {}

  /**
   * Begins an upload and reserves its space. An attachment of a super administrator is accepted
   * even if the plan of the church has no space left.
   * @returns the id of the upload
   * @throws HttpError 413 if the file is too large, or if the plan of the church has no space left
   * @throws HttpError 429 if the user has uploaded too many attachments
   */
  begin(actor: ChurchActor, name: string, size: number, use: FileUse = 'content'): Promise<string> {
    if (size > maxFile) throw new HttpError(413, 'This file is larger than 200 MB.', 'too-large');
    if (use === 'attachment' && size > maxAttachment)
      throw new HttpError(413, 'This file is larger than 10 MB.', 'too-large');
    return this.db.tenant(actor.organizationId, async (tx) => {
      // The lock makes simultaneous uploads wait, so that the second one counts the first.
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

  /** Returns the state of an upload of the user; undefined if there is no such upload. */
  async findUploadState(
    actor: ChurchActor,
    id: string,
  ): Promise<'coming' | 'finished' | undefined> {
    const [row] = await this.db.tenant(actor.organizationId, (tx) =>
      readUpload(tx, { id, userId: actor.id }),
    );
    return row && (row.finishedAt ? 'finished' : 'coming');
  }

  /** Stores that bytes of an upload have arrived, so that its space stays reserved for a day. */
  async noteReceived(organizationId: string, id: string): Promise<void> {
    const upload = await this.store.uploads.getUpload(id).catch(() => null); // deleted meanwhile
    if (!upload || upload.offset === 0) return;
    await this.db.tenant(organizationId, (tx) => noteData(tx, { id }));
  }

  /**
   * Detects the type of an uploaded file from its bytes, and marks the upload as finished.
   * @throws HttpError 415 if files of this type are not accepted for the use; the file is deleted
   * @throws HttpError 404 if its owner deleted it before or during the inspection
   */
  async finish(actor: ChurchActor, id: string): Promise<void> {
    const [row] = await this.db.tenant(actor.organizationId, (tx) => readUse(tx, { id }));
    const use = row?.isAttachment ? 'attachment' : 'content';
    const size = await this.store.size(id);
    if (size === undefined) throw notFound('This upload');
    const file: StoredFile = { size, read: (start, end) => this.store.bytes(id, start, end) };
    const inspection = await readingTurns
      .run(actor.organizationId, () => inspectFile(file, use))
      .catch(async (error: unknown) => {
        if (error instanceof TooMuchWork) return null;
        if ((await this.store.size(id)) === undefined) throw notFound('This upload');
        throw error;
      });
    if (!inspection) {
      await this.forget(actor.organizationId, id);
      throw new HttpError(415, wrongType[use], 'wrong-type');
    }
    const { contentType, durationSeconds } = inspection;
    await this.db.tenant(actor.organizationId, (tx) =>
      finishFile(tx, { id, contentType, durationSeconds, size }),
    );
  }

  /**
   * Stores a file that arrives in one request.
   * @param size the length that the request announces, in bytes
   * @returns the id of the file
   */
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

  /**
   * Deletes an upload that failed. If the storage cannot be reached, frees the space of the upload;
   * the sweep deletes the bytes later.
   */
  async abandon(actor: ChurchActor, id: string): Promise<void> {
    await this.forget(actor.organizationId, id).catch(() =>
      this.db.tenant(actor.organizationId, (tx) => freeRoom(tx, { id })),
    );
  }

  /**
   * Deletes an upload or a file. Deletes the bytes before the row, so that the sweep finds the row
   * if the bytes could not be deleted.
   */
  async forget(organizationId: string, id: string): Promise<void> {
    await this.store.delete(id);
    await this.db.tenant(organizationId, (tx) => deleteFile(tx, { id }));
  }

  /**
   * Returns the finished file that a form refers to, and locks it against deletion.
   * @param kind the kind of file that the form accepts; null: any
   * @throws HttpError 400 if the file is not the user's, not finished, or of another kind
   */
  async take(tx: Tx, actor: ChurchActor, id: string, kind: FileKind | null): Promise<Row> {
    const [file] = /^[\da-f-]{36}$/.test(id) ? await takeFile(tx, { id, userId: actor.id }) : [];
    if (!file) throw invalidField('uploadId', 'This upload is not known');
    if (kind && kindOf(file) !== kind)
      throw invalidField(
        'uploadId',
        kind === 'audio' ? 'Please choose an audio file' : 'Please choose a document',
      );
    return file;
  }

  /**
   * Attaches a file to a ticket.
   * @throws HttpError 400 unless it is the user's, finished, for a ticket, and not yet attached
   */
  async attach(tx: Tx, actor: ChurchActor, id: string): Promise<void> {
    const attachedFiles = await carryAttachment.count(tx, { id, userId: actor.id });
    if (attachedFiles === 0) throw invalidField('attachments', 'This upload is not known');
  }

  /**
   * Deletes files to which nothing refers a day after their upload began.
   * @returns the number of deleted files
   */
  async sweep(organizationId: string): Promise<number> {
    const retired = await this.db.tenant(organizationId, async (tx) => {
      // A transaction that uses one of these files has locked it, or must wait for this
      // transaction. `retireFiles` therefore sees all references that were stored before the lock.
      const unused = await lockUnnamedFiles(tx);
      return retireFiles(tx, { ids: unused.map(({ id }) => id) });
    });
    let count = 0;
    try {
      for (const { id } of retired) {
        await this.forget(organizationId, id);
        count++;
      }
    } catch (error) {
      if (!(error instanceof StorageError)) throw error; // the next sweep deletes the others
    }
    return count;
  }
}

const noRoom =
  'Your plan has no room left for this file. ' +
  'Please delete what is not needed anymore, also from the trash, or choose a larger plan.';
const noRoomInTrial =
  'The free trial has room for 1 GiB of files. ' +
  'Please delete what is not needed anymore, also from the trash, or subscribe to a plan.';
const wrongType: Record<FileUse, string> = {
  content:
    'Please choose an audio file (MP3, M4A, Ogg, WAV, FLAC) ' +
    'or a document (PDF, Word, PowerPoint, EPUB).',
  attachment:
    'Please choose a picture (PNG, JPEG, WebP, GIF), ' +
    'a document (PDF, Word, PowerPoint, Excel, EPUB), a text or an audio file.',
};
const kindOf = ({ contentType }: Row): FileKind =>
  contentType.startsWith('audio/') ? 'audio' : 'document';

/** Adds up the sizes of the church's files and of its unfinished uploads, in bytes. */
export async function usage(tx: Tx): Promise<{ used: number }> {
  const [row] = await sumSizes(tx);
  return { used: Number(row!.used) };
}

/** Reads the files of items, as the API shows them. Items without a file are not in the result. */
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

/** What a form says about the file of an item. */
interface FileChoice {
  uploadId?: string | null | undefined;
  keepFile: boolean;
  /** the file that the item has; null: none */
  presentId: string | null;
  /** the kind of file that the form accepts; null: any */
  kind: FileKind | null;
}

/**
 * Returns the file that an item has after a form: a new one, the present one, or none.
 * @throws HttpError 400 if the new file cannot be used (see `Files.take`)
 */
export async function findChosenFile(
  tx: Tx,
  files: Files,
  actor: ChurchActor,
  { uploadId, keepFile, presentId, kind }: FileChoice,
): Promise<Row | { id: string | null; durationSeconds: null }> {
  if (uploadId) return files.take(tx, actor, uploadId, kind);
  return { id: keepFile ? presentId : null, durationSeconds: null };
}
