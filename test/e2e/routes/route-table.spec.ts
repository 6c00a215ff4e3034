import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { policy } from '#libs/contracts';
import { allRoutes, takesIdempotencyKey } from '#libs/contracts/routes';
import { startApp, type TestApp } from '../../support/app.js';
import { handlersOf, routesOfServer, tableOfRoutes } from '../../support/routes.js';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

/** What the server answers besides the table: the API documentation and the web client. */
const isBesidesTable = (name: string) =>
  /^GET \/api\/(docs|openapi\.json)/.test(name) || /^GET (?!\/(api|feeds|podcast)\b)/.test(name);

describe('the route table', () => {
  it('lists each method and path once', () => {
    const names = tableOfRoutes.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
  });

  it('lists every route that the started server has', () => {
    const known = new Set(tableOfRoutes.map(({ name }) => name));
    const unknown = routesOfServer(app).filter(
      (name) => !known.has(name) && !/^(HEAD|OPTIONS) /.test(name) && !isBesidesTable(name),
    );
    expect(unknown).toEqual([]);
  });

  it('lists no route that the started server does not have', () => {
    const served = new Set(routesOfServer(app));
    expect(tableOfRoutes.map(({ name }) => name).filter((name) => !served.has(name))).toEqual([]);
  });

  it('is where every method of a controller that answers requests takes its route from', () => {
    const handlers = handlersOf(app);
    expect(handlers.filter(({ definition }) => !definition).map(({ name }) => name)).toEqual([]);
    expect(new Set(handlers.map(({ definition }) => definition))).toEqual(new Set(allRoutes));
  });

  it('names only permissions of the policy', () => {
    const named = allRoutes
      .map(({ access }) => access)
      .filter((access) => access !== 'public' && access !== 'signed in');
    expect(named.filter((access) => !(access in policy))).toEqual([]);
  });

  it('says of a write that it takes an Idempotency-Key if its answer is kept with its transaction', () => {
    const wrong = handlersOf(app)
      .filter(({ definition }) => definition && writesForUser(definition))
      .filter(
        ({ definition, hasOwnTransaction }) =>
          takesIdempotencyKey(definition!) === hasOwnTransaction,
      );
    expect(wrong.map(({ name }) => name)).toEqual([]);
  });
});

const writesForUser = ({ method, access }: (typeof allRoutes)[number]) =>
  method !== 'GET' && method !== 'HEAD' && access !== 'public';
