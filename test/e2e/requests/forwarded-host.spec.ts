import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startApp, type TestApp } from '../../support/app.js';
import { expectInLog } from '../../support/program/log.js';

expectInLog(/"code":"cross-site"/);

describe.each([
  ['with TRUST_PROXY', true],
  ['without TRUST_PROXY', false],
])('X-Forwarded-Host %s', (_title, isTrusted) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp({ env: isTrusted ? { TRUST_PROXY: '127.0.0.1' } : {} });
    await app.church('grace', { name: 'Grace' });
  });
  afterAll(() => app.close());

  const postFrom = async (origin: string, forwardedHost: string) => {
    const answer = await app.visitor.post<{ code?: string }>(
      '/api/login',
      { email: 'nobody@grace.test', password: 'wrong password of nobody' },
      { 'x-forwarded-host': forwardedHost, origin },
    );
    return answer.body.code === 'cross-site' ? 'refused' : 'taken';
  };

  it(`${isTrusted ? 'chooses' : 'does not choose'} the church`, async () => {
    const { body } = await app.visitor.get<{ churchName: string }>('/api/settings', {
      'x-forwarded-host': 'grace.localhost',
    });
    expect(body.churchName).toBe(isTrusted ? 'Grace' : 'Church Connect');
  });

  it('is compared with the origin of a POST only if it is from a trusted proxy', async () => {
    expect(await postFrom('https://grace.localhost', 'grace.localhost')).toBe(
      isTrusted ? 'taken' : 'refused',
    );
    expect(await postFrom('https://grace.localhost', 'GRACE.localhost:443')).toBe(
      isTrusted ? 'taken' : 'refused',
    );
    expect(await postFrom('https://evil.example', 'grace.localhost')).toBe('refused');
    expect(await postFrom(app.url, 'grace.localhost')).toBe(isTrusted ? 'refused' : 'taken');
  });
});
