import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { Secret, TOTP } from 'otpauth';
import type { DonationImport, FactorSetUp, User } from '#libs/contracts';
import { processState } from '../../../libs/database/state-directory.js';
import { waitForEmailText } from '../../support/email/emails.js';
import {
  cli,
  dataDirectory,
  demoPassword,
  signIn,
  startProgram,
  type Program,
  programEnvironment,
  programFile,
} from '../../support/program/program.js';
import { patience } from '../../support/until.js';

const directory = dataDirectory();
const dataDir = directory.path;
const running: Program[] = [];
let program: Program;
const start = async () => {
  program = await startProgram(dataDir);
  running.push(program);
};
beforeAll(start);
afterAll(async () => {
  for (const program of running) await program.stop();
  directory.remove();
});

const postmaster = () => {
  const pointer = path.join(dataDir, 'postgresql-is-at');
  const state = fs.existsSync(pointer)
    ? fs.readFileSync(pointer, 'utf8').trim()
    : path.join(dataDir, 'postgresql');
  return Number(fs.readFileSync(path.join(state, 'data', 'postmaster.pid'), 'utf8').split('\n')[0]);
};
const startAgain = (more: Record<string, string>) =>
  spawnSync(process.execPath, [programFile('main')], {
    env: programEnvironment({ DATA_DIR: dataDir, PORT: '0', ...more }),
    encoding: 'utf8',
    timeout: patience,
  });
const summaryOf = async (call: Awaited<ReturnType<typeof signIn>>) =>
  (await (await call('/api/admin/donations/summary')).json()) as {
    amount: string;
    records: number;
  };

describe('the program', () => {
  it('refuses a second start with the same data, and continues to run', async () => {
    const second = startAgain({});
    expect(second.status).toBe(1);
    expect(second.stderr).toContain('is already running on this data directory');
    expect((await fetch(`${program.url}/health`)).status).toBe(200);
  });

  it.each([
    ['PORT', 'eighty', /PORT/],
    ['LOG_LEVEL', 'loud', /LOG_LEVEL/],
    ['BASE_URL', 'ftp://x', /BASE_URL/],
    ['DATABASE_URL', 'mysql://x', /DATABASE_URL/],
    ['SESSION_SECRET', 'short', /SESSION_SECRET/],
  ])('does not start with a wrong %s, and names it', (name, value, sentence) => {
    const refusedStart = startAgain({ [name]: value });
    expect(refusedStart.status).toBe(1);
    expect(refusedStart.stderr).toMatch(sentence);
  });

  it('completes an interrupted commit at the next start, and shows no part before', async () => {
    const rows = 20_000;
    const lines = [
      'email,amount,paymentmethod,date,campaign,notes',
      ...Array.from(
        { length: rows },
        (_, n) => `member@grace.test,${(n % 90) + 10}.00,Cash,2019-0${(n % 9) + 1}-10,,`,
      ),
    ];
    let call = await signIn(program.url, 'secretary@grace.test');
    const before = await summaryOf(call);
    const form = new FormData();
    form.append('file', new Blob([lines.join('\n')]), 'gifts.csv');
    const draft = (await (
      await call('/api/admin/donation-imports', { method: 'POST', body: form })
    ).json()) as DonationImport;
    expect(draft.counts).toMatchObject({ new: rows });
    await call(`/api/admin/donation-imports/${draft.id}/commit`, { method: 'POST' });
    const recordCounts = new Set<number>();
    for (let kill = 0; kill < 4; kill++) {
      await new Promise((resolve) => setTimeout(resolve, 30 + kill * 120));
      recordCounts.add((await summaryOf(call)).records);
      await program.kill();
      await start();
      call = await signIn(program.url, 'secretary@grace.test');
    }
    for (;;) {
      recordCounts.add((await summaryOf(call)).records);
      const now = (await (
        await call(`/api/admin/donation-imports/${draft.id}`)
      ).json()) as DonationImport;
      if (now.status === 'committed') break;
      expect(now.status).toBe('committing');
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    const after = await summaryOf(call);
    expect(after.records).toBe(before.records + rows);
    for (const records of recordCounts) expect([before.records, after.records]).toContain(records);
    expect(cli(dataDir, ['verify']).stdout).toContain('verify: all is well');
  });

  it('lets the operator reset a second factor, and make a user an admin', async () => {
    const call = await signIn(program.url, 'member@grace.test');
    const password = demoPassword;
    await call('/api/auth/profile', {
      method: 'PUT',
      body: JSON.stringify({ firstName: 'Hannah', lastName: 'Brooks', phone: '555-123-4567' }),
      headers: { 'content-type': 'application/json' },
    });
    const { secret } = (await (
      await call('/api/auth/mfa/setup', {
        method: 'POST',
        body: JSON.stringify({ method: 'authenticator', password }),
        headers: { 'content-type': 'application/json' },
      })
    ).json()) as FactorSetUp;
    const code = new TOTP({ secret: Secret.fromBase32(secret!) }).generate();
    expect(
      (
        await call('/api/auth/mfa/confirm', {
          method: 'POST',
          body: JSON.stringify({ code }),
          headers: { 'content-type': 'application/json' },
        })
      ).status,
    ).toBe(200);
    await expect(
      signIn(program.url, 'member@grace.test')
        .then((request) => request('/api/auth/user'))
        .then(({ status }) => status),
    ).resolves.toBe(401);
    expect(cli(dataDir, ['factor:reset', 'nobody@grace.test']).stderr).toContain(
      'There is no account for nobody@grace.test.',
    );
    expect(cli(dataDir, ['factor:reset', 'member@grace.test']).stdout).toContain(
      'signs in with the password alone now',
    );
    await waitForEmailText(
      { directory: dataDir },
      'member@grace.test',
      /Whoever runs the portal turned two-factor authentication off/,
    );
    const newSession = await signIn(program.url, 'member@grace.test');
    expect(((await (await newSession('/api/auth/user')).json()) as User).mfaEnabled).toBe(false);
    const admin = await signIn(program.url, 'admin@grace.test');
    expect(await (await admin('/api/admin/audit?action=mfa-reset')).text()).toContain('Hannah');
    expect(cli(dataDir, ['factor:reset', 'member@grace.test']).stderr).toContain(
      'has no second factor',
    );
    expect(
      cli(dataDir, ['admin:make', 'suspended@grace.test', '--church', 'grace']).stderr,
    ).toContain('is suspended');
    expect(cli(dataDir, ['admin:make', 'pastor@grace.test', '--church', 'grace']).stdout).toContain(
      'is an administrator of Grace Community Church',
    );
    expect(
      (
        (await (
          await (
            await signIn(program.url, 'pastor@grace.test')
          )('/api/auth/user')
        ).json()) as User
      ).role,
    ).toBe('admin');
  });

  it('stops on SIGTERM with its database, and leaves no processes', async () => {
    const server = postmaster();
    await program.stop();
    expect(program.child.exitCode).toBe(0);
    expect(processState(server)).toBeNull();
  });
});
