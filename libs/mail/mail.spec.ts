import fs from 'node:fs';
import net, { type AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { afterEach, describe, expect, it } from '@jest/globals';
import PostalMime from 'postal-mime';
import { MailServer } from '../../test/support/doubles/smtp.js';
import { isPermanentRefusal, Mailer, type Email } from './index.js';

const email: Email = {
  to: 'hannah@example.org',
  subject: 'Confirm your email address',
  from: 'Grâce <Community> Church',
  greeting: 'Dear Hannah <script>alert(1)</script>,',
  paragraphs: ['Welcome & hello.'],
  button: { label: 'Confirm', url: 'https://grace.example/verify-email?token=a&b' },
  notes: ['The link works for three days.'],
};
const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanups.splice(0)) await cleanUp();
});

describe('an email', () => {
  it('is written to a file with its id as name, once, if there is no mail server', async () => {
    const outbox = fs.mkdtempSync(path.join(os.tmpdir(), 'church-outbox-'));
    cleanups.push(() => fs.rmSync(outbox, { recursive: true }));
    const mailer = new Mailer({ from: 'no-reply@church.example', outbox });
    await mailer.deliver(email, 'one');
    await mailer.deliver(email, 'one');
    expect(fs.readdirSync(outbox)).toEqual(['one.eml']);
    const read = await PostalMime.parse(fs.readFileSync(path.join(outbox, 'one.eml')));
    expect(read).toMatchObject({
      subject: email.subject,
      from: { name: email.from, address: 'no-reply@church.example' },
      to: [{ address: email.to }],
      messageId: '<one@church.example>',
    });
    expect(read.text).toContain('Confirm:\nhttps://grace.example/verify-email?token=a&b');
    expect(read.html).toContain('Dear Hannah &#60;script&#62;');
    expect(read.html).not.toContain('<script');
    expect(read.html).toContain('href="https://grace.example/verify-email?token=a&#38;b"');
  });

  it('has headers that say that it is automatic, so that no program answers it', async () => {
    const outbox = fs.mkdtempSync(path.join(os.tmpdir(), 'church-outbox-'));
    cleanups.push(() => fs.rmSync(outbox, { recursive: true }));
    await new Mailer({ from: 'no-reply@church.example', outbox }).deliver(email, 'one');
    const { headers } = await PostalMime.parse(fs.readFileSync(path.join(outbox, 'one.eml')));
    const valueOf = (name: string) => headers.find(({ key }) => key === name)?.value;
    expect(valueOf('auto-submitted')).toBe('auto-generated');
    expect(valueOf('x-auto-response-suppress')).toBe('OOF, AutoReply');
  });

  it('names its list and has a link named "Unsubscribe" if it is a notification', async () => {
    const outbox = fs.mkdtempSync(path.join(os.tmpdir(), 'church-outbox-'));
    cleanups.push(() => fs.rmSync(outbox, { recursive: true }));
    const mailer = new Mailer({ from: 'no-reply@church.example', outbox });
    const unsubscribe = 'https://church.example/api/unsubscribe/abc';
    await mailer.deliver({ ...email, from: 'Grace', listId: 'news.grace', unsubscribe }, 'news');
    await mailer.deliver(email, 'other');
    const read = (id: string) => PostalMime.parse(fs.readFileSync(path.join(outbox, `${id}.eml`)));
    const listOf = ({ headers }: Awaited<ReturnType<typeof read>>) =>
      headers.find(({ key }) => key === 'list-id')?.value;
    const news = await read('news');
    expect(listOf(news)).toMatch(/^"?Grace"? <news\.grace\.church\.example>$/);
    expect(news.text).toContain(`Unsubscribe:\n${unsubscribe}`);
    expect(news.html).toMatch(/<a href="https:[^"]+"[^>]*>Unsubscribe<\/a>/);
    expect(listOf(await read('other'))).toBeUndefined();
  });

  it.each(['as a file', 'to a mail server'])(
    'has only CR LF at the ends of its lines if it is written %s',
    async (way) => {
      const outbox = fs.mkdtempSync(path.join(os.tmpdir(), 'church-outbox-'));
      cleanups.push(() => fs.rmSync(outbox, { recursive: true }));
      const server = await MailServer.start();
      cleanups.push(() => server.stop());
      const smtp = { smtpUrl: server.url(), requireTls: false };
      const mailer = new Mailer({
        from: 'no-reply@church.example',
        outbox,
        ...(way === 'as a file' ? {} : smtp),
      });
      // The transfer encodings of these texts are plain, quoted-printable and base64.
      for (const [id, paragraph] of Object.entries({
        plain: 'One\ntwo\nthree',
        quoted: `Grâce\n${'a long line of words '.repeat(10)}\nend`,
        base64: 'Благодать\nвам и мир',
      })) {
        await mailer.deliver({ ...email, paragraphs: [paragraph] }, id);
        const bytes =
          way === 'as a file'
            ? fs.readFileSync(path.join(outbox, `${id}.eml`))
            : server.received.at(-1)!;
        const text = bytes.toString('latin1');
        expect(text.match(/[^\r]\n|\r[^\n]/g)).toBeNull();
        for (const [encoded] of text.matchAll(/(?<=base64\r\n\r\n)[A-Za-z0-9+/=\r\n]+/g))
          expect(Buffer.from(encoded, 'base64').toString('utf8')).not.toMatch(/[^\r]\n/);
      }
    },
  );

  it('keeps the lines of its text, and gets no headers from lines in its subject', async () => {
    const outbox = fs.mkdtempSync(path.join(os.tmpdir(), 'church-outbox-'));
    cleanups.push(() => fs.rmSync(outbox, { recursive: true }));
    await new Mailer({ from: 'no-reply@church.example', outbox }).deliver(
      {
        ...email,
        subject: 'Hello\r\nBcc: evil@example.org\r\n\r\nbody',
        from: 'Grace\r\nBcc: evil@example.org',
        paragraphs: ['One\ntwo <b>'],
      },
      'one',
    );
    const read = await PostalMime.parse(fs.readFileSync(path.join(outbox, 'one.eml')));
    expect(read.bcc).toBeUndefined();
    expect(read.headers.map(({ key }) => key)).not.toContain('bcc');
    expect(read.text).toContain('One\ntwo <b>');
    expect(read.html).toContain('One<br>two &#60;b&#62;');
  });

  it('is sent with the credentials of the SMTP server, and fails if it refuses them', async () => {
    const server = await MailServer.start();
    cleanups.push(() => server.stop());
    const mailerOf = (user: string) =>
      new Mailer({ smtpUrl: server.url(user), from: 'no-reply@church.example', outbox: '' });
    await mailerOf('church:secret').deliver(email, 'two');
    expect(server.emails[0]!.subject).toBe(email.subject);
    await expect(mailerOf('church:wrong').deliver(email, 'three')).rejects.toThrow();
    server.putOff = 1;
    await expect(mailerOf('church:secret').deliver(email, 'four')).rejects.toThrow('try later');
    expect(server.emails).toHaveLength(1);
  });
});

