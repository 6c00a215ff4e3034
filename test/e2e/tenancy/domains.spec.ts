import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import dns2 from 'dns2';
import type { ChurchDomain, Settings, User } from '#libs/contracts';
import { password, startApp, under, type Client, type TestApp } from '../../support/app.js';
import { expectInLog } from '../../support/program/log.js';
import { until } from '../../support/until.js';

expectInLog(/"context":"jobs".*"code":"(conflict|dns-away)"/);

/** The TXT records of the DNS server of these tests. */
const records = new Map<string, string[]>();
let isAway = false;
const server = dns2.createServer({
  udp: true,
  handle: (request, send) => {
    if (isAway) return;
    const response = dns2.Packet.createResponseFromRequest(request);
    const name = request.questions[0]!.name;
    const recordData = records.get(name.toLowerCase());
    if (!recordData) response.header.rcode = 3; // no such name
    for (const data of recordData ?? [])
      response.answers.push({
        name,
        type: dns2.Packet.TYPE.TXT,
        class: dns2.Packet.CLASS.IN,
        ttl: 1,
        data,
      } as never);
    void send(response);
  },
});

let app: TestApp;
let grace: Client;
let hope: Client;
beforeAll(async () => {
  const { udp } = (await server.listen({ udp: { port: 0, address: '127.0.0.1' } })) as {
    udp: { port: number };
  };
  app = await startApp({ env: { DNS_SERVER: `127.0.0.1:${udp.port}` } });
  for (const slug of ['grace', 'hope']) {
    const church = await app.church(slug, { name: `Church of ${slug}` });
    for (const role of ['admin', 'member'] as const)
      await app.person(church, { email: `${role}@${slug}.test`, role });
  }
  [grace, hope] = [app.as('admin@grace.test'), app.as('admin@hope.test')];
});
afterAll(async () => {
  await app.close();
  await server.close();
});

const choose = (client: Client, domain: unknown) =>
  client.put<ChurchDomain>('/api/church/domain', { domain });
const check = (client: Client) => client.post<ChurchDomain>('/api/church/domain/check');
const nameAt = async (host: string) =>
  (await under(app, host).get<Settings>('/api/settings')).body.churchName;
const prove = ({ records: requiredRecords }: ChurchDomain) => {
  const txt = requiredRecords.find(({ type }) => type === 'TXT')!;
  records.set(txt.name, ['something else', txt.value]);
};
/** Chooses a domain for a church, and verifies it with its TXT record. */
async function leadTo(client: Client, domain: string): Promise<void> {
  prove((await choose(client, domain)).body);
  expect(await check(client)).toMatchObject({ status: 200, body: { isVerified: true } });
}

describe('a church’s own domain', () => {
  it('leads to the church as soon as its TXT record is found', async () => {
    const zion = await app.church('zion');
    await app.person(zion, { email: 'admin@zion.test', role: 'admin' });
    expect((await app.as('admin@zion.test').get('/api/church/domain')).body).toEqual({
      domain: null,
      isVerified: false,
      records: [],
    });
    const { status, body } = await choose(grace, ' HTTPS://First.Grace.Example./ ');
    expect({ status, body }).toMatchObject({
      status: 200,
      body: { domain: 'first.grace.example', isVerified: false },
    });
    expect(body.records).toEqual([
      { type: 'CNAME', name: 'first.grace.example', value: 'portal.localhost' },
      {
        type: 'TXT',
        name: '_church-connect.first.grace.example',
        value: expect.stringMatching(/^[0-9a-f]{32}$/),
      },
    ]);
    expect((await check(grace)).body.isVerified).toBe(false);
    records.set('_church-connect.first.grace.example', ['not the value']);
    expect((await check(grace)).body.isVerified).toBe(false);
    expect(await nameAt('first.grace.example')).toBe('Church Connect');
    prove(body);
    expect((await check(grace)).body.isVerified).toBe(true);
    expect(await nameAt('first.grace.example')).toBe('Church of grace');
    // Users of the church can sign in and register at the domain. A session of another church is
    // not valid there.
    const visitor = under(app, 'first.grace.example');
    expect(
      (await visitor.post<{ user: User }>('/api/login', { email: 'member@grace.test', password }))
        .status,
    ).toBe(200);
    expect((await visitor.post('/api/login', { email: 'member@hope.test', password })).status).toBe(
      401,
    );
    expect(
      (
        await under(app, 'first.grace.example', await app.cookieOf('member@hope.test')).get(
          '/api/auth/user',
        )
      ).status,
    ).toBe(401);
  });

  it('cannot be the domain of another church, or below the program’s own domain', async () => {
    await leadTo(grace, 'taken.grace.example');
    const { body } = await choose(hope, 'http://TAKEN.grace.example./'); // another spelling
    prove(body); // even if both records exist
    expect(await check(hope)).toMatchObject({
      status: 409,
      body: { message: 'This domain leads to another church already.' },
    });
    expect(await nameAt('taken.grace.example')).toBe('Church of grace');
    for (const domain of [
      'localhost',
      'grace.localhost',
      'https://Grace.Localhost./',
      'x',
      'no-dot',
      'evil.example/x',
      'a b.example',
      '',
      7,
      null,
    ])
      expect((await choose(hope, domain)).status).toBe(400);
    expect((await app.as('member@hope.test').get('/api/church/domain')).status).toBe(403);
  });

  it('no longer leads to the church as soon as another one is chosen', async () => {
    await leadTo(grace, 'portal.grace.example');
    expect(await nameAt('portal.grace.example')).toBe('Church of grace');
    const { body } = await choose(grace, 'new.grace.example');
    expect(body.isVerified).toBe(false);
    expect(await nameAt('portal.grace.example')).toBe('Church Connect');
  });

  it('is verified by a job soon after the record exists', async () => {
    const { body } = await choose(grace, 'later.grace.example');
    prove(body);
    await until(async () => {
      await app.database.asSuperuser(
        `update jobs.job set start_after = now() where name = 'verify-domain' and state = 'retry'`,
      );
      return (await grace.get<ChurchDomain>('/api/church/domain')).body.isVerified;
    });
    expect(await nameAt('later.grace.example')).toBe('Church of grace');
  });

  it('cannot be verified while DNS does not answer, which a sentence explains', async () => {
    await choose(grace, 'silent.grace.example');
    isAway = true;
    expect(await check(grace)).toMatchObject({ status: 503, body: { code: 'dns-away' } });
    isAway = false;
  });
});
