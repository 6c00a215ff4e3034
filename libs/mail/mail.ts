import type { Tx } from '#libs/database';
import { PermanentFailure, type Jobs } from '#libs/jobs';
import { seal, unseal, type Seal } from '#libs/sealed';
import type { Email } from './email.js';
import { isPermanentRefusal, type Mailer } from './mailer.js';

/**
 * Stores emails as jobs in the transaction of a request. They are sent after the commit, and
 * retried for a day. Their links are encrypted in the queue, because many of them give access to an
 * account.
 */
export class Mail {
  readonly #seal: Seal;

  /** @param secret the secret of the installation (`SESSION_SECRET`) */
  constructor(
    private readonly jobs: Jobs,
    private readonly mailer: Mailer,
    secret: string,
  ) {
    this.#seal = { secret, use: 'letter' };
  }

  /**
   * Stores an email. Emails for signing in are sent first; all others alternate between churches.
   */
  send(tx: Tx, { isForSignIn = false, ...email }: Email): Promise<void> {
    const { button, unsubscribe, replyTo } = email;
    const sealed = {
      ...email,
      ...(button ? { button: { ...button, url: seal(this.#seal, button.url) } } : {}),
      ...(unsubscribe ? { unsubscribe: seal(this.#seal, unsubscribe) } : {}),
      ...(replyTo ? { replyTo: seal(this.#seal, replyTo) } : {}),
    };
    return this.jobs.send(tx, 'mail', sealed, { isUrgent: isForSignIn });
  }

  /** Starts delivering the emails in the queue, including those that other processes stored. */
  start(): Promise<void> {
    return this.jobs.work('mail', (email, id) => this.#deliver(this.#decrypt(email as Email), id));
  }

  /**
   * @throws PermanentFailure if the mail server refuses the email permanently, after `ifRefused`
   *   was sent
   * @throws Error if the job should be retried, also if only `ifRefused` could not be sent
   */
  async #deliver({ ifRefused, ...email }: Email, id: string): Promise<void> {
    try {
      await this.mailer.deliver(email, id);
    } catch (error) {
      if (!isPermanentRefusal(error)) throw error;
      if (ifRefused) await this.#notify(ifRefused, `${id}-refused`);
      throw new PermanentFailure(error);
    }
  }

  /**
   * Sends the notice about an email that was refused. If the notice is refused permanently, too,
   * nobody receives it; the log contains the refusal of the first email.
   */
  async #notify(notice: Email, id: string): Promise<void> {
    try {
      await this.mailer.deliver(notice, id);
    } catch (error) {
      if (!isPermanentRefusal(error)) throw error;
    }
  }

  /**
   * Decrypts the links of an email.
   * @throws Error if they were encrypted with another SESSION_SECRET. The job is retried, perhaps
   * by a process that has the right secret.
   */
  #decrypt(email: Email): Email {
    const { button, unsubscribe, replyTo } = email;
    // Emails of older versions have plain links.
    const decryptLink = (url: string) => (/^https?:/.test(url) ? url : unseal(this.#seal, url));
    return {
      ...email,
      ...(button ? { button: { ...button, url: decryptLink(button.url) } } : {}),
      ...(unsubscribe ? { unsubscribe: decryptLink(unsubscribe) } : {}),
      ...(replyTo ? { replyTo: unseal(this.#seal, replyTo) } : {}),
    };
  }
}
