import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, describe, expect, it } from '@jest/globals';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { Mailer, type Letter } from './index.js';

const letter: Letter = {
  to: 'hannah@example.org',
  subject: 'Confirm your e-mail address',
  from: 'Grâce <Community> Church',
  greeting: 'Dear Hannah <script>alert(1)</script>,',
  paragraphs: ['Welcome & hello.'],
  button: { label: 'Confirm', url: 'https://grace.example/verify-email?token=a&b' },
  notes: ['The link works for three days.'],
};
const ended: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ended.splice(0)) await end();
});

describe('a letter', () => {
  it('without a server becomes a file that a mail program opens, once for each id', async () => {
    const outbox = fs.mkdtempSync(path.join(os.tmpdir(), 'church-outbox-'));
    ended.push(() => fs.rmSync(outbox, { recursive: true }));
    const mailer = new Mailer({ from: 'no-reply@church.example', outbox });
    await mailer.deliver(letter, 'one');
    await mailer.deliver(letter, 'one');
    expect(fs.readdirSync(outbox)).toEqual(['one.eml']);
    const read = await PostalMime.parse(fs.readFileSync(path.join(outbox, 'one.eml')));
    expect(read).toMatchObject({ subject: letter.subject, from: { name: letter.from, address: 'no-reply@church.example' }, to: [{ address: letter.to }], messageId: '<one@church.example>' });
    expect(read.text).toContain('Confirm:\nhttps://grace.example/verify-email?token=a&b');
    expect(read.html).toContain('Dear Hannah &#60;script&#62;');
    expect(read.html).not.toContain('<script');
    expect(read.html).toContain('href="https://grace.example/verify-email?token=a&#38;b"');
  });

  it('goes through an SMTP server with its credentials, and is refused with it', async () => {
    const got: string[] = [];
    let refuse = false;
    const server = new SMTPServer({
      authMethods: ['PLAIN'],
      disabledCommands: ['STARTTLS'],
      allowInsecureAuth: true,
      onAuth: ({ username, password }, _session, done) => done(username === 'church' && password === 'secret' ? null : new Error('no'), { user: username }),
      onData: (stream, _session, done) => {
        const chunks: Buffer[] = [];
        stream.on('data', (chunk: Buffer) => chunks.push(chunk));
        stream.on('end', () => {
          if (!refuse) got.push(Buffer.concat(chunks).toString());
          done(refuse ? Object.assign(new Error('try later'), { responseCode: 451 }) : null);
        });
      },
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    ended.push(() => new Promise<void>((resolve) => server.close(() => resolve())));
    const { port } = server.server.address() as { port: number };
    const at = (user: string) => new Mailer({ smtpUrl: `smtp://${user}@127.0.0.1:${port}`, from: 'no-reply@church.example', outbox: '' });
    await at('church:secret').deliver(letter, 'two');
    expect((await PostalMime.parse(got[0]!)).subject).toBe(letter.subject);
    await expect(at('church:wrong').deliver(letter, 'three')).rejects.toThrow();
    refuse = true;
    await expect(at('church:secret').deliver(letter, 'four')).rejects.toThrow('try later');
    expect(got).toHaveLength(1);
  });
});
