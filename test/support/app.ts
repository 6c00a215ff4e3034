import 'reflect-metadata';
import fs from 'node:fs';
import http from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { CommandBus, type Command } from '@nestjs/cqrs';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { v7 as newId } from 'uuid';
import type { Donation, Role } from '#libs/contracts';
import { Database } from '#libs/database';
import type { RoutedStore } from '#libs/event-sourcing';
import { readConfig, type Config } from '../../src/ops/config.js';
import { AddUser } from '../../src/identity/index.js';
import { entities } from '../../src/ops/database.js';
import { EVENT_STORE } from '../../src/giving/event-store.js';
import { createServer } from '../../src/server/server.js';
import { CreateChurch } from '../../src/tenancy/index.js';
import { expectAnswerOfTable } from './answers.js';
import { testDatabase, type TestDatabase } from './database/database.js';
import { EventStoreDbDouble } from './eventstoredb/server.js';
import { checkLog, testLogger } from './program/log.js';
import { cheapHash } from './passwords.js';
import { freePort } from './program/program.js';

export interface Answer<Body = unknown> {
  status: number;
  headers: Headers;
  text: string;
  /** what the server sent, with the byte order mark that `text` lacks; not of a live connection */
  bytes?: Uint8Array;
  /** the JSON that came, or undefined where none did */
  body: Body;
}

type Headers_ = Record<string, string>;

/**
 * A browser or program that sends requests, with its cookie if it has one. Every answer is
 * compared with the route table: a call fails if the answer has a status, a type or a field that
 * the table does not have.
 */
export interface Client {
  get<Body = unknown>(path: string, headers?: Headers_): Promise<Answer<Body>>;
  post<Body = unknown>(path: string, body?: unknown, headers?: Headers_): Promise<Answer<Body>>;
  put<Body = unknown>(path: string, body?: unknown, headers?: Headers_): Promise<Answer<Body>>;
  patch<Body = unknown>(path: string, body?: unknown, headers?: Headers_): Promise<Answer<Body>>;
  delete<Body = unknown>(path: string, body?: unknown, headers?: Headers_): Promise<Answer<Body>>;
  /** A body as it is, for what no program of ours would send. */
  send<Body = unknown>(
    method: string,
    path: string,
    body: string | Uint8Array | undefined,
    headers?: Headers_,
  ): Promise<Answer<Body>>;
}

export interface TestPerson {
  id: string;
  email: string;
  organizationId: string;
}

export interface PersonOptions {
  email: string;
  role?: Role;
  isApproved?: boolean;
  isSuspended?: boolean;
  firstName?: string;
  lastName?: string;
  /** false: a person made by hand, who cannot sign in */
  signsIn?: boolean;
}

export const password = 'correct horse battery';
const passwordHash = cheapHash(password);
export const metricsToken = 'of the tests alone';
export const sessionSecret = 'of the tests alone, too';

export interface TestApp {
  app: NestFastifyApplication;
  config: Config;
  database: TestDatabase;
  db: TestDatabase['db'];
  store: RoutedStore;
  url: string;
  /** signed in by email, at the first call */
  as(email: string): Client;
  /** signed out */
  visitor: Client;
  /** the value that a signed-in person sends as `Cookie` */
  cookieOf(email: string): Promise<string>;
  church(slug: string, options?: { name?: string; timeZone?: string }): Promise<string>;
  person(organizationId: string, options: PersonOptions): Promise<TestPerson>;
  superAdmin(email: string): Promise<void>;
  run<Result>(command: Command<Result>): Promise<Result>;
  /** how many events a church has: what a refused call must not change */
  events(organizationId: string): Promise<number>;
  close(): Promise<void>;
}

/**
 * The real application on a database of its own, listening on a free port. `shownWithin`:
 * milliseconds that an append on EventStoreDB waits until it is shown; the product's half a second
 * is too little for a busy machine. `close` throws for a warning in the log that the file's tests
 * did not say they expect (`expectInLog`).
 */
