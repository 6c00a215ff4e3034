import type { ErrorBody } from '#libs/contracts';
import type { AnswerOf, KnownPath, ReadOptions, WriteOptions } from './api-types';
import { read } from './batch';
import { removeNoSessionHint } from './session-hint';

/**
 * An answer of the server that is not a success. The message is `status: body text`, as the
 * specification requires.
 */
export class ApiError extends Error {
  readonly status: number;
  readonly text: string;

  constructor(status: number, text: string) {
    super(`${status}: ${text}`);
    this.name = 'ApiError';
    this.status = status;
    this.text = text;
  }

  /** The body, if it is an error body of the API (JSON with a `message`); otherwise null. */
  get body(): (ErrorBody & Record<string, unknown>) | null {
    try {
      const parsed: unknown = JSON.parse(this.text);
      return typeof parsed === 'object' &&
        parsed !== null &&
        'message' in parsed &&
        typeof parsed.message === 'string'
        ? (parsed as ErrorBody & Record<string, unknown>)
        : null;
    } catch {
      return null;
    }
  }
}

type WriteMethod = 'POST' | 'PUT' | 'PATCH' | 'DELETE';

interface CallOptions {
  method?: 'GET' | WriteMethod;
  query?: QueryValues;
  body?: unknown;
  headers?: Record<string, string>;
  signal?: AbortSignal;
}

async function call(
  path: string,
  { method = 'GET', query, body, headers, signal }: CallOptions,
): Promise<Response> {
  const isRead = method === 'GET';
  const hasBody = !isRead && (method !== 'DELETE' || body !== undefined);
  const isForm = body instanceof FormData;
  const payload = isForm ? body : JSON.stringify(body ?? {});
  const address = path + queryString(query);
  const response =
    isRead && !headers
      ? await read(address, signal ?? null)
      : await fetch(address, {
          method,
          headers: {
            accept: 'application/json',
            ...(hasBody && !isForm && { 'content-type': 'application/json' }),
            ...headers,
          },
          // A request without a payload sends `{}` as JSON, because the server refuses other
          // content types.
          body: hasBody ? payload : null,
          signal: signal ?? null,
        });
  if (!response.ok)
    throw new ApiError(response.status, (await response.text()) || response.statusText);
  if (!isRead) removeNoSessionHint();
  return response;
}

/**
 * Calls a route of the API. The path must be in the route table, with values in place of its
 * parameters. The query, the body and the answer have the types of the table.
 * @throws ApiError if the answer is not a success
 */
export function api<const Path extends string>(
  path: Path & KnownPath<'GET', Path>,
  options?: ReadOptions<Path>,
): Promise<AnswerOf<'GET', Path>>;
export function api<const Path extends string, const M extends WriteMethod>(
  path: Path & KnownPath<M, Path>,
  options: WriteOptions<M, Path>,
): Promise<AnswerOf<M, Path>>;
export async function api(path: string, options: object = {}): Promise<unknown> {
  const response = await call(path, options);
  const text = await response.text();
  return text ? (JSON.parse(text) as unknown) : undefined;
}

export interface Page<T> {
  body: T;
  /** Cursor of the next page, from `Link: <…cursor=…>; rel="next"`. */
  next: string | null;
}

/** Calls a route that answers one page of a list. */
export async function apiPage<const Path extends string>(
  path: Path & KnownPath<'GET', Path>,
  options: ReadOptions<Path>,
): Promise<Page<AnswerOf<'GET', Path>>> {
  const response = await call(path, options as CallOptions);
  const body = (await response.json()) as AnswerOf<'GET', Path>;
  return { body, next: nextCursor(response.headers.get('link')) };
}

export function nextCursor(link: string | null): string | null {
  for (const part of link?.split(/,(?=\s*<)/) ?? []) {
    const match = /<([^>]*)>\s*;.*\brel="?next"?/i.exec(part);
    if (match?.[1]) return new URL(match[1], window.location.origin).searchParams.get('cursor');
  }
  return null;
}

type QueryValues = Record<string, string | number | boolean | null | undefined>;

/** Returns the values that are set as `?a=1&b=2`, or an empty string if there is none. */
export function queryString(values: QueryValues = {}): '' | `?${string}` {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) {
    if ((value ?? '') !== '') search.set(name, String(value));
  }
  const text = search.toString();
  return text && `?${text}`;
}

/** An error that is found before a request is sent. Its message is shown to the user. */
export class RefusedBeforeSending extends Error {}

/** Returns the message that an error has for the user, usually that of the server, or null. */
export function serverMessage(error: unknown): string | null {
  if (error instanceof RefusedBeforeSending) return error.message;
  if (!(error instanceof ApiError)) return null;
  return error.body?.message ?? null;
}

/** Returns a sentence for an error box: the server's message, or else the most likely cause. */
export function explain(error: unknown): string {
  const message = serverMessage(error);
  if (message) return message;
  if (error instanceof ApiError) return `The server answered with an error (${error.status}).`;
  return 'The server could not be reached. Please check your connection.';
}
