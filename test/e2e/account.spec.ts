import fs from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Secret, TOTP } from 'otpauth';
import PostalMime from 'postal-mime';
import sharp from 'sharp';
import type { DeviceSession, FactorSetUp, RecoveryCodes, Security, User } from '#libs/contracts';
import { clientOf, give, password, startApp, under, type Answer, type Client, type TestApp } from '../support/app.js';

let app: TestApp;
let grace: string;
/** messages that Twilio's stand-in took: where to, and what */
const sent: { to: string; text: string; authorization: string | undefined }[] = [];
let twilio: http.Server;
beforeAll(async () => {
  twilio = http.createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = new URLSearchParams(Buffer.concat(chunks).toString());
      const isRight = request.method === 'POST' && request.url === '/2010-04-01/Accounts/AC123/Messages.json' && request.headers['content-type']?.startsWith('application/x-www-form-urlencoded') === true;
      if (isRight) sent.push({ to: body.get('To')!, text: body.get('Body')!, authorization: request.headers.authorization });
      response.writeHead(isRight ? 201 : 404, { 'content-type': 'application/json' }).end(isRight ? '{"sid":"SM1","status":"queued"}' : '{"code":20404}');
    });
  });
  await new Promise<void>((resolve) => twilio.listen(0, '127.0.0.1', resolve));
  const TWILIO_API_URL = `http://127.0.0.1:${(twilio.address() as AddressInfo).port}`;
  app = await startApp({ env: { BASE_URL: 'http://portal.example', TWILIO_ACCOUNT_SID: 'AC123', TWILIO_AUTH_TOKEN: 'secret', TWILIO_FROM: '+15550000000', TWILIO_API_URL } });
  grace = await app.church('grace');
  await app.church('hope');
  await app.person(grace, { email: 'admin@grace.test', role: 'admin' });
});
afterAll(async () => {
  await app.close();
  twilio.close();
});

