import type { Tx } from '#libs/database';
import { Hopeless, type Jobs } from '#libs/jobs';
import { seal, unseal, type Seal } from '#libs/sealed';
import type { Email } from './email.js';
import { isPermanentRefusal, type Mailer } from './mailer.js';

/**
 * Emails that leave once the transaction that asks for them is committed, and are tried again for a day. Meanwhile, and
 * until the queue forgets them, their links lie sealed: many of them open a door.
 */
export class Mail {
  readonly #by: Seal;

  /** @param secret of the installation */
  constructor(
    private readonly jobs: Jobs,
    private readonly mailer: Mailer,
    secret: string,
  ) {
    this.#by = { secret, use: 'letter' };
  }

  /** Emails for signing in leave first; all others alternate between churches. */
  send(tx: Tx, { isForSignIn = false, ...email }: Email): Promise<void> {
    const { button, unsubscribe, replyTo } = email;
    const sealed = {
      ...email,
      ...(button ? { button: { ...button, url: seal(this.#by, button.url) } } : {}),
      ...(unsubscribe ? { unsubscribe: seal(this.#by, unsubscribe) } : {}),
      ...(replyTo ? { replyTo: seal(this.#by, replyTo) } : {}),
    };
    return this.jobs.send(tx, 'mail', sealed, { isUrgent: isForSignIn });
  }

  /** Delivers what was asked for, here or in any process, from now on. */
  start(): Promise<void> {
    return this.jobs.work('mail', (email, id) => this.#deliver(this.#opened(email as Email), id));
  }

  /**
   * @throws Hopeless when the mail server refuses the email permanently, after `ifRefused` has been sent
   * @throws Error when it is worth another try, also if only `ifRefused` could not be sent yet
   */
  async #deliver({ ifRefused, ...email }: Email, id: string): Promise<void> {
    try {
      await this.mailer.deliver(email, id);
    } catch (error) {
      if (!isPermanentRefusal(error)) throw error;
      if (ifRefused) await this.#notify(ifRefused, `${id}-refused`);
      throw new Hopeless(error);
    }
  }

  /** A notice that is refused permanently as well reaches nobody; the log has the refusal of the first email. */
  async #notify(notice: Email, id: string): Promise<void> {
    try {
      await this.mailer.deliver(notice, id);
    } catch (error) {
      if (!isPermanentRefusal(error)) throw error;
    }
  }

  /** @throws Error when it was sealed with another SESSION_SECRET: it is tried again, where the right one may be */
  #opened(email: Email): Email {
    const { button, unsubscribe, replyTo } = email;
    // one from before they were sealed
    const opened = (url: string) => (/^https?:/.test(url) ? url : unseal(this.#by, url));
    return {
      ...email,
      ...(button ? { button: { ...button, url: opened(button.url) } } : {}),
      ...(unsubscribe ? { unsubscribe: opened(unsubscribe) } : {}),
      ...(replyTo ? { replyTo: unseal(this.#by, replyTo) } : {}),
    };
  }
}
