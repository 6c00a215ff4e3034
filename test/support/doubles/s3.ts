import { randomUUID } from 'node:crypto';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  Refusal,
  minPart,
  escaped,
  xml,
  objectOf,
  nameOf,
  type StoredObject,
  type MultipartUpload,
  type Call,
  type Answer,
} from './s3-protocol.js';
import { checkSignature } from './s3-signature.js';

/**
 * A test double of S3 with one bucket in memory, for the real client over HTTP. It checks each
 * signature (version 4, with the hash of the body), knows only the calls that files need, and
 * refuses what S3 refuses: parts that are too small, unknown or in the wrong order, unknown
 * uploads, and bodies of unknown length.
 */
export class S3Double {
  readonly objects = new Map<string, StoredObject>();
  readonly uploads = new Map<string, MultipartUpload>();
  /** the name and key of each call, in order */
  readonly calls: string[] = [];
  /** whether it answers 503 to all calls, or to calls that match a pattern (`UploadPart`) */
  isBroken: boolean | RegExp = false;
  /** executes the next call that matches, and then closes the connection */
  losesAnswer: RegExp | null = null;
  /** becomes broken (or only for `then`) after a call that matches */
  breaksAfter: RegExp | null = null;
  then: true | RegExp = true;
  /** calls for which the key has no rights, by their names (`PutObject`): they get AccessDenied */
  denies: RegExp | null = null;
  /**
   * whether the key has no right to list the bucket: S3 then refuses a missing object instead of
   * saying that it is missing
   */
  mayNotList = false;
  /** the time of each answer in milliseconds */
  delay = 3;
  /** the port, which is kept after a restart */
  #port = 0;
  #server: http.Server | undefined;
  readonly #access = 'AKIADOUBLE';
  readonly #secret = 'of the tests/alone+';

  static async start(): Promise<S3Double> {
    const double = new S3Double();
    await double.back();
    return double;
  }

  /** Returns the environment variables for this bucket. */
  get env(): Record<string, string> {
    const user = `${this.#access}:${encodeURIComponent(this.#secret)}`;
    const endpoint = `http://127.0.0.1:${this.#port}`;
    return { FILES_URL: `s3://${user}@church-files?endpoint=${endpoint}` };
  }

