import { describe, expect, it } from '@jest/globals';
import { isPublic, readConfig } from './config.js';

const stripe = {
  STRIPE_SECRET_KEY: 'sk_test_a',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_a',
  STRIPE_WEBHOOK_SECRET: 'whsec_a',
};
const twilio = { TWILIO_ACCOUNT_SID: 'AC1', TWILIO_AUTH_TOKEN: 'a', TWILIO_FROM: '+15551234567' };
const openId = { OIDC_ISSUER: 'https://issuer.test', OIDC_CLIENT_ID: 'a', OIDC_CLIENT_SECRET: 'b' };
const mail = { SMTP_URL: 'smtp://user:secret@mail.test', MAIL_FROM: 'portal@church.test' };
const secret = { SESSION_SECRET: 'a long random text' };

describe('the configuration', () => {
  it('accepts a complete environment', () => {
    expect(
      readConfig({
        ...stripe,
        ...twilio,
        ...openId,
        ...mail,
        ...secret,
        BASE_URL: 'https://members.test',
        HOST: '0.0.0.0',
      }),
    ).toMatchObject(stripe);
    expect(readConfig({ BASE_URL: 'http://members.localhost' }).SESSION_SECRET).toBeUndefined();
    expect(
      readConfig({ ...stripe, STRIPE_SECRET_KEY: 'rk_live_a', STRIPE_PUBLISHABLE_KEY: 'pk_live_a' })
        .STRIPE_SECRET_KEY,
    ).toBe('rk_live_a');
  });

  it('contains the parts of FILES_URL', () => {
    expect(readConfig({}).FILES_URL).toBeUndefined();
    expect(
      readConfig({ FILES_URL: 's3://KEY:a%2Fb%2Bc@church-files?region=eu-central-1' }).FILES_URL,
    ).toEqual({
      bucket: 'church-files',
      region: 'eu-central-1',
      credentials: { accessKeyId: 'KEY', secretAccessKey: 'a/b+c' },
    });
    expect(
      readConfig({ FILES_URL: 's3://church-files?endpoint=http://127.0.0.1:9000' }).FILES_URL,
    ).toEqual({ bucket: 'church-files', region: 'us-east-1', endpoint: 'http://127.0.0.1:9000' });
  });

  const without = (group: Record<string, string>, name: string) =>
    Object.fromEntries(Object.entries(group).filter(([key]) => key !== name));
  it.each(
    [stripe, twilio, openId, mail].flatMap((group) =>
      Object.keys(group).map((name) => [name, without(group, name)] as const),
    ),
  )('is refused if only %s is missing of the variables of its group', (name, otherVariables) => {
    expect(() => readConfig(otherVariables)).toThrow(
      new RegExp(`go together\\. Missing: ${name}\\.`),
    );
  });

  it.each([
    [{ ...stripe, STRIPE_PUBLISHABLE_KEY: 'pk_live_a' }, 'must be of one mode'],
    [{ ...stripe, STRIPE_SECRET_KEY: 'rk_live_a' }, 'must be of one mode'],
    [
      { ...stripe, STRIPE_SECRET_KEY: 'pk_test_a' },
      'STRIPE_SECRET_KEY must be a secret or restricted key',
    ],
    [
      { ...stripe, STRIPE_PUBLISHABLE_KEY: 'sk_test_a' },
      'STRIPE_PUBLISHABLE_KEY must be a publishable key',
    ],
    [
      { ...stripe, STRIPE_WEBHOOK_SECRET: 'we_1' },
      'STRIPE_WEBHOOK_SECRET must be the signing secret',
    ],
    [{ STRIPE_PRICES: 'basic=price_1' }, 'STRIPE_PRICES needs STRIPE_SECRET_KEY'],
    [{ ...twilio, TWILIO_ACCOUNT_SID: 'SK1' }, 'TWILIO_ACCOUNT_SID must be an account SID'],
    [{ ...twilio, TWILIO_FROM: '555-1234' }, 'TWILIO_FROM must be a number'],
    [{ ...openId, OIDC_ISSUER: 'http://issuer.test' }, 'OIDC_ISSUER must be an https'],
    [{ ...mail, SMTP_URL: 'https://mail.test' }, 'SMTP_URL must be an smtp'],
    [{ ...mail, SMTP_URL: 'smtp://user@mail.test' }, 'a user without a password'],
    [
      { ...mail, SMTP_URL: 'smtp://user:secret@mail.test?requireTLS=false' },
      'SMTP_URL has a password, which the program sends with encryption only',
    ],
    ...['foo', '1', 'true', '127.0.0.1;10.0.0.1', '10.0.0.0/99', '10.0.0.0/8/8', '/8'].map(
      (value) => [{ TRUST_PROXY: value }, 'TRUST_PROXY must be IP addresses or networks'] as const,
    ),
    ...['dns.test', 'a:b:c', '9.9.9'].map(
      (value) => [{ DNS_SERVER: value }, 'DNS_SERVER must be an IP address'] as const,
    ),
    ...['kurrentdb://store:2113', 'esdb://', 'http://store'].map(
      (value) => [{ EVENTSTORE_URL: value }, 'EVENTSTORE_URL must be an esdb:// address'] as const,
    ),
    ...['/portal', '?a=b', '#a'].map(
      (suffix) =>
        [{ BASE_URL: `http://localhost${suffix}` }, 'BASE_URL must have no path'] as const,
    ),
    [{ BASE_URL: 'http://user:secret@localhost' }, 'BASE_URL must have no path'],
    ...[
      'sslmode=require',
      'sslmode=verify-full',
      'sslmode=no-verify',
      'ssl=true',
      'sslrootcert=ca.pem',
    ].flatMap((setting) =>
      (['DATABASE_URL', 'DATABASE_OWNER_URL'] as const).map(
        (variable) =>
          [
            {
              DATABASE_URL: 'postgresql://app@db.test/church',
              DATABASE_OWNER_URL: 'postgresql://owner@db.test/church',
              [variable]: `postgresql://one@db.test/church?${setting}`,
            },
            `${variable} demands encryption`,
          ] as const,
      ),
    ),
    [{ MESSAGE_KEYS: 'short' }, 'variable MESSAGE_KEYS must be keys of at least'],
    [{ ...mail, MAIL_FROM: 'portal' }, 'MAIL_FROM must be an email address'],
    [{ BASE_URL: 'https://members.test' }, 'SESSION_SECRET is needed where BASE_URL is https'],
    [{ BASE_URL: 'HTTPS://members.test' }, 'SESSION_SECRET is needed where BASE_URL is https'],
    [{ BASE_URL: 'https://localhost' }, 'SESSION_SECRET is needed where BASE_URL is https'],
    [{ BASE_URL: 'http://members.test' }, 'SESSION_SECRET is needed where BASE_URL is public'],
    [{ BASE_URL: 'HTTP://MEMBERS.TEST:8080' }, 'SESSION_SECRET is needed where BASE_URL is public'],
    [{ BASE_URL: 'http://10.0.0.5' }, 'SESSION_SECRET is needed where BASE_URL is public'],
    [{ HOST: '0.0.0.0' }, 'SESSION_SECRET is needed where HOST'],
    [{ HOST: '::' }, 'SESSION_SECRET is needed where HOST'],
    ...[
      'https://bucket',
      's3://',
      's3://bucket/folder?region=a',
      's3://KEY:a/b@bucket?region=a',
      'bucket',
    ].map((address) => [{ FILES_URL: address }, 'FILES_URL must be like s3://'] as const),
    [
      { FILES_URL: 's3://bucket?region=a&acl=public' },
      'FILES_URL must say nothing after the bucket but region and endpoint',
    ],
    [{ FILES_URL: 's3://bucket' }, 'FILES_URL must name a region'],
    [
      { FILES_URL: 's3://bucket?endpoint=files.test' },
      'FILES_URL must have an http(s) address as its endpoint',
    ],
    [
      { FILES_URL: 's3://KEY@bucket?region=a' },
      'FILES_URL must have a key and a secret, or neither',
    ],
    [
      { FILES_URL: 's3://KEY:a%zz@bucket?region=a' },
      'FILES_URL must have a key and a secret, or neither',
    ],
    [{ METRICS_TOKEN: 'short' }, 'METRICS_TOKEN must have at least 16 characters'],
  ])('is refused for %j', (environment, sentence) => {
    expect(() => readConfig(environment)).toThrow(sentence);
  });

  it.each([
    ['HTTPS://App.Example.ORG', 'https://app.example.org'],
    ['https://app.example.org:443/', 'https://app.example.org'],
    ['HTTP://LOCALHOST:3000', 'http://localhost:3000'],
  ])('contains the scheme and host of BASE_URL %s in lower case', (BASE_URL, expected) => {
    expect(readConfig({ ...secret, BASE_URL }).BASE_URL).toBe(expected);
  });

  it.each(['example.org', 'Example.ORG', 'example.co.uk', 'example.com.', 'portal.github.io'])(
    'is refused for PORTAL_HOST=%s, because other people would own the hosts of churches',
    (PORTAL_HOST) => {
      expect(() => readConfig({ PORTAL_HOST })).toThrow(
        /^PORTAL_HOST must be a host below a domain of your own/,
      );
    },
  );

  it.each([
    'localhost',
    'portal',
    '10.0.0.5',
    'portal.example.org/x',
    'https://portal.example.org',
  ])(
    'is refused for PORTAL_HOST=%s, which is no host name with a part before its first dot',
    (PORTAL_HOST) => {
      expect(() => readConfig({ PORTAL_HOST })).toThrow(/PORTAL_HOST must be a host name/);
    },
  );

  it.each(['portal.localhost', 'portal.example.org', 'portal.example', 'my.church.example.co.uk'])(
    'accepts PORTAL_HOST=%s',
    (PORTAL_HOST) => {
      expect(readConfig({ PORTAL_HOST }).PORTAL_HOST).toBe(PORTAL_HOST);
    },
  );

  it.each([
    [undefined, false],
    ['http://localhost:3000', false],
    ['http://members.localhost', false],
    ['http://127.0.0.1:8080', false],
    ['http://[::1]:8080', false],
    ['http://members.test', true],
    ['https://127.0.0.1.evil.test', true],
  ])('is public if other machines can reach the BASE_URL: %s, %s', (BASE_URL, expected) => {
    expect(isPublic(readConfig({ ...secret, ...(BASE_URL ? { BASE_URL } : {}) }))).toBe(expected);
  });
});