export async function startApp({
  env = {},
  poolSize = 10,
  patience = 5_000,
  shownWithin = 10_000,
  bodyPatience = 30_000,
  bodyTime = 120_000,
  logger = testLogger(),
} = {}): Promise<TestApp> {
  const database = await testDatabase(poolSize, patience);
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'church-app-'));
  const second = await secondStore();
  const config = readConfig({
    DATA_DIR: dataDir,
    PORT: '0',
    LOG_LEVEL: 'silent',
    SESSION_SECRET: sessionSecret,
    METRICS_TOKEN: metricsToken,
    ...second?.env,
    ...env,
  });
  const app = await createServer(config, database.db, logger, {
    patience: bodyPatience,
    time: bodyTime,
  });
  await app.listen(0, '127.0.0.1');
  const url = (await app.getUrl()).replace('[::1]', '127.0.0.1');
  const commands = app.get(CommandBus, { strict: false });
  const store = app.get<RoutedStore>(EVENT_STORE, { strict: false });
  if (store.stores.eventstoredb)
    Object.assign(store.stores.eventstoredb, { publishTimeout: shownWithin });
  const cookies = new Map<string, Promise<string>>();

  const visitor = clientOf(url, () => Promise.resolve(undefined));
  const cookieOf = (email: string) => {
    const known = cookies.get(email) ?? signIn(visitor, email);
    cookies.set(email, known);
    return known;
  };

  // a file's modules stay in memory for as long as its worker lives, and what they hold: the
  // application goes when it is closed
  const its: Its = { app, database, commands, store };
  const testApp: TestApp = {
    app,
    config,
    database,
    db: database.db,
    url,
    visitor,
    cookieOf,
    as: (email) => clientOf(url, () => cookieOf(email)),
    church: (slug, { name = `Church ${slug}`, timeZone = 'America/New_York' } = {}) =>
      its.commands.execute(new CreateChurch({ name, slug, timeZone, memberLimit: 1000 })),
    async person(
      organizationId,
      { email, role = 'member', isApproved = true, isSuspended = false, signsIn = true, ...names },
    ) {
      const accountId = signsIn ? await makeAccount(its.database, email.toLowerCase()) : null;
      const [first = 'Some', last = 'Body'] = email.split(/[@.]/);
      const { id } = await its.commands.execute(
        new AddUser(organizationId, {
          email,
          firstName: names.firstName ?? first,
          lastName: names.lastName ?? last,
          role,
          isApproved,
          isSuspended,
          accountId,
        }),
      );
      return { id, email, organizationId };
    },
    superAdmin: (email) => makeAccount(its.database, email, true).then(() => undefined),
    run: (command) => its.commands.execute(command),
    store,
    events: (organizationId) => countEvents(its.store, organizationId),
    async close() {
      await its.app.close();
      await second?.stop();
      await its.database.close();
      fs.rmSync(dataDir, { recursive: true, force: true });
      for (const held of [its, testApp, database])
        Object.assign(held, {
          app: undefined,
          db: undefined,
          commands: undefined,
          store: undefined,
        });
      checkLog();
    },
  };
  return testApp;
}

interface Its {
  app: NestFastifyApplication;
  database: TestDatabase;
  commands: CommandBus;
  store: RoutedStore;
}

/**
 * The real application on a database that is here already, as `npm start` makes it but in this
 * process, where its code is loaded and warm: a program of its own for each file of browser tests
 * took twice the processor's time. `close` as `startApp`'s.
 */
export async function listen(
  env: Record<string, string>,
  databaseUrl: string,
): Promise<{ url: string; close(): Promise<void> }> {
  // a machine that is busy with browsers may take long to connect
  const db = await Database.connect(databaseUrl, entities, 20, 60_000);
  const port = await freePort(); // which the links in emails name
  const app = await createServer(
    readConfig({ LOG_LEVEL: 'silent', ...env, PORT: String(port) }),
    db,
    testLogger(),
  );
  const its: Partial<Pick<Its, 'app'> & { db: Database }> = { app, db };
  const close = async () => {
    await its.app?.close();
    await its.db?.close();
    Object.assign(its, { app: undefined, db: undefined }); // as in startApp
  };
  try {
    await app.listen(port, '127.0.0.1');
  } catch (error) {
    await close();
    if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')
      return listen(env, databaseUrl); // somebody else got it meanwhile
    throw error;
  }
  return { url: `http://localhost:${port}`, close: () => close().then(checkLog) };
}

/** An account whose address is proved, as the operator's are, with the tests' password. */
async function makeAccount(
  { db }: TestDatabase,
  email: string,
  isSuperAdmin = false,
): Promise<string> {
  const id = newId();
  await db.platform((tx) =>
    tx.sql(
      'insert into account (id, email, password_hash, email_verified_at, is_super_admin) ' +
        'values ($1, $2, $3, now(), $4)',
      [id, email, passwordHash, isSuperAdmin],
    ),
  );
  return id;
}

async function countEvents(store: RoutedStore, organizationId: string): Promise<number> {
  let count = 0;
  for await (const batch of store.tail(organizationId, null)) count += batch.length;
  return count;
}

