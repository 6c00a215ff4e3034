import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Settings, User } from '#libs/contracts';
import { password, startApp, under, type Client, type TestApp } from '../../support/app.js';

let app: TestApp;
let grace: string;
let admin: Client;
let hope: Client;
beforeAll(async () => {
  app = await startApp();
  for (const slug of ['grace', 'hope']) {
    const church = await app.church(slug, { name: `Church of ${slug}` });
    await app.person(church, { email: `admin@${slug}.test`, role: 'admin' });
    if (slug === 'grace') grace = church;
  }
  await app.database.asSuperuser('insert into host values ($1, $2)', ['www.grace.test', grace]);
  [admin, hope] = [app.as('admin@grace.test'), app.as('admin@hope.test')];
});
afterAll(() => app.close());

const setActive = (isActive: boolean) =>
  app.database.asSuperuser('update organization set is_active = $1 where id = $2', [
    isActive,
    grace,
  ]);
const statusOf = async (client: Client) => (await client.get<User>('/api/auth/user')).status;
const nameAt = async (host: string) =>
  (await under(app, host).get<Settings>('/api/settings')).body.churchName;
const signIn = () => app.visitor.post('/api/login', { email: 'admin@grace.test', password });

describe('a church that an operator has made inactive', () => {
  beforeAll(async () => {
    expect(await statusOf(admin)).toBe(200);
    await setActive(false);
  });

  it('is not reached with sessions that began before', async () => {
    expect(await statusOf(admin)).toBe(401);
    expect((await admin.get('/api/admin/users')).status).toBe(401);
    expect((await admin.post('/api/nuggets', {})).status).toBe(401);
  });

  it('is not reached by signing in', async () => {
    expect((await signIn()).status).not.toBe(200);
  });

  it('is not found at its subdomain', async () => {
    expect(await nameAt('grace.localhost')).not.toBe('Church of grace');
  });

  it('keeps its own domain, so that nobody signs in to another church there', async () => {
    expect(await nameAt('www.grace.test')).toBe('Church of grace');
    const atDomain = under(app, 'www.grace.test');
    for (const email of ['admin@grace.test', 'admin@hope.test'])
      expect((await atDomain.post('/api/login', { email, password })).status).not.toBe(200);
    const churches = await atDomain.get('/api/churches');
    expect(churches.text).not.toContain('Church of hope');
  });

  it('does not affect another church', async () => {
    expect(await statusOf(hope)).toBe(200);
    expect(await nameAt('hope.localhost')).toBe('Church of hope');
  });

  it('is as before when it is active again', async () => {
    await setActive(true);
    expect(await statusOf(admin)).toBe(200);
    expect(await nameAt('www.grace.test')).toBe('Church of grace');
    expect((await signIn()).status).toBe(200);
  });
});
