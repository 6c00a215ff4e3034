import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { NoSuchUpload, S3, S3ServiceException, type Part } from '@aws-sdk/client-s3';
import { DataStore, ERRORS, Upload } from '@tus/server';
import { codeOf, faultOf } from './s3-failure.js';
import { StorageError, type Bucket, type StorageFault, type Store } from './store.js';

/** Minimum bytes of a part at S3, except the last one. About as many are kept in memory. */
const partSize = 5 * 1024 * 1024;

/**
 * The facts about an upload, stored in an object of their own. The object stays with the file, so
 * that a client that asks late learns that the upload is complete.
 */
interface Info {
  uploadId: string;
  size: number | undefined;
  metadata: Upload['metadata'];
}

interface Parts {
  sent: Part[];
  /** the number of bytes in the sent parts */
  length: number;
  /** the number of bytes in the object `.part`, which are too few for a part */
  waiting: number;
}

/**
 * Files in a bucket, each named by its id. An upload is a multipart upload of S3 with parts of 5
 * MB. Fewer bytes wait in the object `<id>.part`, which names the part that they will become. When
 * this part is present, the object no longer counts. So an interruption at any moment neither loses
 * nor repeats a byte. `<id>.info` contains the size of the complete file.
 */
export class S3Store extends DataStore implements Store {
  readonly uploads = this;
  readonly #s3: S3;
  readonly #bucket: string;
  /** The key of the object that `check` writes, different in each process for concurrent checks. */
  readonly #checkedId = `check-${randomUUID()}`;