const cookieFrom = (answer: Answer) => answer.headers.getSetCookie()[0]!.split(';')[0]!;
const withCookie = (cookie: string) => clientOf(app.url, () => Promise.resolve(cookie));
const login = (email: string, secret = password) => app.visitor.post<{ user?: User; mfaRequired?: boolean }>('/api/login', { email, password: secret });
const enter = async (email: string, secret = password): Promise<Client> => {
  const answer = await login(email, secret);
  if (answer.status !== 200) throw new Error(answer.text);
  return withCookie(cookieFrom(answer));
};
const until = async <T>(look: () => Promise<T | undefined>): Promise<T> => {
  for (let tries = 0; tries < 400; tries++) {
    const found = await look();
    if (found !== undefined) return found;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  throw new Error('it never came');
};
/** The newest letter to an address with that subject, as it lies in the outbox. */
const letter = (to: string, subject: string) =>
  until(async () => {
    const outbox = path.join(app.config.DATA_DIR, 'outbox');
    for (const file of fs.existsSync(outbox) ? fs.readdirSync(outbox).sort().reverse() : []) {
      const read = await PostalMime.parse(fs.readFileSync(path.join(outbox, file)));
      if (read.to?.[0]?.address === to && read.subject === subject) {
        fs.rmSync(path.join(outbox, file));
        return read;
      }
    }
    return undefined;
  });
const tokenIn = (mail: { text?: string }, page: string) => new RegExp(`http://portal\\.example/${page}\\?token=([\\w-]{43})`).exec(mail.text ?? '')![1]!;
const register = (email: string, more: object = {}) => app.visitor.post<User>('/api/register', { email, password, firstName: 'Ruth', lastName: 'Moabite', organizationSlug: 'grace', ...more });

describe('an e-mail address', () => {
  it('is unconfirmed until the letter’s link is followed, which works once', async () => {
    const answer = await register('ruth@grace.test');
    expect(answer).toMatchObject({ status: 201, body: { emailVerified: false } });
    const mail = await letter('ruth@grace.test', 'Please confirm your e-mail address');
    expect(mail.from).toMatchObject({ name: 'Church grace' });
    const token = tokenIn(mail, 'verify-email');
    expect((await app.visitor.post('/api/auth/verify-email', { token: `${token.slice(1)}x` })).status).toBe(400);
    expect((await app.visitor.post('/api/auth/verify-email', { token })).status).toBe(204);
    expect(await app.visitor.post('/api/auth/verify-email', { token })).toMatchObject({ status: 400, body: { code: 'stale-link' } });
    expect((await withCookie(cookieFrom(answer)).get<User>('/api/auth/user')).body).toMatchObject({ emailVerified: true, isApproved: false });
  });

  it('is asked about once more on demand; the earlier link is worth nothing then, and asking has its limit', async () => {
    const client = withCookie(cookieFrom(await register('again@grace.test')));
    const first = tokenIn(await letter('again@grace.test', 'Please confirm your e-mail address'), 'verify-email');
    expect((await client.post('/api/auth/verify-email/send')).status).toBe(204);
    const second = tokenIn(await letter('again@grace.test', 'Please confirm your e-mail address'), 'verify-email');
    expect((await app.visitor.post('/api/auth/verify-email', { token: first })).status).toBe(400);
    const answers = await Promise.all(Array.from({ length: 8 }, () => client.post('/api/auth/verify-email/send')));
    for (let n = 0; n < 8; n++) answers.push(await client.post('/api/auth/verify-email/send'));
    expect(answers.at(-1)).toMatchObject({ status: 429 });
    expect(Number(answers.at(-1)!.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(second).not.toBe(first);
    await app.database.asSuperuser('delete from sign_in_failure');
  });

  it('that staff entered by hand is taken over, gifts and pledges included, once it is confirmed; before that nobody is in', async () => {
    const { id } = await app.person(grace, { email: 'boaz@grace.test', firstName: 'Boaz', signsIn: false });
    await give(app.as('admin@grace.test'), id, { amount: '70.00' });
    const answer = await register('Boaz@grace.test', { firstName: 'Not', lastName: 'Boaz' });
    expect(answer).toMatchObject({ status: 201, body: { firstName: 'Not', organizationId: null, isApproved: false } });
    expect(answer.headers.getSetCookie()).toEqual([]);
    expect(await login('boaz@grace.test')).toMatchObject({ status: 403, body: { code: 'unverified' } });
    const token = tokenIn(await letter('boaz@grace.test', 'Please confirm your e-mail address'), 'verify-email');
    const later = tokenIn(await letter('boaz@grace.test', 'Please confirm your e-mail address'), 'verify-email'); // the try to sign in sent another
    const answers = [await app.visitor.post('/api/auth/verify-email', { token }), await app.visitor.post('/api/auth/verify-email', { token: later })];
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 400]);
    const boaz = await enter('boaz@grace.test');
    expect((await boaz.get<User>('/api/auth/user')).body).toMatchObject({ id, firstName: 'Boaz', isApproved: true, emailVerified: true });
    expect((await boaz.get<{ total: string }>('/api/user/donations/total')).body.total).toBe('70.00');
  });

  it('with an account in one church joins another by its password, and by no other', async () => {
    await app.person(grace, { email: 'two@grace.test' });
    expect((await register('two@grace.test', { organizationSlug: 'hope', password: 'another good one' })).status).toBe(409);
    const answer = await register('two@grace.test', { organizationSlug: 'hope' });
    expect(answer).toMatchObject({ status: 201, body: { isApproved: false, emailVerified: true } });
    expect((await under(app, 'grace.localhost').post('/api/login', { email: 'two@grace.test', password })).status).toBe(200);
  });
});

describe('a password', () => {
  it('that was forgotten is chosen anew by the letter’s link; every device is out, and the person is told', async () => {
    await app.person(grace, { email: 'forgot@grace.test' });
    const before = await enter('forgot@grace.test');
    const ask = (email: string, host?: string) => (host ? under(app, host) : app.visitor).post('/api/auth/forgot-password', { email });
    expect([(await ask('forgot@grace.test', 'evil.example')).status, (await ask('nobody@grace.test')).status]).toEqual([204, 204]);
    const token = tokenIn(await letter('forgot@grace.test', 'Choose a new password'), 'reset-password');
    expect(await app.visitor.post('/api/auth/reset-password', { token, password: 'password123' })).toMatchObject({ status: 400, body: { message: 'This password is one that is guessed first. Please choose another.' } });
    const fresh = 'a quite new password';
    const answers = await Promise.all([1, 2, 3].map(() => app.visitor.post('/api/auth/reset-password', { token, password: fresh })));
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 400, 400]);
    expect((await before.get('/api/auth/user')).status).toBe(401);
    expect((await login('forgot@grace.test')).status).toBe(401);
    expect((await login('forgot@grace.test', fresh)).status).toBe(200);
    await letter('forgot@grace.test', 'Your password was changed');
    expect((await app.database.asSuperuser(`select 1 from jobs.job where data->>'to' = 'nobody@grace.test'`))).toEqual([]);
  });

  it('is changed by whoever knows it; this device stays in, the others do not', async () => {
    await app.person(grace, { email: 'change@grace.test' });
    const [here, there] = [await enter('change@grace.test'), await enter('change@grace.test')];
    const change = (currentPassword: string, newPassword: string) => here.post('/api/auth/password', { currentPassword, newPassword });
    expect(await change('not it at all', 'a second password')).toMatchObject({ status: 400, body: { message: 'Your present password is not right.' } });
    expect(await change(password, 'short')).toMatchObject({ status: 400, body: { message: 'Password must be at least 8 characters' } });
    expect((await change(password, 'a second password')).status).toBe(204);
    expect([(await here.get('/api/auth/user')).status, (await there.get('/api/auth/user')).status]).toEqual([200, 401]);
    expect((await login('change@grace.test', 'a second password')).status).toBe(200);
  });
});

