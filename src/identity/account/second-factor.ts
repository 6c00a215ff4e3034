import { Inject, Injectable } from '@nestjs/common';
import { Secret } from 'otpauth';
import type { Factor, FactorSetUp, Security } from '#libs/contracts';
import { Database, type Tx } from '#libs/database';
import { audit, badRequest, conflict, HttpError, recordOncePerDay, RateLimiter } from '#libs/http';
import { Mail } from '#libs/mail';
import { readTextMessageNumber } from '#libs/phone';
import { seal, unseal, type Seal } from '#libs/sealed';
import { baseUrl, Config, sessionSecret } from '../../ops/config.js';
import { inChurchesOf, removeFactor, storeUserFactor } from './accounts.js';
import { codesTriedEmail, factorChangedEmail, recoveryCodesCreatedEmail } from './emails.js';
import { hashOf, numberCannotGetTexts, SentCodes } from './sent-codes.js';
import { isPassword } from '../sessions/password.js';
import { endSession, maxFactorTries, tryFactor } from '../sessions/sessions.js';
import { deleteChallenge } from './accounts.sql.js';
import { isRecoveryCode, replaceRecoveryCodes } from './recovery-codes.js';
import {
  countRecoveryCodes,
  lockChallenge,
  saveChallenge,
  storeFactor,
  takeRecoveryCode,
  takeStep,
} from './second-factor.sql.js';
import { factorOf, totp, stepOf } from './totp.js';

const refusalMessages = {
  'wrong-code': 'This code is not right, or it was used before.',
  'wrong-password': 'Your password is not right.',
};
/** how long the user has to enter the first code after starting the set-up */
const setUpMinutes = 10;
const subjectOf = (accountId: string) => `factor:${accountId}`;
/** wrong codes of an account in an hour, from all networks together */
const maxWrongCodesPerHour = 20;

/** The second factor of accounts: codes of an authenticator app or by SMS, and recovery codes. */
@Injectable()
export class SecondFactor {
  readonly #seal: Seal;

  constructor(
    @Inject(Database) private readonly db: Database,
    @Inject(RateLimiter) private readonly rateLimiter: RateLimiter,
    @Inject(Mail) private readonly mail: Mail,
    @Inject(SentCodes) private readonly codes: SentCodes,
    @Inject(Config) private readonly config: Config,
  ) {
    this.#seal = { secret: sessionSecret(config), use: 'second factor' };
  }

  async readSecurity(accountId: string): Promise<Security> {
    return this.db.platform(async (tx) => {
      const row = await factorOf(tx, accountId);
      const [codes] = await countRecoveryCodes(tx, { accountId });
      return {
        hasPassword: row.passwordHash !== null,
        emailVerified: row.verified,
        factor: row.factor,
        factorPhone: row.factorPhone?.slice(-4) ?? null,
        recoveryCodes: row.factor ? codes!.left : 0,
        smsAvailable: this.codes.canBeSent,
      };
    });
  }

  /** Returns the second factor of an account; null if it has none. */
  async findFactor(accountId: string): Promise<Factor | null> {
    return (await this.db.platform((tx) => factorOf(tx, accountId))).factor;
  }

