import http from 'node:http';
import { expectAnswerOfTable } from './answers.js';

/** The password of all test users. */
export const password = 'correct horse battery';

export interface Answer<Body = unknown> {
  status: number;
  headers: Headers;
  text: string;
  /** the bytes, with a byte order mark that `text` lacks; undefined for a live connection */
  bytes?: Uint8Array;
  /** the parsed JSON; undefined if the answer is no JSON */
  body: Body;
}

type Headers_ = Record<string, string>;

/**
 * A client that sends requests, with its session cookie if it has one. Compares every answer with
 * the route table, and throws if its status, type or a field is not in the table.
 */
export interface Client {
  get<Body = unknown>(path: string, headers?: Headers_): Promise<Answer<Body>>;
  post<Body = unknown>(path: string, body?: unknown, headers?: Headers_): Promise<Answer<Body>>;
  put<Body = unknown>(path: string, body?: unknown, headers?: Headers_): Promise<Answer<Body>>;
  patch<Body = unknown>(path: string, body?: unknown, headers?: Headers_): Promise<Answer<Body>>;
  delete<Body = unknown>(path: string, body?: unknown, headers?: Headers_): Promise<Answer<Body>>;
  /** Sends a body without changes, for requests that the client of the portal would not send. */
  send<Body = unknown>(
    method: string,
    path: string,
    body: string | Uint8Array | undefined,
    headers?: Headers_,
  ): Promise<Answer<Body>>;
}

/** Signs in over HTTP and returns the session cookie. */
export async function signIn(
  client: Client,
  email: string,
  withPassword = password,
): Promise<string> {
  const answer = await client.post('/api/login', { email, password: withPassword });
  if (answer.status !== 200)
    throw new Error(`${email} cannot sign in: ${answer.status} ${answer.text}`);
  return answer.headers.getSetCookie()[0]!.split(';')[0]!;
}

export function clientOf(url: string, cookie: () => Promise<string | undefined>): Client {
  const send = async <Body>(
    method: string,
    path: string,
    body: string | Uint8Array | undefined,
    headers: Headers_ = {},
  ): Promise<Answer<Body>> => {
    const sessionCookie = await cookie();
    if (path.toLowerCase().startsWith('/api/live'))
      return headOf<Body>(url + path, method, {
        ...(sessionCookie ? { cookie: sessionCookie } : {}),
        ...headers,
      });
    const response = await fetch(url + path, {
      method,
      redirect: 'manual',
      headers: { ...(sessionCookie ? { cookie: sessionCookie } : {}), ...headers },
      ...(body === undefined ? {} : { body: body as string }),
    });
    const bytes = new Uint8Array(await response.arrayBuffer());
    const text = new TextDecoder().decode(bytes);
    const isJson = response.headers.get('content-type')?.startsWith('application/json') === true;
    const answer = {
      status: response.status,
      headers: response.headers,
      text,
      bytes,
      body: (isJson && text !== '' ? JSON.parse(text) : undefined) as Body,
    };
    expectAnswerOfTable(method, path, answer);
    return answer;
  };
  return methodsOf(send);
}

/**
 * Requests the stream of live updates, which has no end, and returns its head. Does not use
 * `fetch`, which opens another connection after it has closed one.
 */
function headOf<Body>(url: string, method: string, headers: Headers_): Promise<Answer<Body>> {
  return new Promise((resolve, reject) => {
    const request = http.request(url, { method, headers, agent: false }, (response) => {
      const head = {
        status: response.statusCode!,
        headers: new Headers(response.headers as Headers_),
      };
      const isStream = response.headers['content-type'] === 'text/event-stream';
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => (text += chunk));
      response.on('end', () => {
        resolve({ ...head, text, body: (text === '' ? undefined : JSON.parse(text)) as Body });
      });
      if (!isStream) return;
      request.destroy();
      resolve({ ...head, text: '', body: undefined as Body });
    });
    request.on('error', reject);
    request.end();
  });
}

function methodsOf(send: Client['send']): Client {
  const withBody = <Body>(method: string, path: string, body: unknown, headers: Headers_ = {}) =>
    body === undefined
      ? send<Body>(method, path, undefined, headers)
      : send<Body>(method, path, JSON.stringify(body), {
          'content-type': 'application/json',
          ...headers,
        });
  return {
    send,
    get: (path, headers) => send('GET', path, undefined, headers),
    post: (path, body, headers) => withBody('POST', path, body, headers),
    put: (path, body, headers) => withBody('PUT', path, body, headers),
    patch: (path, body, headers) => withBody('PATCH', path, body, headers),
    delete: (path, body, headers) => withBody('DELETE', path, body, headers),
  };
}

/** Requests all pages of a list by the `Link` header. */
export async function everyPage<Row>(
  client: Client,
  first: string,
  rowsOf: (body: unknown) => Row[] = (body) => body as Row[],
): Promise<Row[]> {
  const rows: Row[] = [];
  for (let nextPath: string | undefined = first; nextPath !== undefined;) {
    const answer: Answer = await client.get(nextPath);
    if (answer.status !== 200) throw new Error(`${nextPath}: ${answer.status} ${answer.text}`);
    rows.push(...rowsOf(answer.body));
    nextPath = nextOf(answer);
  }
  return rows;
}

export const nextOf = (answer: Answer): string | undefined =>
  /^<([^>]+)>; rel="next"$/.exec(answer.headers.get('link') ?? '')?.[1];

/** Returns a client that sends another `Host`, which `fetch` cannot do. */
export function under(app: { url: string }, host: string, cookie?: string): Client {
  const { port, hostname } = new URL(app.url);
  const receive = <Body>(
    method: string,
    path: string,
    body?: string | Uint8Array,
    headers: Headers_ = {},
  ) =>
    new Promise<Answer<Body>>((resolve, reject) => {
      const sentHeaders = {
        host,
        ...(cookie ? { cookie } : {}),
        ...(body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }),
        ...headers,
      };
      const request = http.request(
        { hostname, port, method, path: path, headers: sentHeaders, agent: false },
        (response) => {
          const chunks: Buffer[] = [];
          response.on('data', (chunk: Buffer) => chunks.push(chunk));
          response.on('end', () => {
            const text = Buffer.concat(chunks).toString('utf8');
            const received = new Headers();
            for (const [name, values] of Object.entries(response.headersDistinct))
              for (const value of values ?? []) received.append(name, value);
            const isJson =
              response.headers['content-type']?.startsWith('application/json') === true;
            resolve({
              status: response.statusCode!,
              headers: received,
              text,
              body: (isJson && text !== '' ? JSON.parse(text) : undefined) as Body,
            });
          });
        },
      );
      request.on('error', reject);
      request.end(body);
    });
  return methodsOf(async <Body>(...request: Parameters<Client['send']>) => {
    const answer = await receive<Body>(...request);
    expectAnswerOfTable(request[0], request[1], answer);
    return answer;
  });
}
