import { createHmac, randomInt } from 'node:crypto';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { Database, type Tx } from '#libs/database';
import { conflict, HttpError, RateLimiter } from '#libs/http';
import { Sms, SmsError } from '#libs/mail';
import { Config, sessionSecret } from '../../ops/config.js';
import {
  countWrongCode,
  deleteCode,
  forgetWhenSent,
  insertCode,
  takeCode,
} from './accounts.sql.js';

const codeMinutes = 10;
/** wrong attempts at one sent code */
const maxTries = 5;
/** codes sent to an account in an hour; the operator pays for each */
const maxCodesPerHour = 5;
/** the shortest time between two codes to the same number */
const resendSeconds = 30;

/** The error for a number that cannot get text messages (see `textNumber`). */
export const numberCannotGetTexts =
  'Text messages can only go to a number of the United States or Canada without an ' +
  'extension. Please change your phone number first.';

/**
 * Codes of six digits that are sent by SMS and used once. The `subject` of a code names its purpose
 * and owner, for example `factor:<account id>`.
 */
@Injectable()
export class SentCodes {
  readonly #log = new Logger('sms');

  constructor(
    @Inject(Database) private readonly db: Database,
    @Inject(Sms) private readonly sms: Sms,
    @Inject(RateLimiter) private readonly rateLimiter: RateLimiter,
    @Inject(Config) private readonly config: Config,
  ) {}

  get canBeSent(): boolean {
    return this.sms.isAvailable;
  }

  /**
   * Sends a code, unless a code was sent to the same number less than `resendSeconds` ago.
   * @param accountId the account whose hourly limit counts this code. Codes for all subjects of an
   *   account count together.
   * @param subject what the code is for; only the last code of a subject is valid
   * @param phone in E.164 format
   * @throws HttpError 503 if no SMS can be sent, 409 if the number refuses messages, 429 after too
   *   many codes
   */
  async send(accountId: string, subject: string, phone: string): Promise<void> {
    if (!this.canBeSent)
      throw new HttpError(
        503,
        'Codes cannot be sent by SMS here. Please use an authenticator app.',
        'sms-away',
      );
    const code = String(randomInt(1_000_000)).padStart(6, '0');
    const storedCodes = await this.db.platform(async (tx) => {
      const count = await insertCode.count(tx, {
        subject,
        phone,
        codeHash: hashOf(this.config, code),
        minutes: codeMinutes,
        resendSeconds,
      });
      // throws after too many codes, which rolls back `insertCode`: the last sent code stays valid
      if (count > 0) await this.rateLimiter.countUpTo(`sms-codes:${accountId}`, maxCodesPerHour);
      return count;
    });
    if (storedCodes === 0) return;
    await this.#deliver(subject, phone, code);
  }

  /** @throws HttpError 409 if the number refuses messages, 503 if the SMS was not sent */
  async #deliver(subject: string, phone: string, code: string): Promise<void> {
    try {
      await this.sms.send(
        phone,
        `${code} is your Church Connect code. It works for ${codeMinutes} minutes.`,
      );
    } catch (error) {
      // the user need not wait before requesting the next code
      await this.db.platform((tx) => forgetWhenSent(tx, { subject }));
      const outcome = error instanceof SmsError ? error.outcome : 'unknown';
      if (outcome === 'stopped' || outcome === 'refused')
        throw conflict(
          'This number does not take our messages. If you once answered STOP, send START to ' +
            'the same number first.',
        );
      this.#log.warn({ message: 'no SMS was sent', error });
      throw new HttpError(
        503,
        'The code could not be sent at this moment. Please try again in a minute.',
        'sms-away',
      );
    }
  }

  /**
   * Checks and uses up a code. After several wrong attempts the code no longer works.
   * @returns the number to which the code was sent; null for a wrong code
   */
  async take(tx: Tx, subject: string, code: string): Promise<string | null> {
    const codeHash = hashOf(this.config, code);
    const [right] = await takeCode(tx, { subject, codeHash, tries: maxTries });
    if (!right) await countWrongCode(tx, { subject });
    return right?.phone ?? null;
  }

  async forget(tx: Tx, subject: string): Promise<void> {
    await deleteCode(tx, { subject });
  }
}

/** Hashes a code with the session secret. Without a secret, all six-digit codes could be tried. */
export const hashOf = (config: Config, code: string) =>
  createHmac('sha256', sessionSecret(config)).update(code.trim().toLowerCase()).digest('hex');
