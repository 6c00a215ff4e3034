import type { AddressInfo } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { until } from '../until.js';

/** A test double of a mail server that requires credentials. */
export class MailServer {
  readonly emails: Email[] = [];
  /** the bytes of each email */
  readonly received: Buffer[] = [];
  /** how long it waits before it answers, in milliseconds */
  delay = 0;
  /** how many further emails it refuses for the present, with 451 */
  putOff = 0;
  /** addresses for which it refuses all emails permanently, with 550 */
  readonly refused = new Set<string>();
  /** how many further emails it refuses permanently after it has read them, with 554 */
  refuseContent = 0;
  /** how often a client has sent a password */
  signIns = 0;
  /** the address of each attempt, in order */
  readonly attempts: string[] = [];
  /** how many further emails it reads without an answer until `release` */
  keepWaiting = 0;
  /** is called when an email waits for its answer */
  onWaiting: () => void = () => undefined;
  readonly #waiting: (() => void)[] = [];
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
            this.#waiting.push(done);
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

  /** Returns the `smtp://` address with credentials. */
  url(user = 'church:secret', host = '127.0.0.1'): string {
    return `smtp://${user}@${host}:${(this.#server.server.address() as AddressInfo).port}`;
  }

  /** Answers the emails that wait. */
  release(): void {
    for (const done of this.#waiting.splice(0)) done();
  }

  stop(): Promise<void> {
    return new Promise((resolve) => this.#server.close(() => resolve()));
  }

  /**
   * Waits for an email to an address whose subject contains `subject`, and returns the latest one.
   */
  waitForEmail(to: string, subject: string): Promise<Email> {
    return until(
      () =>
        this.emails.findLast(
          (email) => email.to?.[0]?.address === to && email.subject?.includes(subject) === true,
        ),
      () =>
        `no email "${subject}" to ${to}; there are: ` +
        this.emails.map((email) => email.subject).join(', '),
    );
  }
}
