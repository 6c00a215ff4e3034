import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { User } from '#libs/contracts';
import { password, under } from '../../../support/app.js';
import { until } from '../../../support/until.js';
import { startEmailChanges, type EmailChanges } from './changed-email-addresses.js';

let changes: EmailChanges;
beforeAll(async () => {
  changes = await startEmailChanges();
});
afterAll(() => changes.app.close());
beforeEach(() => changes.app.db.platform((tx) => tx.sql('delete from rate_limit')));

describe('an address that is already used', () => {
  it('is refused in the same church, and cannot be taken from another account', async () => {
    const { id, email, client } = await changes.addNewcomer();
    expect(await changes.enterAddress(id, 'secretary@grace.test')).toMatchObject({ status: 409 });
    expect(await changes.enterAddress(id, 'admin@hope.test')).toMatchObject({
      status: 200,
      body: { email: 'admin@hope.test', emailVerified: false },
    });
    expect(
      await changes.confirmAddress(client, await changes.waitForToken('admin@hope.test')),
    ).toMatchObject({
      status: 409,
      body: { code: 'conflict' },
    });
    expect([
      (await changes.login(email)).status,
      (await changes.login('admin@hope.test')).status,
    ]).toEqual([200, 200]);
    expect((await client.get('/api/auth/user')).status).toBe(200);
  });

  it('is confirmed for only one of two accounts', async () => {
    const newcomer = await changes.addNewcomer();
    const other = await changes.app.person(changes.hope, { email: 'other.one@hope.test' });
    const next = 'wanted.by.both@grace.test';
    await changes.enterAddress(newcomer.id, next);
    const first = await changes.waitForToken(next);
    await changes.enterAddress(other.id, next, changes.app.as('admin@hope.test'));
    const second = await changes.waitForToken(next);
    const answers = await Promise.all([
      changes.confirmAddress(newcomer.client, first),
      changes.confirmAddress(changes.app.as(other.email), second),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 409]);
    const winner = answers[0].status === 204 ? newcomer.email : other.email;
    const loser = winner === newcomer.email ? other.email : newcomer.email;
    expect([
      (await changes.login(next)).status,
      (await changes.login(winner)).status,
      (await changes.login(loser)).status,
    ]).toEqual([200, 401, 200]);
  });
});

describe('other users of the account whose address was confirmed', () => {
  it('get the new address if they had the old one and nobody else has the new one', async () => {
    const { id, email, next, client } = await changes.addNewcomer();
    const joined = async (slug: string) => {
      const church = await changes.app.church(slug);
      await changes.app.person(church, { email: `admin@${slug}.test`, role: 'admin' });
      await changes.app.visitor.post('/api/register', {
        email,
        password,
        firstName: 'T',
        lastName: 'W',
        organizationSlug: slug,
      });
      const churchAdmin = changes.app.as(`admin@${slug}.test`);
      return {
        church,
        id: (await churchAdmin.get<User[]>('/api/users/pending')).body[0]!.id,
        by: churchAdmin,
      };
    };
    const [follows, third, taken] = [
      await joined('follows'),
      await joined('third'),
      await joined('taken'),
    ];
    await changes.app.person(taken.church, { email: next, signsIn: false });
    await changes.enterAddress(third.id, 'third@grace.test', third.by);
    await changes.enterAddress(id, next);
    expect((await changes.confirmAddress(client, await changes.waitForToken(next))).status).toBe(
      204,
    );
    await until(
      async () =>
        !(await changes.findUser(taken.id, taken.by)).emailVerified &&
        (await changes.findUser(id)).emailVerified,
    );
    // The address of these two users changed once: that of the first one with the account, that of
    // the second one by the church.
    const changed = { email: next, emailVerified: true, version: 2 };
    expect(await changes.findUser(follows.id, follows.by)).toMatchObject(changed);
    expect(await changes.findUser(id)).toMatchObject(changed);
    expect(await changes.findUser(third.id, third.by)).toMatchObject({
      email: 'third@grace.test',
      emailVerified: false,
    });
    expect(await changes.findUser(taken.id, taken.by)).toMatchObject({
      email,
      emailVerified: false,
      version: 1,
    });
    for (const slug of ['grace', 'follows', 'third', 'taken'])
      expect({
        slug,
        status: (
          await under(changes.app, `${slug}.localhost`).post('/api/login', {
            email: next,
            password,
          })
        ).status,
      }).toEqual({ slug, status: 200 });
    // The other churches do not see the address that one church entered.
    expect((await third.by.get('/api/admin/users')).text).not.toMatch(
      new RegExp(`${next}|${email}`),
    );
  });
});
