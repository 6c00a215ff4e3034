import type { AddressInfo } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { until } from '../until.js';

/** A mail server that takes what it is sent, with credentials. */
export class MailServer {
  readonly emails: Email[] = [];
  /** the bytes of each email, as they came */
  readonly received: Buffer[] = [];
  /** milliseconds for which it keeps every email before it answers */
  delay = 0;
  /** how many more it puts off, with 451 */
  putOff = 0;
  /** addresses for which it refuses every email for good, with 550 */
  readonly refused = new Set<string>();
  /** how many more it refuses for good after it has read them, with 554 */
  refuseContent = 0;
  /** how often a client has sent it a password */
  signIns = 0;
  /** the address of each attempt to deliver, in order */
  readonly attempts: string[] = [];
  /** how many more it reads and never answers: whoever sends them is in the middle of it */
  keepWaiting = 0;
  /** called when an email is kept waiting */
  onWaiting: () => void = () => undefined;
  readonly #kept: (() => void)[] = [];
  readonly #server: SMTPServer;

  private constructor() {
    this.#server = new SMTPServer({
      authMethods: ['PLAIN'],
      disabledCommands: ['STARTTLS'],
      allowInsecureAuth: true,
      onAuth: ({ username, password }, _session, done) => {
        this.signIns++;
        done(username === 'church' && password === 'secret' ? null : new Error('no'), {
          user: username,
        });
      },
      onRcptTo: ({ address }, _session, done) => {
        this.attempts.push(address);
        const isRefused = this.refused.has(address);
        done(isRefused ? Object.assign(new Error('no such mailbox'), { responseCode: 550 }) : null);
      },
      onData: (stream, _session, done) => {
        const chunks: Buffer[] = [];
        stream.on('data', (chunk: Buffer) => chunks.push(chunk));
        stream.on('end', () => {
          if (this.keepWaiting-- > 0) {
            this.#kept.push(done);
            this.onWaiting();
            return;
          }
          if (this.refuseContent-- > 0) {
            done(Object.assign(new Error('looks like spam'), { responseCode: 554 }));
            return;
          }
          if (this.putOff-- > 0) {
            done(Object.assign(new Error('try later'), { responseCode: 451 }));
            return;
          }
          this.received.push(Buffer.concat(chunks));
          void PostalMime.parse(Buffer.concat(chunks)).then(async (email) => {
            await setTimeout(this.delay);
            this.emails.push(email);
            done(null);
          });
        });
      },
    });
  }

  static async start(): Promise<MailServer> {
    const server = new MailServer();
    await new Promise<void>((resolve) => server.#server.listen(0, '127.0.0.1', resolve));
    return server;
  }

  /** `smtp://…` with the credentials `user` gives. */
  url(user = 'church:secret', host = '127.0.0.1'): string {
    return `smtp://${user}@${host}:${(this.#server.server.address() as AddressInfo).port}`;
  }

  /** Answers what was kept waiting. */
  release(): void {
    for (const done of this.#kept.splice(0)) done();
  }

  stop(): Promise<void> {
    return new Promise((resolve) => this.#server.close(() => resolve()));
  }

  /** The latest email to an address whose subject has `subject`; waits for it. */
  waitForEmail(to: string, subject: string): Promise<Email> {
    return until(
      () =>
        this.emails.findLast(
          (email) => email.to?.[0]?.address === to && email.subject?.includes(subject) === true,
        ),
      () =>
        `no email "${subject}" to ${to}; there are: ${this.emails.map((email) => email.subject).join(', ')}`,
    );
  }
}
