import type { ErrorBody } from '#libs/contracts';
import { sessionMayExist } from './session-hint';

/** Any answer that is not ok. The message is `status: body text`, as the specification has it. */
export class ApiError extends Error {
  readonly status: number;
  readonly text: string;

  constructor(status: number, text: string) {
    super(`${status}: ${text}`);
    this.name = 'ApiError';
    this.status = status;
    this.text = text;
  }

  /** The JSON body, if it is one of ours. */
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

export interface CallOptions {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  body?: unknown;
  headers?: Record<string, string>;
  signal?: AbortSignal;
}

async function call(
  path: string,
  { method = 'GET', body, headers, signal }: CallOptions,
): Promise<Response> {
  const safe = method === 'GET';
  const bodyless = safe || (method === 'DELETE' && body === undefined);
  const isForm = body instanceof FormData;
  const response = await fetch(path, {
    method,
    credentials: 'same-origin',
    headers: {
      accept: 'application/json',
      ...(bodyless || isForm ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    // A JSON call without a payload still says so: the server refuses other content types.
    ...(bodyless ? {} : { body: isForm ? body : JSON.stringify(body ?? {}) }),
    ...(signal ? { signal } : {}),
  });
  if (!response.ok)
    throw new ApiError(response.status, (await response.text()) || response.statusText);
  if (!safe) sessionMayExist();
  return response;
}

/** One call. The answer's type is the contract's: the server validates what it sends against the same schema. */
export async function api<T>(path: string, options: CallOptions = {}): Promise<T> {
  const response = await call(path, options);
  if (response.status === 204) return undefined as T;
  const text = await response.text();
  return (text === '' ? undefined : JSON.parse(text)) as T;
}

export interface Page<T> {
  body: T;
  /** Cursor of the next page, from `Link: <…cursor=…>; rel="next"`. */
  next: string | null;
}

export async function apiPage<T>(path: string, options: CallOptions = {}): Promise<Page<T>> {
  const response = await call(path, options);
  return { body: (await response.json()) as T, next: nextCursor(response.headers.get('link')) };
}

export function nextCursor(link: string | null): string | null {
  for (const part of link?.split(/,(?=\s*<)/) ?? []) {
    const match = /<([^>]*)>\s*;.*\brel="?next"?/i.exec(part);
    if (match?.[1]) return new URL(match[1], window.location.origin).searchParams.get('cursor');
  }
  return null;
}

/** `?a=1&b=2` of what is set; nothing when nothing is. */
export function queryString(
  values: Record<string, string | number | boolean | null | undefined>,
): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) {
    if (value !== undefined && value !== null && value !== '') search.set(name, String(value));
  }
  const text = search.toString();
  return text === '' ? '' : `?${text}`;
}

/** What the server said, if it said something fit to show. */
export function serverMessage(error: unknown): string | null {
  if (!(error instanceof ApiError)) return null;
  return error.body?.message ?? null;
}

/** A sentence for an error box: the server's, else what most likely happened. */
export function explain(error: unknown): string {
  const said = serverMessage(error);
  if (said) return said;
  if (error instanceof ApiError) return `The server answered with an error (${error.status}).`;
  return 'The server could not be reached. Please check your connection.';
}