  /**
   * Starts turning on a second factor. It is required only after its first code was entered
   * (`confirm`).
   * @param phone the phone number of the user's profile; undefined for an account without a church,
   *   which cannot choose SMS
   * @throws HttpError 400 without a phone number, 409 if a second factor is on or the address is
   *   unconfirmed, 503 if no SMS can be sent
   */
  async setUp(
    accountId: string,
    method: Factor,
    phone: string | null | undefined,
    address: string,
  ): Promise<FactorSetUp> {
    if (phone === null || (method === 'sms' && !phone))
      throw badRequest(
        'A phone number is required to enable MFA. Please add your phone number first.',
      );
    const row = await this.db.platform((tx) => factorOf(tx, accountId));
    if (row.factor)
      throw conflict('The second factor is on already. Turn it off before you set up another.');
    // otherwise a person who registered with a foreign address could lock its owner out forever
    if (!row.verified)
      throw conflict(
        'Please confirm your email address first. We have sent you an email with a link.',
      );
    const secret = method === 'authenticator' ? new Secret({ size: 20 }) : null;
    const number = method === 'sms' && phone ? readTextMessageNumber(phone) : null;
    if (method === 'sms' && !number) throw badRequest(numberCannotGetTexts);
    if (number) await this.rateLimiter.count('sms', accountId, address);
    await this.db.platform(async (tx) => {
      await saveChallenge(tx, {
        accountId,
        factor: method,
        secret: secret && seal(this.#seal, secret.base32),
        phone: number,
        minutes: setUpMinutes,
      });
      await this.codes.forget(tx, subjectOf(accountId));
    });
    if (number) await this.codes.send(accountId, subjectOf(accountId), number);
    return {
      method,
      secret: secret?.base32 ?? null,
      uri: secret && totp(secret.base32, row.email).toString(),
      phone: number?.slice(-4) ?? null,
    };
  }

  /**
   * Turns on the second factor that was set up, if the code is right.
   * @returns the recovery codes; they cannot be read again
   */
  async confirm(accountId: string, code: string, address: string): Promise<string[]> {
    return this.#tryThrottled(accountId, address, async () =>
      this.db.platform(async (tx) => {
        const [challenge] = await lockChallenge(tx, { accountId });
        if (!challenge) throw badRequest('Please begin the set-up again.');
        const step = challenge.secret ? stepOf(unseal(this.#seal, challenge.secret), code) : null;
        if (
          challenge.secret
            ? step === null
            : !(await this.codes.take(tx, subjectOf(accountId), code))
        )
          return null;
        await storeFactor(tx, { accountId, ...challenge, step });
        await deleteChallenge(tx, { accountId });
        await this.#notifyOwner(tx, accountId, true);
        return replaceRecoveryCodes(tx, this.config, accountId);
      }),
    );
  }

  /**
   * Sends a code to a user who is signing in, if the second factor is SMS. Sends nothing if a code
   * was sent less than half a minute ago.
   */
  async sendCode(accountId: string): Promise<void> {
    const row = await this.db.platform((tx) => factorOf(tx, accountId));
    if (row.factor === 'sms' && row.factorPhone)
      await this.codes.send(accountId, subjectOf(accountId), row.factorPhone);
  }

  /**
   * Checks and uses up a code of the second factor or a recovery code. After too many wrong codes
   * in an hour, counted over all networks, no code is accepted, so that an attacker cannot guess
   * from thousands of addresses at once. Recovery codes are counted separately, so that the owner
   * can still sign in with one. Choosing a new password by email resets both counts.
   * @param address the IP address of the request
   * @param sid the session of a sign-in that waits for the code; it ends after a few wrong codes
   * @throws HttpError 400 for a wrong code, 401 if the sign-in has ended, 429 after too many
   *   attempts
   */
  async assertCode(accountId: string, code: string, address: string, sid?: string): Promise<void> {
    const count = `${isRecoveryCode(code) ? 'recovery' : 'codes'}:${accountId}`;
    await this.#tryThrottled(accountId, address, async () => {
      const tries = sid === undefined ? 0 : await this.db.platform((tx) => tryFactor(tx, sid));
      await this.#assertFewTries(accountId, count);
      return this.db.platform(async (tx) => {
        if (await this.#isRight(tx, accountId, code)) return true;
        if (sid !== undefined && tries >= maxFactorTries) await endSession(tx, sid);
        return null;
      });
    });
    await this.rateLimiter.reset(count);
  }

  /**
   * Counts an attempt. If there were too many, sends an email to the address of the account, at
   * most once a day.
   * @throws HttpError 429 if there were too many
   */
  async #assertFewTries(accountId: string, count: string): Promise<void> {
    await this.rateLimiter.countUpTo(count, maxWrongCodesPerHour).catch(async (error: unknown) => {
      await this.db.platform(async (tx) => {
        const isFirst = await recordOncePerDay(tx, `told:${accountId}`);
        const { email } = await factorOf(tx, accountId);
        if (isFirst)
          await this.mail.send(
            tx,
            codesTriedEmail(
              { to: email, name: '', from: 'Church Connect' },
              `${baseUrl(this.config)}/forgot-password`,
            ),
          );
      });
      throw error;
    });
  }

