import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { metricsToken, startApp, under, type TestApp } from '../support/app.js';
import { addSiteImage } from '../support/pictures.js';

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ env: { BASE_URL: 'http://members.example' } });
  const grace = await app.church('grace');
  for (const role of ['admin', 'secretary', 'member'] as const)
    await app.person(grace, { email: `${role}@grace.test`, role });
  await app.person(grace, { email: 'pending@grace.test', isApproved: false });
  await app.superAdmin('owner@platform.test');
});
afterAll(() => app.close());

describe('the metrics', () => {
  it('require the configured token, from every address', async () => {
    for (const headers of [
      {},
      { authorization: `Bearer ${metricsToken}x` },
      { authorization: metricsToken },
      { 'x-forwarded-for': '127.0.0.1' },
    ]) {
      expect((await app.visitor.get('/metrics', headers as Record<string, string>)).status).toBe(
        401,
      );
    }
    expect(
      (await app.visitor.get('/metrics', { authorization: `Bearer ${metricsToken}` })).text,
    ).toContain('http_request_duration_seconds');
    const without = await startApp({
      env: { BASE_URL: 'http://members.example', METRICS_TOKEN: '' },
    });
    try {
      for (const headers of [{}, { authorization: 'Bearer ' }])
        expect(
          (await without.visitor.get('/metrics', headers as Record<string, string>)).status,
        ).toBe(404);
    } finally {
      await without.close();
    }
    const ownApp = await startApp();
    try {
      expect((await ownApp.visitor.get('/metrics')).status).toBe(200);
      expect((await ownApp.visitor.get('/api/openapi.json')).status).toBe(200);
    } finally {
      await ownApp.close();
    }
  });
});

describe('the API documentation', () => {
  it.each(['/api/docs', '/API/Docs/', '/api/openapi.json', '/api/docs/swagger-ui.css'])(
    'is visible only to signed-in admins: %s',
    async (path) => {
      expect((await app.visitor.get(path)).status).toBe(401);
      for (const user of ['secretary', 'member', 'pending'])
        expect((await app.as(`${user}@grace.test`).get(path)).status).toBe(403);
      for (const email of ['admin@grace.test', 'owner@platform.test'])
        expect((await app.as(email).get(path)).status).toBe(200);
    },
  );
});

describe('the cache of browsers and proxies', () => {
  it('contains no answers of the API, even if a path is written in other case', async () => {
    for (const path of [
      '/api/auth/user',
      '/API/auth/user',
      '/api/Settings',
      '/api/nowhere',
      '/api/auth/user/',
      '/health',
    ]) {
      expect({
        path,
        kept: (await app.as('member@grace.test').get(path)).headers.get('cache-control'),
      }).toEqual({ path, kept: 'no-store' });
    }
  });

  it('contains private pictures for at most a day', async () => {
    const { imageUrl } = await addSiteImage(app.as('admin@grace.test'), 'logo', 'Logo');
    const cacheControl = (
      await under(app, 'grace.members.example', await app.cookieOf('admin@grace.test')).get(
        imageUrl,
      )
    ).headers.get('cache-control')!;
    expect(cacheControl).toContain('private');
    expect(Number(/max-age=(\d+)/.exec(cacheControl)![1])).toBeLessThanOrEqual(86_400);
  });
});
