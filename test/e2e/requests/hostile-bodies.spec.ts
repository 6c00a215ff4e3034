import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { startApp, type Answer, type Client, type TestApp } from '../../support/app.js';
import { sampleOfEachGroup } from '../../support/generated.js';
import { expectInLog } from '../../support/program/log.js';
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

const good: Record<string, unknown> = {
  email: 'new@grace.test',
  emails: ['new@grace.test'],
  password: 'a good long one',
  phone: '555-123-4567',
  amount: '1.00',
  goal: '1.00',
  date: '2025-01-05',
  startDate: '2025-01-05',
  endDate: '2025-02-05',
  year: 2025,
  customDomain: 'church.example',
  domain: 'church.example',
  website: 'https://church.example',
  code: '123456',
  slug: 'zion',
  token: 'x'.repeat(43),
  plan: 'basic',
  key: 'facebook_url',
  value: 'https://facebook.com/x',
};
/** A body that is right, as far as its schema tells. */
function sample(schema: Schema, name = ''): unknown {
  if (name === 'userId') return ids.userId;
  if (name in good) return good[name];
  if (schema.enum) return schema.enum[0];
  if (schema.anyOf) return sample(schema.anyOf[0]!, name);
  if (schema.type === 'object' || schema.properties)
    return Object.fromEntries(
      Object.entries(schema.properties ?? {}).map(([key, one]) => [key, sample(one, key)]),
    );
  if (schema.type === 'array') return [sample(schema.items ?? {})];
  if (schema.type === 'number' || schema.type === 'integer') return 1;
  if (schema.type === 'boolean') return true;
  return schema.format === 'uuid' ? ids.userId : 'Some words';
}
/** The same body once for each of its fields, however deep, with the string in it. */
function* withString(body: unknown, text: string): Generator {
  if (Array.isArray(body)) {
    for (let n = 0; n < body.length; n++)
      for (const one of withString(body[n], text))
        yield body.map((kept: unknown, at) => (at === n ? one : kept));
  } else if (typeof body === 'object' && body !== null) {
    for (const [key, value] of Object.entries(body))
      for (const one of withString(value, text)) yield { ...body, [key]: one };
    yield { ...body, [text]: text };
  } else yield text;
}

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
  it('causes no server error in any field of any body', async () => {
    const tries = routes().flatMap((route) => {
      const schema = route.definition.body;
      if (!schema) return [];
      const body = sample(jsonSchema(schema));
      return Object.entries(corpus).flatMap(([name, text]) =>
        [...withString(body, text)].map((one, field) => ({
          place: `${route.name} ${field}`,
          what: `${route.name}: ${name}: ${JSON.stringify(one).slice(0, 200)}`,
          isThrottled: isThrottled(route),
          send: () =>
            clientFor(route).send(route.method, filled(route, ids), JSON.stringify(one), {
              'content-type': 'application/json',
            }),
        })),
      );
    });
    expect(tries.length).toBeGreaterThan(2_000);
    await expectNoFault(sampleOfTries(tries));
  });
});
