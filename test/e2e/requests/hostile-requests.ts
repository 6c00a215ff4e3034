import { expect } from '@jest/globals';
import { z } from 'zod';
import { startApp, type Answer, type Client, type TestApp } from '../../support/app.js';
import { sampleOfEachGroup } from '../../support/generated.js';
import { fillChurches, tableOfRoutes, type Route } from '../../support/routes.js';

/** Strings that users do not type, but that attackers and faulty programs send. */
export const hostileStrings: Record<string, string> = {
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

/** The part of a JSON schema that the tests read. */
export interface JsonSchema {
  type?: string;
  properties?: Record<string, JsonSchema>;
  items?: JsonSchema;
  anyOf?: JsonSchema[];
  enum?: unknown[];
  format?: string;
  additionalProperties?: JsonSchema | boolean;
}

/** Returns the JSON schema of what clients send for a Zod schema. */
export const toJsonSchema = (schema: z.ZodType): JsonSchema =>
  z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema;

/** Routes that end the session that the next request needs, or whose answer never ends. */
const skippedRoutes = [
  'DELETE /api/auth/sessions',
  'GET /api/logout',
  'GET /api/admin/donation-imports/:id/events',
];

/** Returns the routes to which hostile strings are sent. */
export const routesToAttack = (): Route[] =>
  tableOfRoutes.filter(({ name }) => !skippedRoutes.includes(name));

/** Returns whether requests to a route are limited: public routes, and those with a password. */
export const isThrottled = ({ method, access, path }: Route): boolean =>
  method !== 'GET' &&
  (access === 'public' || path.startsWith('/api/auth/') || /subscription/.test(path));

/** A request with a hostile string in one place. */
export interface HostileRequest {
  label: string;
  /** the route and the field, filter or path parameter that has the string */
  place: string;
  isThrottled: boolean;
  send: () => Promise<Answer>;
}

/**
 * The strings that a normal run puts into each place; `GENERATED_TESTS=whole` puts all of them.
 */
const stringsOfPlace = 3;

/** Returns some of the requests, the same number for each place. */
export const sampleOfRequests = (requests: HostileRequest[]): HostileRequest[] =>
  sampleOfEachGroup(requests, ({ place }) => place, stringsOfPlace);

/** A request without a place, for tests that send all of their requests. */
type UnplacedRequest = Pick<HostileRequest, 'label' | 'send'> & { isThrottled?: boolean };

/** An application with data in every table, and what the tests send to it. */
export interface AttackedApp {
  app: TestApp;
  /** the ids that the paths of the routes need */
  ids: Record<string, string>;
  admin: Client;
  /** Returns a client that has access to the route. */
  clientFor: (route: Route) => Client;
  /**
   * Sends the requests, and expects that each one is accepted or refused, without a server error.
   * Limited requests are sent a few at a time, and the counters of the rate limits are deleted
   * between them, so that the code after the rate limit is reached.
   */
  expectNoFault: (requests: UnplacedRequest[]) => Promise<void>;
}

/** Starts an application with filled churches, to which the tests send hostile strings. */
export async function startAttackedApp(): Promise<AttackedApp> {
  const app = await startApp();
  const ids = await fillChurches(app);
  const admin = app.as('admin@grace.test');
  const superAdmin = app.as('owner@platform.test');
  return {
    app,
    ids,
    admin,
    clientFor: ({ access }) => {
      if (access === 'public') return app.visitor;
      return access === 'organization.manage' ? superAdmin : admin;
    },
    expectNoFault: async (requests) => {
      const faults: { label: string; status: number }[] = [];
      const run = async (batch: UnplacedRequest[]) => {
        const answers = await Promise.all(
          batch.map(async ({ label, send }) => ({ label, status: (await send()).status })),
        );
        faults.push(...answers.filter(({ status }) => status >= 500 || status === 429));
      };
      const throttled = requests.filter((request) => request.isThrottled);
      for (let start = 0; start < throttled.length; start += 4) {
        await app.db.platform((tx) => tx.sql('delete from rate_limit'));
        await app.db.platform((tx) => tx.sql('delete from email_request'));
        await run(throttled.slice(start, start + 4));
      }
      const otherRequests = requests.filter((request) => !request.isThrottled);
      for (let start = 0; start < otherRequests.length; start += 10) {
        await run(otherRequests.slice(start, start + 10));
      }
      expect(faults).toEqual([]);
    },
  };
}