  /**
   * Checks the password or a code of a signed-in user before a security setting is changed.
   * @throws HttpError 400 for a wrong password or code, 429 after too many attempts
   */
  async assertPasswordOrCode(
    accountId: string,
    proof: { password?: string | undefined; code?: string | undefined },
    address: string,
  ): Promise<void> {
    const { password, code } = proof;
    if (code !== undefined) return this.assertCode(accountId, code, address);
    if (password === undefined) throw badRequest('Please enter your password or a code.');
    const row = await this.db.platform((tx) => factorOf(tx, accountId));
    await this.#tryThrottled(
      accountId,
      address,
      async () => ((await isPassword(password, row.passwordHash, address)) ? true : null),
      'wrong-password',
    );
  }

  /** Turns off the second factor, and tells the owner by email. */
  async turnOff(accountId: string): Promise<void> {
    await this.db.platform(async (tx) => {
      await removeFactor(tx, accountId);
      await this.#notifyOwner(tx, accountId, false);
    });
  }

  async #notifyOwner(tx: Tx, accountId: string, isOn: boolean): Promise<void> {
    const { email } = await factorOf(tx, accountId);
    await this.mail.send(
      tx,
      factorChangedEmail(
        { to: email, name: '', from: 'Church Connect' },
        { isOn, url: `${baseUrl(this.config)}/forgot-password` },
      ),
    );
  }

  /** Replaces the recovery codes. The old codes no longer work. Tells the owner by email. */
  async newRecoveryCodes(accountId: string): Promise<string[]> {
    const codes = await this.db.platform(async (tx) => {
      const { email } = await factorOf(tx, accountId);
      await this.mail.send(
        tx,
        recoveryCodesCreatedEmail(
          { to: email, name: '', from: 'Church Connect' },
          `${baseUrl(this.config)}/forgot-password`,
        ),
      );
      return replaceRecoveryCodes(tx, this.config, accountId);
    });
    await inChurchesOf(this.db, accountId, (tx, userId) =>
      audit(tx, userId, 'recovery-codes-made'),
    );
    return codes;
  }

  /** Stores on the account's user in each church whether a second factor is on (`mfaEnabled`). */
  async storeInChurches(accountId: string, isOn: boolean): Promise<void> {
    await inChurchesOf(this.db, accountId, async (tx, userId) => {
      await storeUserFactor(tx, userId, isOn);
      await audit(tx, userId, isOn ? 'mfa-enabled' : 'mfa-disabled');
    });
  }

  async #tryThrottled<T>(
    accountId: string,
    address: string,
    attempt: () => Promise<T | null>,
    reason: 'wrong-code' | 'wrong-password' = 'wrong-code',
  ): Promise<T> {
    const result = await this.rateLimiter.try(`factor:${accountId}`, address, reason, attempt);
    if (result === null) throw new HttpError(400, refusalMessages[reason], reason);
    return result;
  }

  async #isRight(tx: Tx, accountId: string, code: string): Promise<boolean> {
    const row = await factorOf(tx, accountId);
    if (!row.factor) return false;
    const step = row.factorSecret ? stepOf(unseal(this.#seal, row.factorSecret), code) : null;
    if (step !== null) {
      // If two concurrent requests send the same code, the second one updates no row and is
      // refused.
      return (await takeStep.count(tx, { accountId, step })) > 0;
    }
    if (row.factor === 'sms' && (await this.codes.take(tx, subjectOf(accountId), code)))
      return true;
    const hash = hashOf(this.config, code);
    return (await takeRecoveryCode.count(tx, { accountId, hash })) > 0;
  }
}
