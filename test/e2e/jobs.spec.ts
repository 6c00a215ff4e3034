import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Email } from '#libs/mail';
import { Jobs } from '#libs/jobs';
import { startApp, type TestApp } from '../support/app.js';
import { startProgram, type Program } from '../support/program/program.js';
import { MailServer } from '../support/doubles/smtp.js';
import { until } from '../support/until.js';

let test: TestApp;
let mail: MailServer;
let env: Record<string, string>;
const programs: Program[] = [];
const start = async () => {
  const program = await startProgram(test.config.DATA_DIR, env);
  programs.push(program);
  return program;
};
beforeAll(async () => {
  [test, mail] = await Promise.all([startApp(), MailServer.start()]);
  await test.app.close(); // Only the child processes may do the jobs.
  env = {
    DATABASE_URL: test.database.appUrl,
    DATABASE_OWNER_URL: test.database.ownerUrl,
    SESSION_SECRET: randomBytes(16).toString('hex'),
    SMTP_URL: mail.url(),
    MAIL_FROM: 'church@example.org',
  };
});
afterAll(async () => {
  await Promise.all(programs.map((program) => program.stop()));
  await mail.stop();
  await test.close();
});

describe('a job', () => {
  it('is done by another process if its process is killed while it sends an email', async () => {
    const email: Email = {
      to: 'hannah@grace.test',
      subject: 'Your gifts',
      from: 'Grace',
      greeting: 'Hello,',
      paragraphs: ['Thank you.'],
    };
    mail.keepWaiting = 1;
    const inTheMiddle = new Promise<void>((resolve) => (mail.onWaiting = resolve));
    const first = await start();
    await test.db.platform((tx) => new Jobs(test.db).send(tx, 'mail', email));
    await inTheMiddle;
    await first.kill();
    const state = () => test.database.asSuperuser<{ state: string }>('select state from jobs.job');
    expect(await state()).toEqual([{ state: 'active' }]);
    // This simulates two minutes: the maintenance of the queue and the next attempt are due.
    await test.database.asSuperuser(
      `update jobs.job set started_on = now() - interval '121 seconds', retry_delay = 0,
         retry_backoff = false`,
    );
    await test.database.asSuperuser(
      'update jobs.queue set monitor_on = null, monitor_claim_on = null',
    );
    const second = await start();
    expect((await mail.waitForEmail('hannah@grace.test', 'Your gifts')).text).toContain(
      'Thank you.',
    );
    expect(mail.emails).toHaveLength(1);
    await second.stop();
    expect(await state()).toEqual([{ state: 'completed' }]);
  });

  it('is deleted after a week; /metrics and /health report the upkeep of queues', async () => {
    const lastUpkeep = async (url: string) => {
      const figures = await (await fetch(`${url}/metrics`)).text();
      return ['lost', 'finished'].map((kind) =>
        Number(
          new RegExp(
            `^church_connect_jobs_upkeep_timestamp_seconds{kind="${kind}"} (\\S+)$`,
            'm',
          ).exec(figures)?.[1],
        ),
      );
    };
    const health = async (url: string) => (await fetch(`${url}/health`)).json();
    await test.database.asSuperuser(`update jobs.job set completed_on = now() - interval '8 days'`);
    await test.database.asSuperuser(
      `update jobs.queue set maintain_on = now() - interval '4 days'`,
    );
    const { url } = await start();
    await until(
      async () => (await test.database.asSuperuser('select 1 from jobs.job')).length === 0,
    );
    for (const upkeepTime of await lastUpkeep(url))
      expect(Math.abs(upkeepTime - Date.now() / 1000)).toBeLessThan(300);
    expect(await health(url)).toEqual({ status: 'ok', jobs: 'ok', giving: 'ok', files: 'ok' });
    await test.database.asSuperuser(
      `update jobs.queue set monitor_on = now() - interval '4 minutes' where name = 'mail'`,
    );
    expect(await health(url)).toEqual({ status: 'ok', jobs: 'late', giving: 'ok', files: 'ok' });
    await test.database.asSuperuser('update jobs.queue set monitor_on = null');
    expect([await health(url), (await lastUpkeep(url))[0]]).toEqual([
      { status: 'ok', jobs: 'late', giving: 'ok', files: 'ok' },
      0,
    ]);
  });
});
