import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startApp, type TestApp } from '../../support/app.js';

let app: TestApp;
beforeAll(async () => {
  app = await startApp({
    env: {
      BASE_URL: 'https://app.example.org',
      PORTAL_HOST: 'join.example.org',
      TRUST_PROXY: '127.0.0.1',
    },
  });
});
afterAll(() => app.close());

describe('Strict-Transport-Security', () => {
  it.each([
    ['app.example.org', 'max-age=31536000; includeSubDomains'],
    ['grace.example.org', 'max-age=31536000; includeSubDomains'],
    ['www.grace-church.example', 'max-age=31536000'],
  ])('for the host %s is %s', async (host, value) => {
    const { headers } = await app.visitor.get('/health', { 'x-forwarded-host': host });
    expect(headers.get('strict-transport-security')).toBe(value);
  });
});