/**
 * With TEST_EVENT_STORE=eventstoredb giving runs on that: the server of EVENTSTORE_TEST_URL, or the
 * double.
 */
async function secondStore(): Promise<{
  env: Record<string, string>;
  stop(): Promise<void>;
} | null> {
  if (process.env.TEST_EVENT_STORE !== 'eventstoredb') return null;
  const env = (url: string) => ({ EVENT_STORE: 'eventstoredb', EVENTSTORE_URL: url });
  if (process.env.EVENTSTORE_TEST_URL)
    return { env: env(process.env.EVENTSTORE_TEST_URL), stop: () => Promise.resolve() };
  const double = await EventStoreDbDouble.start();
  return { env: env(double.patientUrl), stop: () => double.stop() };
}

/** The cookie that signing in over HTTP gives. */
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
    at: string,
    body: string | Uint8Array | undefined,
    headers: Headers_ = {},
  ): Promise<Answer<Body>> => {
    const known = await cookie();
    if (at.toLowerCase().startsWith('/api/live'))
      return headOf<Body>(url + at, method, { ...(known ? { cookie: known } : {}), ...headers });
    const response = await fetch(url + at, {
      method,
      redirect: 'manual',
      headers: { ...(known ? { cookie: known } : {}), ...headers },
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
    expectAnswerOfTable(method, at, answer);
    return answer;
  };
  return methodsOf(send);
}

/**
 * The stream of what is new has no end: its head is the answer. Not by `fetch`, which opens another
 * connection after one that it cut.
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
  const withBody = <Body>(method: string, at: string, body: unknown, headers: Headers_ = {}) =>
    body === undefined
      ? send<Body>(method, at, undefined, headers)
      : send<Body>(method, at, JSON.stringify(body), {
          'content-type': 'application/json',
          ...headers,
        });
  return {
    send,
    get: (at, headers) => send('GET', at, undefined, headers),
    post: (at, body, headers) => withBody('POST', at, body, headers),
    put: (at, body, headers) => withBody('PUT', at, body, headers),
    patch: (at, body, headers) => withBody('PATCH', at, body, headers),
    delete: (at, body, headers) => withBody('DELETE', at, body, headers),
  };
}

/** Everything that the `Link` header leads to, page after page. */
export async function everyPage<Row>(
  client: Client,
  first: string,
  rowsOf: (body: unknown) => Row[] = (body) => body as Row[],
): Promise<Row[]> {
  const rows: Row[] = [];
  for (let at: string | undefined = first; at !== undefined;) {
    const answer: Answer = await client.get(at);
    if (answer.status !== 200) throw new Error(`${at}: ${answer.status} ${answer.text}`);
    rows.push(...rowsOf(answer.body));
    at = nextOf(answer);
  }
  return rows;
}

export const nextOf = (answer: Answer): string | undefined =>
  /^<([^>]+)>; rel="next"$/.exec(answer.headers.get('link') ?? '')?.[1];

/** A member's donation through the API, as the office records it. */
export async function give(
  client: Client,
  userId: string,
  facts: Record<string, unknown> = {},
): Promise<Donation> {
  const answer = await client.post<Donation>('/api/admin/donations', {
    userId,
    amount: '25.00',
    date: '2025-03-02',
    ...facts,
  });
  if (answer.status !== 201) throw new Error(`not recorded: ${answer.status} ${answer.text}`);
  return answer.body;
}

/** A guest's donation through the API. */
export async function giveAsGuest(
  client: Client,
  name: string,
  facts: Record<string, unknown> = {},
): Promise<Donation> {
  const [guestFirstName, guestLastName] = name.split(' ');
  const answer = await client.post<Donation>('/api/donations', {
    guestFirstName,
    guestLastName,
    amount: '25.00',
    date: '2025-03-02',
    ...facts,
  });
  if (answer.status !== 201) throw new Error(`not recorded: ${answer.status} ${answer.text}`);
  return answer.body;
}

/**
 * A request under another `Host`, which fetch does not send: as browsers do for `grace.localhost`.
 */
export function under(app: Pick<TestApp, 'url'>, host: string, cookie?: string): Client {
  const { port, hostname } = new URL(app.url);
  const receive = <Body>(
    method: string,
    at: string,
    body?: string | Uint8Array,
    headers: Headers_ = {},
  ) =>
    new Promise<Answer<Body>>((resolve, reject) => {
      const sent = {
        host,
        ...(cookie ? { cookie } : {}),
        ...(body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }),
        ...headers,
      };
      const request = http.request(
        { hostname, port, method, path: at, headers: sent, agent: false },
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