describe('devices', () => {
  it('are listed, ended one by one or all; nobody ends another person’s', async () => {
    await app.person(grace, { email: 'devices@grace.test' });
    const [one, two, three] = [await enter('devices@grace.test'), await enter('devices@grace.test'), await enter('devices@grace.test')];
    const { body } = await one.get<DeviceSession[]>('/api/auth/sessions');
    expect(body.map(({ current }) => current).sort()).toEqual([false, false, true]);
    expect(JSON.stringify(body)).not.toMatch(/[0-9a-f]{64}/); // the key itself
    const other = body.find(({ current }) => !current)!;
    expect((await app.as('admin@grace.test').delete(`/api/auth/sessions/${other.id}`)).status).toBe(404);
    expect((await one.delete(`/api/auth/sessions/${other.id}`)).status).toBe(204);
    expect((await Promise.all([two, three].map((client) => client.get('/api/auth/user')))).map(({ status }) => status).sort()).toEqual([200, 401]);
    expect((await one.delete('/api/auth/sessions')).status).toBe(204);
    for (const client of [one, two, three]) expect((await client.get('/api/auth/user')).status).toBe(401);
  });
});

describe('the second factor', () => {
  const setUp = (client: Client, method: string) => client.post<FactorSetUp>('/api/auth/mfa/setup', { method });
  const codeOf = (secret: string, at = Date.now()) => new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: at });
  const half = 30_000;

  it('by an authenticator app: needs a phone and a right code to hold; then the code comes after the password, each once', async () => {
    const { id } = await app.person(grace, { email: 'app@grace.test' });
    const client = await enter('app@grace.test');
    expect(await setUp(client, 'authenticator')).toMatchObject({ status: 400, body: { message: 'A phone number is required to enable MFA. Please add your phone number first.' } });
    await client.put('/api/auth/profile', { firstName: 'App', lastName: 'Tist', phone: '(555) 123-4567' });
    const { body: made } = await setUp(client, 'authenticator');
    expect(made.uri).toMatch(/^otpauth:\/\/totp\/Church%20Connect:app%40grace\.test\?/);
    expect(await client.post('/api/auth/mfa/confirm', { code: '000000' })).toMatchObject({ status: 400, body: { code: 'wrong-code' } });
    expect((await client.get<User>('/api/auth/user')).body.mfaEnabled).toBe(false);
    const { status, body: { recoveryCodes } } = await client.post<RecoveryCodes>('/api/auth/mfa/confirm', { code: codeOf(made.secret!) });
    expect([status, new Set(recoveryCodes).size]).toEqual([200, 10]);
    expect((await client.get<User>('/api/auth/user')).body.mfaEnabled).toBe(true);
    const [row] = await app.database.asSuperuser<{ factor_secret: string }>(`select factor_secret from account where email = 'app@grace.test'`);
    expect(row!.factor_secret).not.toContain(made.secret!);

    const first = await login('app@grace.test');
    expect(first.body).toEqual({ mfaRequired: true, method: 'authenticator' });
    const half_ = cookieFrom(first);
    const waiting = withCookie(half_);
    expect((await waiting.get('/api/auth/user')).status).toBe(401);
    expect((await waiting.get('/api/donations')).status).toBe(401);
    expect((await waiting.post('/api/auth/mfa/disable', { password })).status).toBe(401);
    expect((await app.visitor.post('/api/login/mfa', { code: codeOf(made.secret!, Date.now() + half) })).status).toBe(401);
    // the code that turned it on is used up; the next one counts once, also of three at once
    expect((await waiting.post('/api/login/mfa', { code: codeOf(made.secret!) })).status).toBe(400);
    const code = codeOf(made.secret!, Date.now() + half);
    await app.database.asSuperuser('delete from sign_in_failure');
    const tries = await Promise.all([1, 2, 3].map(async () => withCookie(cookieFrom(await login('app@grace.test'))).post<{ user: User }>('/api/login/mfa', { code })));
    expect(tries.map((answer) => answer.status).sort()).toEqual([200, 400, 400]);
    const through = tries.find((answer) => answer.status === 200)!;
    expect(through.body.user.id).toBe(id);
    expect((await withCookie(cookieFrom(through)).get('/api/auth/user')).status).toBe(200);
    expect(cookieFrom(through)).not.toBe(half_);

    await app.database.asSuperuser('delete from sign_in_failure');
    const again = withCookie(cookieFrom(await login('app@grace.test')));
    expect((await again.post('/api/login/mfa', { code: recoveryCodes[3] })).status).toBe(200);
    expect((await withCookie(cookieFrom(await login('app@grace.test'))).post('/api/login/mfa', { code: recoveryCodes[3] })).status).toBe(400);
    expect((await client.get<Security>('/api/auth/security')).body).toMatchObject({ factor: 'authenticator', recoveryCodes: 9 });
  });

  it('cannot be guessed, nor gone round by a new password or by registering elsewhere', async () => {
    await app.database.asSuperuser('delete from sign_in_failure');
    const waiting = withCookie(cookieFrom(await login('app@grace.test')));
    const answers: Answer[] = [];
    for (let n = 0; n < 8; n++) answers.push(await waiting.post('/api/login/mfa', { code: String(100_000 + n) }));
    expect(answers.map(({ status }) => status)).toEqual([400, 400, 400, 400, 400, 429, 429, 429]);
    await app.database.asSuperuser('delete from sign_in_failure');
    await app.visitor.post('/api/auth/forgot-password', { email: 'app@grace.test' });
    const token = tokenIn(await letter('app@grace.test', 'Choose a new password'), 'reset-password');
    expect((await app.visitor.post('/api/auth/reset-password', { token, password: 'yet another one' })).headers.getSetCookie()).toEqual([]);
    expect((await login('app@grace.test', 'yet another one')).body.mfaRequired).toBe(true);
    const elsewhere = await register('app@grace.test', { organizationSlug: 'hope', password: 'yet another one' });
    expect(elsewhere.status).toBe(201);
    expect((await withCookie(cookieFrom(elsewhere)).get('/api/auth/user')).status).toBe(401);
  });

  it('by SMS: the code goes to the phone of the profile, counts once and only for a while', async () => {
    await app.person(grace, { email: 'sms@grace.test' });
    const client = await enter('sms@grace.test');
    await client.put('/api/auth/profile', { firstName: 'Short', lastName: 'Message', phone: '555.987.6543' });
    const codeSent = () => /^(\d{6}) is your Church Connect code/.exec(sent.at(-1)!.text)![1]!;
    expect(await setUp(client, 'sms')).toMatchObject({ status: 200, body: { method: 'sms', secret: null, phone: '6543' } });
    expect(sent.at(-1)).toMatchObject({ to: '+15559876543', authorization: `Basic ${Buffer.from('AC123:secret').toString('base64')}` });
    expect((await client.post('/api/auth/mfa/confirm', { code: codeSent() })).status).toBe(200);

    const before = sent.length;
    const waiting = withCookie(cookieFrom(await login('sms@grace.test')));
    expect(sent).toHaveLength(before + 1);
    expect((await waiting.post('/api/login/mfa/send')).status).toBe(204); // too soon: the last one is on its way
    expect(sent).toHaveLength(before + 1);
    const code = codeSent();
    expect((await waiting.post('/api/login/mfa', { code })).status).toBe(200);
    const next = withCookie(cookieFrom(await login('sms@grace.test')));
    expect((await next.post('/api/login/mfa', { code })).status).toBe(400);
    expect((await app.database.asSuperuser<{ code_hash: string | null }>(`select code_hash from factor_challenge`)).every(({ code_hash }) => code_hash === null || !code_hash.includes(code))).toBe(true);
  });

  it('is turned off by the password or a code, by nothing less', async () => {
    await app.database.asSuperuser('delete from sign_in_failure');
    await app.person(grace, { email: 'off@grace.test' });
    const client = await enter('off@grace.test');
    await client.put('/api/auth/profile', { firstName: 'Off', lastName: 'Again', phone: '555-123-4567' });
    const { body } = await setUp(client, 'authenticator');
    await client.post('/api/auth/mfa/confirm', { code: codeOf(body.secret!) });
    expect(await setUp(client, 'authenticator')).toMatchObject({ status: 409 });
    for (const proof of [{}, { password: 'wrong one' }, { code: '123456' }]) expect((await client.post('/api/auth/mfa/disable', proof)).status).toBe(400);
    const fresh = await client.post<RecoveryCodes>('/api/auth/mfa/recovery-codes', { password });
    expect(fresh.body.recoveryCodes).toHaveLength(10);
    expect(await client.post('/api/auth/mfa/disable', { code: fresh.body.recoveryCodes[0] })).toMatchObject({ status: 200, body: { factor: null, recoveryCodes: 0 } });
    expect((await client.get<User>('/api/auth/user')).body.mfaEnabled).toBe(false);
    expect((await login('off@grace.test')).body.user).toBeDefined();
  });
});

