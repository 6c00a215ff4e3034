import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Invited } from '#libs/contracts';
import { startApp, type TestApp } from '../../../support/app.js';
import { queuedEmails } from '../../../support/email/emails.js';

let app: TestApp;
beforeAll(async () => {
  app = await startApp({
    env: { BASE_URL: 'https://app.example.org', PORTAL_HOST: 'portal.example.org' },
  });
  const grace = await app.church('grace', { name: 'Grace' });
  await app.person(grace, {
    email: 'office@grace.test',
    role: 'secretary',
    firstName: 'Esther',
    lastName: 'Vashti',
  });
  await app.person(grace, { email: 'member@grace.test' });
  await app.person(grace, { email: 'byhand@grace.test', signsIn: false });
});
afterAll(() => app.close());

const invite = (emails: unknown) =>
  app.as('office@grace.test').post<Invited>('/api/admin/invitations', { emails });
const allEmails = () => queuedEmails(app.database);

describe('an invitation', () => {
  it('sends one email with the church’s link to each address without an account here', async () => {
    expect((await app.as('office@grace.test').get('/api/admin/invitations/link')).body).toEqual({
      url: 'https://grace.example.org/join/grace',
    });
    const answer = await invite([
      'New@Grace.test',
      'new@grace.test',
      'byhand@grace.test',
      'member@grace.test',
    ]);
    expect(answer).toMatchObject({
      status: 200,
      body: { invited: 2, known: ['member@grace.test'] },
    });
    // the emails except those of the last test
    const sentEmails = (await allEmails()).filter(({ to }) => !to.endsWith('@x.test'));
    expect(sentEmails.map(({ to }) => to).sort()).toEqual(['byhand@grace.test', 'new@grace.test']);
    for (const email of sentEmails)
      expect(email).toMatchObject({
        button: { url: 'https://grace.example.org/join/grace' },
        paragraphs: expect.arrayContaining([
          expect.stringContaining('Secretary Esther Vashti invites you'),
        ]),
      });
  });

  it.each([
    [[]],
    [['no address']],
    ['new@grace.test'],
    [[7]],
    [Array.from({ length: 51 }, (_, n) => `p${n}@x.test`)],
  ])('is refused for %j', async (emails) => {
    const before = (await allEmails()).length;
    expect((await invite(emails)).status).toBe(400);
    expect(await allEmails()).toHaveLength(before);
  });

  it('needs a permission, and is limited, even for simultaneous requests', async () => {
    expect(
      (await app.as('member@grace.test').post('/api/admin/invitations', { emails: ['x@y.test'] }))
        .status,
    ).toBe(403);
    const batches = await Promise.all(
      [1, 2, 3, 4, 5, 6].map((batch) =>
        invite(Array.from({ length: 45 }, (_, n) => `p${batch}-${n}@x.test`)),
      ),
    );
    expect(batches.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 429, 429]);
  });
});