  constructor(
    { bucket, region, endpoint, credentials }: Bucket,
    private readonly onFailure: (failure: StorageError) => void,
  ) {
    super();
    this.extensions = ['creation', 'creation-with-upload'];
    this.#bucket = bucket;
    this.#s3 = new S3({
      region,
      // only Amazon has a host name for each bucket
      ...(endpoint ? { endpoint, forcePathStyle: true } : {}),
      ...(credentials ? { credentials } : {}),
      // many compatible services support no checksum except the signature
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      // each listener to audio uses one connection the whole time
      requestHandler: {
        connectionTimeout: 5_000,
        socketTimeout: 60_000,
        httpAgent: { maxSockets: 1_000 },
        httpsAgent: { maxSockets: 1_000 },
      },
    });
  }

  override async create(upload: Upload): Promise<Upload> {
    await this.#begin(upload.id, upload);
    return upload;
  }

  override async getUpload(id: string): Promise<Upload> {
    const { uploadId, size, metadata } = await this.#info(id);
    const parts = await this.#parts(id, uploadId);
    return new Upload({
      id,
      size: size!,
      metadata: metadata!,
      offset: typeof parts === 'number' ? parts : parts.length + parts.waiting,
    });
  }

  /**
   * Appends to an upload. A complete upload becomes a file, even if the call appends nothing.
   * @returns the number of bytes that the upload has now
   */
  override async write(source: Readable, id: string, offset: number): Promise<number> {
    const { uploadId, size } = await this.#info(id);
    const parts = await this.#parts(id, uploadId);
    if (typeof parts === 'number') return parts;
    if (parts.length + parts.waiting !== offset) throw new TusError(ERRORS.INVALID_OFFSET);
    return this.#append(id, uploadId, parts, source, size);
  }

  async put(id: string, stream: Readable): Promise<void> {
    const uploadId = await this.#begin(id, {});
    await this.#append(id, uploadId, { sent: [], length: 0, waiting: 0 }, stream, undefined);
  }

  async read(id: string, start: number, end: number): Promise<Readable | undefined> {
    const object = await this.#ask(() =>
      this.#s3.getObject({ ...this.#objectOf(id), Range: `bytes=${start}-${end}` }),
    );
    return object?.Body as Readable | undefined;
  }

  async size(id: string): Promise<number | undefined> {
    return (await this.#ask(() => this.#s3.headObject(this.#objectOf(id))))?.ContentLength;
  }

  async bytes(id: string, start: number, end: number): Promise<Uint8Array> {
    const bytes = await this.#ask(async () =>
      (
        await this.#s3.getObject({ ...this.#objectOf(id), Range: `bytes=${start}-${end - 1}` })
      ).Body!.transformToByteArray(),
    );
    if (!bytes) throw new Error('the file does not exist (anymore)');
    if (bytes.length !== end - start)
      throw this.#failed(new Error('fewer bytes than were asked for'), 'unreachable');
    return bytes;
  }

  async delete(id: string): Promise<void> {
    const { Uploads: uploads = [] } =
      (await this.#ask(() =>
        this.#s3.listMultipartUploads({ Bucket: this.#bucket, Prefix: id }),
      )) ?? {};
    for (const { UploadId } of uploads)
      await this.#ask(() =>
        this.#s3.abortMultipartUpload({ ...this.#objectOf(id), UploadId: UploadId! }),
      );
    for (const key of [id, `${id}.part`, `${id}.info`])
      await this.#ask(() => this.#s3.deleteObject(this.#objectOf(key)));
  }

  /** Checks the rights of the key by sending each kind of request that the program needs. */
  async check(): Promise<void> {
    const id = this.#checkedId;
    const uploadId = await this.#begin(id, { size: 1 });
    const nothingSent = { sent: [], length: 0, waiting: 0 };
    await this.#append(id, uploadId, nothingSent, Readable.from([Buffer.from('.')]), 1);
    await this.#parts(id, uploadId);
    await this.bytes(id, 0, 1);
    await this.#ask(() =>
      this.#s3.abortMultipartUpload({ ...this.#objectOf(id), UploadId: uploadId }),
    );
    await this.delete(id);
    // for a deleted object, S3 answers 403 instead of 404 if the key may not list the bucket
    await this.size(id);
  }

  async #begin(id: string, { size, metadata }: Partial<Upload>): Promise<string> {
    const created = await this.#ask(() => this.#s3.createMultipartUpload(this.#objectOf(id)));
    if (!created?.UploadId) throw this.#failed(new Error('no id of an upload'), 'no-s3');
    const info: Info = { uploadId: created.UploadId, size, metadata };
    await this.#ask(() =>
      this.#s3.putObject({ ...this.#objectOf(`${id}.info`), Body: JSON.stringify(info) }),
    );
    return info.uploadId;
  }

  /** @throws the error 404 of tus if there is no such upload */
  async #info(id: string): Promise<Info> {
    const text = await this.#ask(async () =>
      (await this.#s3.getObject(this.#objectOf(`${id}.info`))).Body!.transformToString(),
    );
    if (text === undefined) throw new TusError(ERRORS.FILE_NOT_FOUND);
    return JSON.parse(text) as Info;
  }

  /** Returns the received bytes of an upload, or the size of a complete file. */
  async #parts(id: string, uploadId: string): Promise<Parts | number> {
    // S3 returns a thousand parts on a page, and a file never has so many
    const partList = await this.#ask(() =>
      this.#s3.listParts({ ...this.#objectOf(id), UploadId: uploadId }),
    );
    if (!partList) {
      const size = await this.size(id);
      if (size === undefined) throw new TusError(ERRORS.FILE_NO_LONGER_EXISTS);
      return size;
    }
    const sentParts = partList.Parts ?? [];
    const tail = await this.#ask(() => this.#s3.headObject(this.#objectOf(`${id}.part`)));
    const isForNextPart = tail?.Metadata?.before === String(sentParts.length + 1);
    return {
      sent: sentParts,
      length: sentParts.reduce((sum, part) => sum + part.Size!, 0),
      waiting: isForNextPart ? tail.ContentLength! : 0,
    };
  }

  /** @param size the size of the complete file; undefined if the file ends with the source */
  async #append(
    id: string,
    uploadId: string,
    { sent: sentParts, length, waiting: waitingBytes }: Parts,
    source: Readable,
    size: number | undefined,
  ): Promise<number> {
    const gathered: Uint8Array[] =
      waitingBytes > 0 ? [await this.bytes(`${id}.part`, 0, waitingBytes)] : [];
    let gatheredBytes = waitingBytes;
    const next = () => sentParts.length + 1;
    const sendPart = async () => {
      const body = Buffer.concat(gathered);
      const part = await this.#ask(() =>
        this.#s3.uploadPart({
          ...this.#objectOf(id),
          UploadId: uploadId,
          PartNumber: next(),
          Body: body,
        }),
      );
      if (!part) throw new TusError(ERRORS.FILE_NO_LONGER_EXISTS);
      sentParts.push({ PartNumber: next(), ETag: part.ETag!, Size: body.length });
      length += body.length;
      gathered.length = gatheredBytes = 0;
    };
    const keepRest = async () => {
      if (gatheredBytes > 0)
        await this.#ask(() =>
          this.#s3.putObject({
            ...this.#objectOf(`${id}.part`),
            Body: Buffer.concat(gathered),
            Metadata: { before: String(next()) },
          }),
        );
    };
    try {
      for await (const chunk of source as AsyncIterable<Buffer>) {
        gathered.push(chunk);
        gatheredBytes += chunk.length;
        if (gatheredBytes >= partSize) await sendPart();
      }
    } catch (error) {
      if (!(error instanceof StorageError)) await keepRest(); // the client's connection was lost
      throw error;
    }
    if (size !== undefined && length + gatheredBytes < size) {
      await keepRest();
      return length + gatheredBytes;
    }
    if (gatheredBytes > 0 || sentParts.length === 0) await sendPart();
    await this.#complete(id, uploadId, sentParts, length);
    return length;
  }

  async #complete(id: string, uploadId: string, sentParts: Part[], length: number): Promise<void> {
    const parts = sentParts.map(({ PartNumber, ETag }) => ({ PartNumber, ETag }));
    const isCompleted = await this.#ask(() =>
      this.#s3.completeMultipartUpload({
        ...this.#objectOf(id),
        UploadId: uploadId,
        MultipartUpload: { Parts: parts },
      }),
    );
    // if an earlier answer was lost, S3 has completed the upload and no longer knows it
    if (!isCompleted && (await this.size(id)) !== length)
      throw new TusError(ERRORS.FILE_NO_LONGER_EXISTS);
    await this.#ask(() => this.#s3.deleteObject(this.#objectOf(`${id}.part`)));
  }

  /** Returns the parameters of S3 that name an object. */
  #objectOf(key: string) {
    return { Bucket: this.#bucket, Key: key };
  }

  /**
   * @returns undefined if S3 does not have the object or upload
   * @throws StorageError for every other error
   */
  async #ask<T>(call: () => Promise<T>): Promise<T | undefined> {
    try {
      return await call();
    } catch (error) {
      if (
        error instanceof NoSuchUpload ||
        (error instanceof S3ServiceException &&
          ['NoSuchKey', 'NotFound', 'NoSuchUpload'].includes(error.name))
      )
        return undefined;
      throw this.#failed(error, faultOf(error));
    }
  }

  #failed(error: unknown, fault: StorageFault): StorageError {
    const failure = new StorageError(error, fault, codeOf(error));
    this.onFailure(failure);
    return failure;
  }
}

/** An error with which the tus server answers. */
class TusError extends Error {
  constructor({ status_code, body }: { status_code: number; body: string }) {
    super(body);
    Object.assign(this, { status_code, body });
  }
}
