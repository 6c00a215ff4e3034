import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ChurchDomain, Organization, SignedUpChurch, User } from '#libs/contracts';
import { startNotes } from '../../../src/ops/start-notes.js';
import { startApp, under, type TestApp } from '../../support/app.js';

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ env: { BASE_URL: 'http://members.localhost:8080' } });
  await app.superAdmin('owner@platform.test');
  await app.person(await app.church('grace'), { email: 'admin@grace.test', role: 'admin' });
});
afterAll(() => app.close());

const signUp = (organizationName: string) =>
  under(app, 'portal.localhost').post<SignedUpChurch>('/api/organizations/signup', {
    organizationName,
    contactName: 'Not Welcome',
    email: 'attacker@evil.test',
    customDomain: 'evil.test',
    memberCount: '1-50',
    selectedPlan: 'basic',
  });

describe('the hosts of BASE_URL and PORTAL_HOST', () => {
  it('cannot be a slug or a domain of a church', async () => {
    for (const name of ['Members', 'Portal', ' MEMBERS! ']) {
      expect(await signUp(name)).toMatchObject({
        status: 400,
        body: { message: 'This organization name cannot be used. Please choose another.' },
      });
    }
    for (const slug of ['members', 'portal']) {
      expect(
        await app.as('owner@platform.test').post('/api/organizations', { name: 'Members', slug }),
      ).toMatchObject({
        status: 400,
        body: { message: 'This slug is reserved. Please choose another.' },
      });
    }
    expect(
      await app
        .as('admin@grace.test')
        .put<ChurchDomain>('/api/church/domain', { domain: 'members.localhost' }),
    ).toMatchObject({ status: 400 });
  });

  it('never lead to a church that has registered one; the start logs the conflict', async () => {
    const church = await app.church('members', { name: 'The Taker' });
    await app.person(church, { email: 'taker@evil.test', role: 'admin' });
    await app.database.asSuperuser(
      `insert into host (name, organization_id) values ('members.localhost', $1)`,
      [church],
    );
    const cookie = await app.cookieOf('admin@grace.test');
    expect(await under(app, 'members.localhost', cookie).get<User>('/api/auth/user')).toMatchObject(
      { status: 200, body: { email: 'admin@grace.test' } },
    );
    expect(
      (await under(app, 'members.localhost').get<{ churchName: string }>('/api/settings')).body
        .churchName,
    ).not.toBe('The Taker');
    expect(await startNotes(app.db, app.config)).toEqual([
      expect.stringMatching(/^The Taker is registered as "members.localhost"/),
    ]);
    expect(
      (await app.as('owner@platform.test').get<Organization[]>('/api/organizations')).body,
    ).toHaveLength(2);
  });
});
