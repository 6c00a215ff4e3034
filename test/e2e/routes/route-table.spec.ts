import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { policy } from '#libs/contracts';
import { allRoutes, takesIdempotencyKey } from '#libs/contracts/routes';
import { startApp, type TestApp } from '../../support/app.js';
import { controllerMethodsOf, routesOfServer, tableOfRoutes } from '../../support/routes.js';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

/** What the server answers besides the table: the API documentation and the web client. */
const isOutsideTable = (name: string) =>
  /^GET \/api\/(docs|openapi\.json)/.test(name) || /^GET (?!\/(api|feeds|podcast)\b)/.test(name);

describe('the route table', () => {
  it('lists each method and path once', () => {
    const names = tableOfRoutes.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
  });

  it('lists every route that the started server has', () => {
    const listedNames = new Set(tableOfRoutes.map(({ name }) => name));
    const unknownRoutes = routesOfServer(app).filter(
      (name) => !listedNames.has(name) && !/^(HEAD|OPTIONS) /.test(name) && !isOutsideTable(name),
    );
    expect(unknownRoutes).toEqual([]);
  });

  it('lists only routes that the started server has', () => {
    const served = new Set(routesOfServer(app));
    expect(tableOfRoutes.map(({ name }) => name).filter((name) => !served.has(name))).toEqual([]);
  });

  it('contains the route of every controller method', () => {
    const methods = controllerMethodsOf(app);
    expect(methods.filter(({ definition }) => !definition).map(({ name }) => name)).toEqual([]);
    expect(new Set(methods.map(({ definition }) => definition))).toEqual(new Set(allRoutes));
  });

  it('names only permissions of the policy', () => {
    const named = allRoutes
      .map(({ access }) => access)
      .filter((access) => access !== 'public' && access !== 'signed in');
    expect(named.filter((access) => !(access in policy))).toEqual([]);
  });

  it('gives an Idempotency-Key to writes whose answer is stored', () => {
    const wrongMethods = controllerMethodsOf(app)
      .filter(({ definition }) => definition && writesForUser(definition))
      .filter(
        ({ definition, hasOwnTransaction }) =>
          takesIdempotencyKey(definition!) === hasOwnTransaction,
      );
    expect(wrongMethods.map(({ name }) => name)).toEqual([]);
  });
});

const writesForUser = ({ method, access }: (typeof allRoutes)[number]) =>
  method !== 'GET' && method !== 'HEAD' && access !== 'public';

describe('OPTIONS', () => {
  it.each([
    ['/api/sermons', 'GET, HEAD, POST, OPTIONS'],
    ['/api/sermons/01a1fc63-f841-71e3-ad8c-fa6353f799cd', 'GET, HEAD, PUT, DELETE, OPTIONS'],
    ['/API/Sermons/bulk/', 'POST, OPTIONS'],
    ['/api/uploads/x', 'HEAD, PATCH, DELETE, OPTIONS'],
    ['/api/mail/inbound', 'POST, OPTIONS'],
    ['/feeds/secret.ics', 'GET, HEAD, OPTIONS'],
  ])('at %s answers 204 with Allow: %s', async (path, allow) => {
    const answer = await app.visitor.send('OPTIONS', path, undefined);
    expect(answer).toMatchObject({ status: 204, text: '' });
    expect(answer.headers.get('allow')).toBe(allow);
  });

  it('answers 204 at every path of the table', async () => {
    const paths = new Set(tableOfRoutes.map(({ path }) => path.replace(/:\w+/g, 'x')));
    for (const path of paths) {
      const { status, headers } = await app.visitor.send('OPTIONS', path, undefined);
      expect({ path, status, allow: headers.get('allow') }).toEqual({
        path,
        status: 204,
        allow: expect.stringContaining('OPTIONS'),
      });
    }
  });

  it('answers 404 at an unknown path', async () => {
    const { status, headers } = await app.visitor.send('OPTIONS', '/api/nothing', undefined);
    expect({ status, allow: headers.get('allow') }).toEqual({ status: 404, allow: null });
  });
});
