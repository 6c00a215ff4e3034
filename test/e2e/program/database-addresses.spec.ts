import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import {
  cli,
  dataDirectory,
  programEnvironment,
  programFile,
} from '../../support/program/program.js';
import { copyDatabase, type DatabaseCopy } from '../../support/database/postgres.js';

const dataDir = dataDirectory();
let database: DatabaseCopy;
beforeAll(async () => {
  database = await copyDatabase();
  await database.asSuperuser('drop role if exists stranger_role');
  await database.asSuperuser(
    `create role stranger_role login password 'strangers-password' connection limit 0`,
  );
});
afterAll(() => dataDir.remove());

const secret = 'a-wrong-secret';
const change = (address: string, part: Partial<URL>) => {
  const url = new URL(address);
  Object.assign(url, part);
  return url.href;
};

/**
 * A mistake in an address, the change of the address that makes it, and the sentence that explains
 * it.
 */
const mistakes: [string, Partial<URL>, RegExp][] = [
  ['an unknown host', { host: 'nohost.invalid:5432' }, /the(re is no)? host "nohost\.invalid"/],
  ['a port where nobody listens', { host: '127.0.0.1:9' }, /no server listens at 127\.0\.0\.1:9/],
  ['a wrong password', { password: secret }, /refuses the password of the role "church_\w+"/],
  ['no password', { password: '' }, /needs a password of the role "church_\w+"/],
  [
    'an unknown role',
    { username: 'nobody_here' },
    /refuses the (password of the )?role "nobody_here"/,
  ],
  ['an unknown database', { pathname: '/no_such_church' }, /has no database "no_such_church"/],
  [
    'a role that may not connect',
    { username: 'stranger_role', password: 'strangers-password' },
    /accepts no further connections of the role "stranger_role"/,
  ],
];

describe.each(['DATABASE_OWNER_URL', 'DATABASE_URL'] as const)('a wrong %s', (variable) => {
  const environment = (part: Partial<URL>) => {
    const env = { DATABASE_URL: database.appUrl, DATABASE_OWNER_URL: database.ownerUrl };
    return { ...env, [variable]: change(env[variable], part) };
  };

  it.each(mistakes)('ends a command with one sentence about it: %s', (_, part, sentence) => {
    const { status, stderr } = cli(dataDir.path, ['verify'], environment(part));
    expect(stderr).toMatch(sentence);
    expect(stderr).toMatch(new RegExp(`^${variable}: `));
    expect(stderr.trim().split('\n')).toHaveLength(1);
    expect(stderr).not.toContain(secret);
    expect(status).toBe(1);
  });

  it('ends the start with a sentence about a wrong password, but does not show it', () => {
    const { status, stderr } = spawnSync(process.execPath, [programFile('main')], {
      env: programEnvironment({
        DATA_DIR: dataDir.path,
        PORT: '0',
        ...environment({ password: secret }),
      }),
      encoding: 'utf8',
    });
    expect(stderr).toMatch(new RegExp(`^${variable}: the server refuses the password`));
    expect(stderr).not.toContain(secret);
    expect(status).toBe(1);
  });
});

describe('sslmode=prefer', () => {
  it('allows a connection to a server without encryption', () => {
    const { status, stdout, stderr } = cli(dataDir.path, ['verify'], {
      DATABASE_URL: `${database.appUrl}?sslmode=prefer`,
      DATABASE_OWNER_URL: `${database.ownerUrl}?sslmode=prefer`,
    });
    expect(stderr).toBe('');
    expect(stdout).toContain('verify: all is well');
    expect(status).toBe(0);
  });
});
