import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { startApp, type Answer, type Client, type TestApp } from '../../support/app.js';
import { sampleOfEachGroup } from '../../support/generated.js';
import { expectInLog } from '../../support/program/log.js';
import { sendForm } from '../../support/pictures.js';
import { filled, fillChurches, tableOfRoutes, type Route } from '../../support/routes.js';

/** What no person types, and what somebody will send all the same. */
const corpus: Record<string, string> = {
  'a NUL': 'a\0b',
  'a lone high surrogate': 'x\ud800',
  'a lone low surrogate': '\udfffy',
  'control characters': '\x07\x1b[31m\x7f',
  '100 kB': 'a'.repeat(100_000),
  'right to left': '\u202egnp.exe\u202c',
  'a formula': '=HYPERLINK("http://x","y")',
  'a formula of full width': '＝1＋1',
  markup: '"><img src=x onerror=alert(1)><script>alert(1)</script>',
  quotes: `' or 1=1 --`,
  'a header': 'x\r\nSet-Cookie: a=b',
  prototype: '__proto__',
  'a long number': '9'.repeat(400),
  infinity: '1e400',
  blanks: ' \u00a0\u200b\ufeff ',
  'many signs for one letter': `a${'\u0301'.repeat(500)}`,
  'the largest sign': '\u{10ffff}',
  wildcards: '%_%\\',
};

interface Schema {
  type?: string;
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
  enum?: unknown[];
  format?: string;
  additionalProperties?: Schema | boolean;
}

expectInLog(/a webhook with a bad or missing signature/);

let app: TestApp;
let ids: Record<string, string>;
let admin: Client;
let owner: Client;
beforeAll(async () => {
  app = await startApp();
  ids = await fillChurches(app);
  admin = app.as('admin@grace.test');
  owner = app.as('owner@platform.test');
});
afterAll(() => app.close());
const isBodiless = ({ method }: Route) => method === 'GET' || method === 'HEAD';

const jsonSchema = (schema: z.ZodType) =>
  z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Schema;
const clientFor = ({ access }: Route): Client =>
  access === 'public' ? app.visitor : access === 'organization.manage' ? owner : admin;
/** What ends the session that the next one needs, or never ends. */
const left = [
  'DELETE /api/auth/sessions',
  'GET /api/logout',
  'GET /api/admin/donation-imports/:id/events',
];
const routes = () => tableOfRoutes.filter(({ name }) => !left.includes(name));

/** A request with a string of the corpus in one place. */
interface Try {
  what: string;
  /** the route and the field, filter or path parameter that has the string */
  place: string;
  isThrottled: boolean;
  send: () => Promise<Answer>;
}

/**
 * The strings of the corpus that a normal run puts into each place; `GENERATED_TESTS=whole` puts
 * all of them.
 */
const stringsOfPlace = 3;
const sampleOfTries = (tries: Try[]) =>
  sampleOfEachGroup(tries, ({ place }) => place, stringsOfPlace);

/**
 * None of them may be more than a refusal. What is throttled (whatever is public, or asks for a
 * password) goes a few at a time with its counts begun anew, so that what lies behind the throttle
 * is reached.
 */
async function expectNoFault(
  tries: { what: string; isThrottled?: boolean; send: () => Promise<Answer> }[],
): Promise<void> {
  const faults: { what: string; status: number }[] = [];
  const run = async (batch: typeof tries) => {
    const answers = await Promise.all(
      batch.map(async ({ what, send }) => ({ what, status: (await send()).status })),
    );
    faults.push(...answers.filter(({ status }) => status >= 500 || status === 429));
  };
  const throttled = tries.filter(({ isThrottled }) => isThrottled);
  for (let at = 0; at < throttled.length; at += 4) {
    await app.db.platform((tx) => tx.sql('delete from rate_limit'));
    await app.db.platform((tx) => tx.sql('delete from email_request'));
    await run(throttled.slice(at, at + 4));
  }
  const others = tries.filter(({ isThrottled }) => !isThrottled);
  for (let at = 0; at < others.length; at += 10) await run(others.slice(at, at + 10));
  expect(faults).toEqual([]);
}

const isThrottled = ({ method, access, path }: Route) =>
  method !== 'GET' &&
  (access === 'public' || path.startsWith('/api/auth/') || /subscription/.test(path));

