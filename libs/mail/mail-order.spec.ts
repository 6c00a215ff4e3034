import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Jobs } from '#libs/jobs';
import { testDatabase, type TestDatabase } from '../../test/support/database/database.js';
import { MailServer } from '../../test/support/doubles/smtp.js';
import { until } from '../../test/support/until.js';
import { Mail, Mailer, type Email } from './index.js';

let database: TestDatabase;
let server: MailServer;
let jobs: Jobs;
let mail: Mail;
beforeAll(async () => {
  [database, server] = await Promise.all([testDatabase(), MailServer.start()]);
});
beforeEach(async () => {
  await database.asSuperuser('delete from jobs.job'); // The previous test may have left jobs.
  jobs = new Jobs(database.db);
  mail = new Mail(
    jobs,
    new Mailer({ smtpUrl: server.url(), from: 'no-reply@church.example', outbox: '' }),
    'a secret of the tests',
  );
  server.emails.length = 0;
  server.delay = 30;
});
afterAll(async () => {
  await server.stop();
  await database.close();
});

const email = (subject: string): Email => ({
  to: 'hannah@grace.test',
  subject,
  from: 'Grace',
  greeting: 'Hello,',
  paragraphs: ['Thank you.'],
});
const send = (church: string, subject: string, count: number) =>
  database.db.tenant(church, async (tx) => {
    for (let n = 0; n < count; n++) await mail.send(tx, email(subject));
  });
const sentSubjects = () => server.emails.map(({ subject }) => subject!);
const [grace, hope, zion] = Array.from({ length: 3 }, () => crypto.randomUUID()) as [
  string,
  string,
  string,
];

describe('the order of emails', () => {
  it('alternates between churches, even if one of them has sent many before', async () => {
    await send(grace, 'grace', 120);
    await send(hope, 'hope', 10);
    await mail.start();
    await until(() => sentSubjects().includes('grace'));
    await send(zion, 'zion', 5);
    await until(() => sentSubjects().length === 135);
    await jobs.stop();
    const lastOf = (subject: string) => sentSubjects().lastIndexOf(subject) + 1;
    expect(lastOf('hope')).toBeLessThan(60);
    expect(lastOf('zion')).toBeLessThan(60);
    expect(lastOf('grace')).toBe(135);
  });

  it('puts a sign-in email before most of the emails that wait', async () => {
    await send(grace, 'grace', 60);
    await mail.start();
    await until(() => sentSubjects().includes('grace'));
    const before = sentSubjects().length;
    await database.db.platform((tx) =>
      mail.send(tx, { ...email('A new password'), isForSignIn: true }),
    );
    await until(() => sentSubjects().includes('A new password'));
    await jobs.stop();
    expect(sentSubjects().indexOf('A new password') - before).toBeLessThan(25);
  });

  it('reserves a connection for sign-in emails while the server delays others', async () => {
    server.keepWaiting = 1_000;
    let waitingCount = 0;
    server.onWaiting = () => {
      waitingCount++;
    };
    await send(grace, 'grace', 40);
    await mail.start();
    await until(() => waitingCount >= 2);
    server.keepWaiting = 0;
    await database.db.platform((tx) =>
      mail.send(tx, { ...email('A new password'), isForSignIn: true }),
    );
    await until(() => sentSubjects().includes('A new password'));
    server.release();
    await until(() => sentSubjects().length >= 1 + 40 - waitingCount);
    await jobs.stop();
  });

  it('allows several emails to be sent at once', async () => {
    server.delay = 500;
    await send(grace, 'grace', 12);
    await mail.start();
    await until(async () => {
      const [row] = await database.asSuperuser<{ count: number }>(
        `select count(*)::int as count from jobs.job where state = 'active'`,
      );
      return row!.count >= 4;
    });
    await jobs.stop();
  });
});
