import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { expectInLog } from '../../support/program/log.js';
import { filled } from '../../support/routes.js';
import {
  hostileStrings,
  isThrottled,
  routesToAttack,
  sampleOfRequests,
  toJsonSchema,
  type JsonSchema,
  startAttackedApp,
  type AttackedApp,
} from './hostile-requests.js';

expectInLog(/a webhook with a bad or missing signature/);

let target: AttackedApp;
beforeAll(async () => {
  target = await startAttackedApp();
});
afterAll(() => target.app.close());

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
/**
 * Returns a body that is valid for a schema. It may break rules that the schema does not contain.
 */
function sample(schema: JsonSchema, name = ''): unknown {
  if (name === 'userId') return target.ids.userId;
  if (name in good) return good[name];
  if (schema.enum) return schema.enum[0];
  if (schema.anyOf) return sample(schema.anyOf[0]!, name);
  if (schema.type === 'object' || schema.properties)
    return Object.fromEntries(
      Object.entries(schema.properties ?? {}).map(([key, property]) => [
        key,
        sample(property, key),
      ]),
    );
  if (schema.type === 'array') return [sample(schema.items ?? {})];
  if (schema.type === 'number' || schema.type === 'integer') return 1;
  if (schema.type === 'boolean') return true;
  return schema.format === 'uuid' ? target.ids.userId : 'Some words';
}
/** Returns the body once for each of its fields at any depth, with the string in this field. */
function* withString(body: unknown, text: string): Generator {
  if (Array.isArray(body)) {
    for (let n = 0; n < body.length; n++)
      for (const variant of withString(body[n], text))
        yield body.map((kept: unknown, index) => (index === n ? variant : kept));
  } else if (typeof body === 'object' && body !== null) {
    for (const [key, value] of Object.entries(body))
      for (const variant of withString(value, text)) yield { ...body, [key]: variant };
    yield { ...body, [text]: text };
  } else yield text;
}

describe('a hostile string', () => {
  it('causes no server error in any field of any body', async () => {
    const tries = routesToAttack().flatMap((route) => {
      const schema = route.definition.body;
      if (!schema) return [];
      const body = sample(toJsonSchema(schema));
      return Object.entries(hostileStrings).flatMap(([name, text]) =>
        [...withString(body, text)].map((changedBody, field) => ({
          place: `${route.name} ${field}`,
          label: `${route.name}: ${name}: ${JSON.stringify(changedBody).slice(0, 200)}`,
          isThrottled: isThrottled(route),
          send: () =>
            target
              .clientFor(route)
              .send(route.method, filled(route, target.ids), JSON.stringify(changedBody), {
                'content-type': 'application/json',
              }),
        })),
      );
    });
    expect(tries.length).toBeGreaterThan(2_000);
    await target.expectNoFault(sampleOfRequests(tries));
  });
});