describe('a hostile string', () => {
  it('causes no server error in any filter or path, or as a body', async () => {
    const tries = routes().flatMap((route) => {
      const schema = route.definition.query;
      const fields = Object.keys((schema && jsonSchema(schema).properties) ?? {});
      const client = clientFor(route);
      const send = (path: string, body?: string) =>
        client.send(
          route.method,
          path,
          isBodiless(route) ? undefined : (body ?? '{}'),
          isBodiless(route) ? {} : { 'content-type': 'application/json' },
        );
      return Object.entries(corpus).flatMap(([name, text]) => {
        // the length of an address is limited, and an address cannot contain a lone surrogate
        const inAddress = encodeURIComponent(text.toWellFormed().slice(0, 2_000));
        const paths = [
          ...[...fields, inAddress].map((field, place) => ({
            place: `${route.name}?${place}`,
            path: `${filled(route, ids)}?${field}=${inAddress}`,
          })),
          ...(route.path.includes(':')
            ? [
                {
                  place: `${route.name}: path`,
                  path: filled({ ...route, path: route.path.replace(/:\w+/, '@') }, ids).replace(
                    '@',
                    inAddress,
                  ),
                },
              ]
            : []),
        ];
        return [
          ...paths.map(({ place, path }) => ({
            place,
            what: `${route.method} ${path.slice(0, 200)}: ${name}`,
            isThrottled: isThrottled(route),
            send: () => send(path),
          })),
          ...(isBodiless(route)
            ? []
            : [
                {
                  place: `${route.name}: body`,
                  what: `${route.name}: the body ${name}`,
                  isThrottled: isThrottled(route),
                  send: () => send(filled(route, ids), JSON.stringify(text)),
                },
              ]),
        ];
      });
    });
    expect(tries.length).toBeGreaterThan(2_000);
    await expectNoFault(sampleOfTries(tries));
  });

  it('causes no server error in addresses, headers, forms and files', async () => {
    const file = (name: string, text: string) => {
      const form = new FormData();
      form.set(
        'file',
        new Blob([
          `email,amount,paymentmethod,date,campaign,notes\n"${text.replaceAll('"', '""')}",25.00,Cash,2025-01-05,"${text.replaceAll('"', '""')}",x\n`,
        ]),
        name,
      );
      return form;
    };
    const upload = async (path: string, name: string, text: string): Promise<Answer> => {
      const request = new Request('http://x/', { method: 'POST', body: file(name, text) });
      return admin.send('POST', path, new Uint8Array(await request.arrayBuffer()), {
        'content-type': request.headers.get('content-type')!,
      });
    };
    const tries = Object.entries(corpus).flatMap(([name, text]) => {
      const inHeader = Buffer.from(text.toWellFormed().replace(/\p{Cc}/gu, ''), 'utf8')
        .toString('latin1')
        .slice(0, 4_000);
      return [
        {
          what: `an address: ${name}`,
          send: () =>
            app.visitor.get(`/${encodeURIComponent(text.toWellFormed().slice(0, 2_000))}`),
        },
        {
          what: `a picture’s address: ${name}`,
          send: () =>
            app.visitor.get(`/assets/${encodeURIComponent(text.toWellFormed().slice(0, 2_000))}`),
        },
        {
          what: `Idempotency-Key: ${name}`,
          send: () =>
            admin.post(
              '/api/pledges',
              { amount: '1.00', year: 2031 },
              { 'idempotency-key': inHeader },
            ),
        },
        {
          what: `If-Match: ${name}`,
          send: () =>
            admin.patch(
              `/api/admin/donations/${ids['api/admin/donations']!}`,
              { notes: 'x' },
              { 'if-match': inHeader },
            ),
        },
        {
          what: `Cookie and User-Agent: ${name}`,
          isThrottled: true,
          send: () =>
            app.visitor.post(
              '/api/login',
              { email: 'member@grace.test', password: 'correct horse battery' },
              { cookie: `sid=${inHeader.replace(/;/g, '')}`, 'user-agent': inHeader },
            ),
        },
        {
          what: `a form’s field: ${name}`,
          send: () =>
            sendForm(admin, '/api/site-images', [
              ['type', text],
              ['title', text],
              ['description', text],
              ['image', new Uint8Array([1, 2, 3])],
            ]),
        },
        {
          what: `an import’s name and cells: ${name}`,
          send: () => upload('/api/admin/donation-imports', `${text.slice(0, 3_000)}.csv`, text),
        },
        {
          what: `a members’ file: ${name}`,
          send: () =>
            upload('/api/admin/users/import?check=true', `${text.slice(0, 3_000)}.csv`, text),
        },
      ];
    });
    await expectNoFault(tries);
  });
});
