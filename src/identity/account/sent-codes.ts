import { createHmac, randomInt } from 'node:crypto';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { Database, type Tx } from '#libs/database';
import { conflict, HttpError, Throttle } from '#libs/http';
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
/** of one code that was sent */
const maxTries = 5;
/** codes that an account is sent in an hour: the operator pays for each */
const maxCodesPerHour = 5;
/** how often a code may be sent again */
const resendSeconds = 30;

/** To whoever has a number of another country, or one with an extension (`textNumber`). */
export const numberCannotGetTexts =
  'Text messages can only go to a number of the United States or Canada without an extension. Please change your phone number first.';

/** Six digits that go to a phone by SMS and come back once, by `subject`: what they are for. */
@Injectable()
export class SentCodes {
  readonly #log = new Logger('sms');

  constructor(
    @Inject(Database) private readonly db: Database,
    @Inject(Sms) private readonly sms: Sms,
    @Inject(Throttle) private readonly throttle: Throttle,
    @Inject(Config) private readonly config: Config,
  ) {}

  get canBeSent(): boolean {
    return this.sms.isAvailable;
  }

  /**
   * Sends a code, unless the last one went to the same number a moment ago and is on its way.
   * @param accountId whose code it is: an account is sent five in an hour, whatever for
   * @param phone in E.164 @throws HttpError 503 where no SMS can be sent, 409 for a number that takes none, 429
   */
  async send(accountId: string, subject: string, phone: string): Promise<void> {
    if (!this.canBeSent)
      throw new HttpError(
        503,
        'Codes cannot be sent by SMS here. Please use an authenticator app.',
        'sms-away',
      );
    const code = String(randomInt(1_000_000)).padStart(6, '0');
    const sent = await this.db.platform(async (tx) => {
      const count = await insertCode.count(tx, {
        subject,
        phone,
        codeHash: hashOf(this.config, code),
        minutes: codeMinutes,
        resendSeconds,
      });
      // where the hour's are used up this throws, and the code that was sent last stays
      if (count > 0) await this.throttle.cap(`sms-codes:${accountId}`, maxCodesPerHour);
      return count;
    });
    if (sent === 0) return;
    try {
      await this.sms.send(
        phone,
        `${code} is your Church Connect code. It works for ${codeMinutes} minutes.`,
      );
    } catch (error) {
      await this.db.platform((tx) => forgetWhenSent(tx, { subject })); // the next one need not wait
      const outcome = error instanceof SmsError ? error.outcome : 'unknown';
      if (outcome === 'stopped' || outcome === 'refused')
        throw conflict(
          'This number does not take our messages. If you once answered STOP, send START to the same number first.',
        );
      this.#log.warn({ message: 'no SMS was sent', error });
      throw new HttpError(
        503,
        'The code could not be sent at this moment. Please try again in a minute.',
        'sms-away',
      );
    }
  }

  /** A code counts once, and only so many may be guessed. @returns the number that it went to, null for a wrong one */
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

/** Keyed: six digits are quickly tried out against a hash without a secret. */
export const hashOf = (config: Config, code: string) =>
  createHmac('sha256', sessionSecret(config)).update(code.trim().toLowerCase()).digest('hex');