  /** Stops listening, so that connections are refused. */
  async away(): Promise<void> {
    this.#server!.closeAllConnections();
    await new Promise((resolve) => this.#server!.close(resolve));
  }

  async back(): Promise<void> {
    this.#server = http.createServer((request, response) => void this.#serve(request, response));
    await new Promise<void>((resolve) => this.#server!.listen(this.#port, '127.0.0.1', resolve));
    this.#port = (this.#server.address() as AddressInfo).port;
  }

  async #serve(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
    const url = new URL(request.url!, 'http://localhost');
    const [, bucket, ...rest] = url.pathname.split('/').map(decodeURIComponent);
    const key = rest.join('/');
    const name = nameOf(request.method!, key, url.searchParams);
    let answer: Answer;
    try {
      const chunks: Buffer[] = [];
      for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
      const body = Buffer.concat(chunks);
      await new Promise((resolve) => setTimeout(resolve, this.delay));
      this.calls.push(`${name} ${key}`);
      if (this.isBroken === true || (this.isBroken instanceof RegExp && this.isBroken.test(name)))
        throw new Refusal(503, 'ServiceUnavailable');
      checkSignature(request, url, body, { access: this.#access, secret: this.#secret });
      if (bucket !== 'church-files') throw new Refusal(404, 'NoSuchBucket');
      if (this.denies?.test(name)) throw new Refusal(403, 'AccessDenied');
      answer = this.#answer({ name, key, query: url.searchParams, request, body });
      if (this.breaksAfter?.test(name)) {
        this.breaksAfter = null;
        this.isBroken = this.then;
      }
      if (this.losesAnswer?.test(name)) {
        this.losesAnswer = null;
        request.socket.destroy();
        return;
      }
    } catch (error) {
      if (!(error instanceof Refusal)) {
        // The client has closed the connection.
        response.destroy();
        return;
      }
      answer = {
        status: error.status,
        headers: { 'content-type': 'application/xml' },
        body: xml('Error', `<Code>${error.code}</Code><Message>${error.code}</Message>`),
      };
    }
    const { status, headers = {}, body = '' } = answer;
    response.writeHead(status, {
      'x-amz-request-id': randomUUID(),
      'content-length': String(Buffer.byteLength(body)),
      ...headers,
    });
    response.end(request.method === 'HEAD' ? undefined : body);
  }

  #answer({ name, key, query, request, body }: Call): Answer {
    switch (name) {
      case 'PutObject': {
        this.#requireLength(request);
        const metadata = Object.fromEntries(
          Object.entries(request.headers).filter(([header]) =>
            header.startsWith('x-amz-meta-'),
          ) as [string, string][],
        );
        const object = objectOf(body, metadata);
        this.objects.set(key, object);
        return { status: 200, headers: { etag: object.etag } };
      }
      case 'GetObject':
      case 'HeadObject':
        return this.#object(key, request.headers.range);
      case 'DeleteObject':
        this.objects.delete(key);
        return { status: 204 };
      case 'CreateMultipartUpload': {
        const uploadId = randomUUID();
        this.uploads.set(uploadId, { key, parts: new Map() });
        return {
          status: 200,
          body: xml(
            'InitiateMultipartUploadResult',
            `<Bucket>church-files</Bucket><Key>${key}</Key><UploadId>${uploadId}</UploadId>`,
          ),
        };
      }
      case 'UploadPart': {
        this.#requireLength(request);
        const { parts } = this.#upload(key, query);
        const number = Number(query.get('partNumber'));
        if (!Number.isInteger(number) || number < 1 || number > 10_000)
          throw new Refusal(400, 'InvalidArgument');
        const part = objectOf(body);
        parts.set(number, part);
        return { status: 200, headers: { etag: part.etag } };
      }
      case 'ListParts': {
        const parts = [...this.#upload(key, query).parts].sort(([a], [b]) => a - b);
        const rows = parts.map(
          ([number, { etag, bytes }]) =>
            `<Part><PartNumber>${number}</PartNumber><ETag>${escaped(etag)}</ETag><Size>` +
            `${bytes.length}</Size></Part>`,
        );
        return {
          status: 200,
          body: xml('ListPartsResult', `${rows.join('')}<IsTruncated>false</IsTruncated>`),
        };
      }
      case 'CompleteMultipartUpload':
        return this.#complete(key, query, body.toString());
      case 'AbortMultipartUpload':
        this.#upload(key, query);
        this.uploads.delete(query.get('uploadId')!);
        return { status: 204 };
      case 'ListMultipartUploads': {
        const rows = [...this.uploads]
          .filter(([, upload]) => upload.key.startsWith(query.get('prefix') ?? ''))
          .map(
            ([id, upload]) => `<Upload><Key>${upload.key}</Key><UploadId>${id}</UploadId></Upload>`,
          );
        return {
          status: 200,
          body: xml(
            'ListMultipartUploadsResult',
            `${rows.join('')}<IsTruncated>false</IsTruncated>`,
          ),
        };
      }
      default:
        throw new Refusal(501, 'NotImplemented');
    }
  }

  #object(key: string, range: string | undefined): Answer {
    const object = this.objects.get(key);
    if (!object && this.mayNotList) throw new Refusal(403, 'AccessDenied');
    if (!object) throw new Refusal(404, 'NoSuchKey');
    const { bytes, etag, metadata } = object;
    const headers = { etag, 'accept-ranges': 'bytes', ...metadata };
    if (range === undefined)
      return {
        status: 200,
        headers: { ...headers, 'content-length': String(bytes.length) },
        body: bytes,
      };
    const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(range) ?? [];
    if (first === undefined) throw new Refusal(400, 'InvalidArgument');
    if (Number(first) >= bytes.length) throw new Refusal(416, 'InvalidRange');
    const end = Math.min(Number(last), bytes.length - 1);
    return {
      status: 206,
      headers: { ...headers, 'content-range': `bytes ${first}-${end}/${bytes.length}` },
      body: bytes.subarray(Number(first), end + 1),
    };
  }

  #complete(key: string, query: URLSearchParams, body: string): Answer {
    const { parts } = this.#upload(key, query);
    const named = [...body.matchAll(/<Part>(.*?)<\/Part>/gs)].map(([, part]) => ({
      number: Number(/<PartNumber>(\d+)</.exec(part!)?.[1]),
      etag: /<ETag>(.*?)<\/ETag>/.exec(part!)?.[1]?.replaceAll('&quot;', '"'),
    }));
    if (named.length === 0) throw new Refusal(400, 'MalformedXML');
    if (named.some(({ number }, index) => index > 0 && number <= named[index - 1]!.number))
      throw new Refusal(400, 'InvalidPartOrder');
    const namedParts = named.map(({ number, etag }) => {
      const part = parts.get(number);
      if (part?.etag !== etag) throw new Refusal(400, 'InvalidPart');
      return part!.bytes;
    });
    if (namedParts.slice(0, -1).some(({ length }) => length < minPart))
      throw new Refusal(400, 'EntityTooSmall');
    this.objects.set(key, objectOf(Buffer.concat(namedParts)));
    this.uploads.delete(query.get('uploadId')!);
    return {
      status: 200,
      body: xml(
        'CompleteMultipartUploadResult',
        `<Bucket>church-files</Bucket><Key>${key}</Key><ETag>` +
          `${escaped(this.objects.get(key)!.etag)}</ETag>`,
      ),
    };
  }

  #upload(key: string, query: URLSearchParams): MultipartUpload {
    const upload = this.uploads.get(query.get('uploadId') ?? '');
    if (upload?.key !== key) throw new Refusal(404, 'NoSuchUpload');
    return upload;
  }

  #requireLength({ headers }: http.IncomingMessage): void {
    if (headers['content-length'] === undefined) throw new Refusal(411, 'MissingContentLength');
    if (headers['content-encoding']?.includes('aws-chunked'))
      throw new Refusal(501, 'NotImplemented');
  }
}
