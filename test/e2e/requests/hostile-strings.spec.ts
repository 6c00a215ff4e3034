import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Answer } from '../../support/app.js';
import { expectInLog } from '../../support/program/log.js';
import { sendForm } from '../../support/pictures.js';
import { filled, type Route } from '../../support/routes.js';
import {
  hostileStrings,
  isThrottled,
  routesToAttack,
  sampleOfRequests,
  toJsonSchema,
  startAttackedApp,
  type AttackedApp,
} from './hostile-requests.js';

expectInLog(/a webhook with a bad or missing signature/);

let target: AttackedApp;
beforeAll(async () => {
  target = await startAttackedApp();
});
afterAll(() => target.app.close());

const isBodiless = ({ method }: Route) => method === 'GET' || method === 'HEAD';

describe('a hostile string', () => {
  it('causes no server error in any filter or path, or as a body', async () => {
    const tries = routesToAttack().flatMap((route) => {
      const schema = route.definition.query;
      const fields = Object.keys((schema && toJsonSchema(schema).properties) ?? {});
      const client = target.clientFor(route);
      const send = (path: string, body?: string) =>
        client.send(
          route.method,
          path,
          isBodiless(route) ? undefined : (body ?? '{}'),
          isBodiless(route) ? {} : { 'content-type': 'application/json' },
        );
      return Object.entries(hostileStrings).flatMap(([name, text]) => {
        // the length of an address is limited, and an address cannot contain a lone surrogate
        const inAddress = encodeURIComponent(text.toWellFormed().slice(0, 2_000));
        const paths = [
          ...[...fields, inAddress].map((field, place) => ({
            place: `${route.name}?${place}`,
            path: `${filled(route, target.ids)}?${field}=${inAddress}`,
          })),
          ...(route.path.includes(':')
            ? [
                {
                  place: `${route.name}: path`,
                  path: filled(
                    { ...route, path: route.path.replace(/:\w+/, '@') },
                    target.ids,
                  ).replace('@', inAddress),
                },
              ]
            : []),
        ];
        return [
          ...paths.map(({ place, path }) => ({
            place,
            label: `${route.method} ${path.slice(0, 200)}: ${name}`,
            isThrottled: isThrottled(route),
            send: () => send(path),
          })),
          ...(isBodiless(route)
            ? []
            : [
                {
                  place: `${route.name}: body`,
                  label: `${route.name}: the body ${name}`,
                  isThrottled: isThrottled(route),
                  send: () => send(filled(route, target.ids), JSON.stringify(text)),
                },
              ]),
        ];
      });
    });
    expect(tries.length).toBeGreaterThan(2_000);
    await target.expectNoFault(sampleOfRequests(tries));
  });

  it('causes no server error in addresses, headers, forms and files', async () => {
    const file = (name: string, text: string) => {
      const form = new FormData();
      form.set(
        'file',
        new Blob([
          `email,amount,paymentmethod,date,campaign,notes\n"${text.replaceAll('"', '""')}",` +
            `25.00,Cash,2025-01-05,"${text.replaceAll('"', '""')}",x\n`,
        ]),
        name,
      );
      return form;
    };
    const upload = async (path: string, name: string, text: string): Promise<Answer> => {
      const request = new Request('http://x/', { method: 'POST', body: file(name, text) });
      return target.admin.send('POST', path, new Uint8Array(await request.arrayBuffer()), {
        'content-type': request.headers.get('content-type')!,
      });
    };
    const tries = Object.entries(hostileStrings).flatMap(([name, text]) => {
      const inHeader = Buffer.from(text.toWellFormed().replace(/\p{Cc}/gu, ''), 'utf8')
        .toString('latin1')
        .slice(0, 4_000);
      return [
        {
          label: `an address: ${name}`,
          send: () =>
            target.app.visitor.get(`/${encodeURIComponent(text.toWellFormed().slice(0, 2_000))}`),
        },
        {
          label: `a picture’s address: ${name}`,
          send: () =>
            target.app.visitor.get(
              `/assets/${encodeURIComponent(text.toWellFormed().slice(0, 2_000))}`,
            ),
        },
        {
          label: `Idempotency-Key: ${name}`,
          send: () =>
            target.admin.post(
              '/api/pledges',
              { amount: '1.00', year: 2031 },
              { 'idempotency-key': inHeader },
            ),
        },
        {
          label: `If-Match: ${name}`,
          send: () =>
            target.admin.patch(
              `/api/admin/donations/${target.ids['api/admin/donations']!}`,
              { notes: 'x' },
              { 'if-match': inHeader },
            ),
        },
        {
          label: `Cookie and User-Agent: ${name}`,
          isThrottled: true,
          send: () =>
            target.app.visitor.post(
              '/api/login',
              { email: 'member@grace.test', password: 'correct horse battery' },
              { cookie: `sid=${inHeader.replace(/;/g, '')}`, 'user-agent': inHeader },
            ),
        },
        {
          label: `a form’s field: ${name}`,
          send: () =>
            sendForm(target.admin, '/api/site-images', [
              ['type', text],
              ['title', text],
              ['description', text],
              ['image', new Uint8Array([1, 2, 3])],
            ]),
        },
        {
          label: `an import’s name and cells: ${name}`,
          send: () => upload('/api/admin/donation-imports', `${text.slice(0, 3_000)}.csv`, text),
        },
        {
          label: `a members’ file: ${name}`,
          send: () =>
            upload('/api/admin/users/import?check=true', `${text.slice(0, 3_000)}.csv`, text),
        },
      ];
    });
    await target.expectNoFault(tries);
  });
});