describe('the profile', () => {
  const put = (client: Client, more: object) => client.put<User>('/api/auth/profile', { firstName: 'Ada', lastName: 'Byron', ...more });
  it('changes what it may; the e-mail address is not among it, and the ledger knows the new name', async () => {
    const { id } = await app.person(grace, { email: 'ada@grace.test' });
    await give(app.as('admin@grace.test'), id);
    const ada = app.as('ada@grace.test');
    expect(await put(ada, { email: 'Ada@grace.test', phone: '555 123 4567', bio: ' counts ' })).toMatchObject({ status: 200, body: { firstName: 'Ada', phone: '555 123 4567', bio: 'counts' } });
    expect(await put(ada, { email: 'other@grace.test' })).toMatchObject({ status: 400, body: { message: 'Contact an administrator to change your email address' } });
    expect(await put(ada, { phone: '12345' })).toMatchObject({ status: 400, body: { message: 'Please enter a valid phone number (e.g., 555-123-4567)' } });
    for (const more of [{ role: 'admin' }, { isApproved: true }, { firstName: ' ' }, { bio: 'a\0b' }, { mfaEnabled: false }]) expect((await put(ada, more)).status).toBe(400);
    const ledger = await app.as('admin@grace.test').get<{ rows: { name: string }[] }>('/api/admin/church-ledger?search=Ada Byron');
    expect(ledger.body.rows).toHaveLength(1);
  });

  const upload = async (client: Client, bytes: Uint8Array, name = 'me.png', field = 'profileImage') => {
    const form = new FormData();
    form.append(field, new Blob([bytes]), name);
    const request = new Request('http://x/', { method: 'POST', body: form });
    return client.send<{ profileImageUrl: string }>('POST', '/api/auth/profile/picture', new Uint8Array(await request.arrayBuffer()), { 'content-type': request.headers.get('content-type')! });
  };
  const picture = (width: number, height: number) => sharp({ create: { width, height, channels: 3, background: '#3366aa' } });

  it('shows a picture that was made anew: square, WebP, nothing else of the upload; to people of the church', async () => {
    const ada = app.as('ada@grace.test');
    const exif = await picture(900, 600).withExif({ IFD0: { Artist: 'SECRET PLACE' } }).jpeg().toBuffer();
    const { status, body } = await upload(ada, Buffer.concat([exif, Buffer.from('<script>alert(1)</script>')]), '../../etc/passwd.svg');
    expect(status).toBe(200);
    const shown = await fetch(app.url + body.profileImageUrl, { headers: { cookie: await app.cookieOf('ada@grace.test') } });
    expect([shown.headers.get('content-type'), shown.headers.get('content-security-policy'), shown.headers.get('x-content-type-options')]).toEqual(['image/webp', "default-src 'none'; sandbox", 'nosniff']);
    const bytes = Buffer.from(await shown.arrayBuffer());
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', width: 512, height: 512 });
    expect(bytes.includes('SECRET') || bytes.includes('script')).toBe(false);
    await app.person(await app.church('far'), { email: 'spy@far.test', role: 'admin' });
    expect((await app.as('spy@far.test').get(body.profileImageUrl)).status).toBe(404);
    expect((await app.visitor.get(body.profileImageUrl)).status).toBe(404);
    expect((await under(app, 'grace.localhost').get(body.profileImageUrl)).status).toBe(404);
    const second = await upload(ada, await picture(10, 10).webp().toBuffer());
    expect((await ada.get(body.profileImageUrl)).status).toBe(404);
    expect((await ada.get<User>('/api/auth/user')).body.profileImageUrl).toBe(second.body.profileImageUrl);
    expect((await ada.delete('/api/auth/profile/picture')).status).toBe(204);
    expect((await ada.get<User>('/api/auth/user')).body.profileImageUrl).toBeNull();
  });

  it('refuses what is no picture, and keeps nothing of it', async () => {
    const ada = app.as('ada@grace.test');
    const count = async () => (await app.database.asSuperuser('select 1 from image')).length;
    const before = await count();
    const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>';
    const huge = await sharp({ create: { width: 9_000, height: 9_000, channels: 3, background: 'white' } }).png().toBuffer();
    const good = await picture(40, 40).png().toBuffer();
    for (const [what, bytes] of Object.entries({
      svg: Buffer.from(svg), html: Buffer.from('<html>'), empty: Buffer.alloc(0), gif: await picture(5, 5).gif().toBuffer(), pixels: huge,
      damaged: good.subarray(0, good.length - 30), large: Buffer.alloc(11 * 1024 * 1024),
    })) {
      const answer = await upload(ada, bytes);
      expect({ what, ...answer }).toMatchObject({ what, status: 400, body: { message: expect.stringMatching(/picture/) } });
    }
    expect((await upload(ada, good, 'me.png', 'another')).status).toBe(400);
    expect((await ada.post('/api/auth/profile/picture', {})).status).toBe(415);
    expect(await count()).toBe(before);
  });
});