describe('the connection to a mail server', () => {
  const mailerTo = (smtpUrl: string) => ({ smtpUrl, from: 'no-reply@church.example', outbox: '' });

  it('ends before the password is sent if TLS is required but not offered', async () => {
    const server = await MailServer.start();
    cleanups.push(() => server.stop());
    const mailer = new Mailer({ ...mailerTo(server.url()), requireTls: true });
    await expect(mailer.deliver(email, 'one')).rejects.toMatchObject({ code: 'ETLS' });
    expect(server.emails).toEqual([]);
    expect(server.signIns).toBe(0);
  });

  it('ends if the server does not send its greeting', async () => {
    const silentServer = net.createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => silentServer.once('listening', resolve));
    const sockets: net.Socket[] = [];
    silentServer.on('connection', (socket) => sockets.push(socket));
    cleanups.push(() => {
      for (const socket of sockets) socket.destroy();
      silentServer.close();
    });
    const mailer = new Mailer({
      ...mailerTo(`smtp://127.0.0.1:${(silentServer.address() as AddressInfo).port}`),
      timeouts: { connectionTimeout: 100, greetingTimeout: 100, socketTimeout: 100 },
    });
    await expect(mailer.deliver(email, 'one')).rejects.toMatchObject({ code: 'ETIMEDOUT' });
  });
});

describe('a refusal of a mail server', () => {
  it('is permanent if the server will never accept the address or the email', async () => {
    const server = await MailServer.start();
    cleanups.push(() => server.stop());
    const deliver = (user?: string) =>
      new Mailer({ smtpUrl: server.url(user), from: 'no-reply@church.example', outbox: '' })
        .deliver(email, 'one')
        .catch((error: unknown) => error);
    server.refused.add(email.to);
    expect(isPermanentRefusal(await deliver())).toBe(true);
    server.refused.clear();
    server.refuseContent = 1;
    expect(isPermanentRefusal(await deliver())).toBe(true);
    server.refuseContent = 0;
    server.putOff = 1;
    expect(isPermanentRefusal(await deliver())).toBe(false);
    // A wrong password is not permanent: after the operator has corrected it, the emails are sent.
    expect(isPermanentRefusal(await deliver('church:wrong'))).toBe(false);
  });
});
