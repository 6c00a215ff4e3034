import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { Database, type Tx } from '#libs/database';
import { type Actor, audit, HttpError, invalidField, RateLimiter } from '#libs/http';
import { Jobs } from '#libs/jobs';
import { Mail } from '#libs/mail';
import { baseUrl, Config } from '../../ops/config.js';
import { ChurchSignup } from '../church-signup/church-signup.js';
import { joinChurchByEmail } from '../add-user.js';
import { hashPassword, isPassword } from '../sessions/password.js';
import { inChurchesOf } from './accounts.js';
import { newerLinkAt, readToken, type Purpose, type Token } from './account-tokens.js';
import { CredentialEmails } from './credential-emails.js';
import { passwordChangedEmail, passwordResetEmail } from './emails.js';
import { noteVerified, readCredentials } from './credentials.sql.js';
import {
  findLinkToken,
  type Proof,
  type ConfirmedAccount,
  auditPasswordChange,
  staleLinkErrorFor,
  redeemLink,
  setPassword,
  assertNotCommon,
  findReader,
} from './credential-steps.js';

/** Confirms email addresses, and changes and resets passwords of accounts. */
@Injectable()
export class Credentials implements OnApplicationBootstrap {
  constructor(
    @Inject(Database) private readonly db: Database,
    @Inject(CommandBus) private readonly commands: CommandBus,
    @Inject(Mail) private readonly mail: Mail,
    @Inject(CredentialEmails) private readonly emails: CredentialEmails,
    @Inject(Jobs) private readonly jobs: Jobs,
    @Inject(RateLimiter) private readonly rateLimiter: RateLimiter,
    @Inject(ChurchSignup) private readonly churchSignup: ChurchSignup,
    @Inject(Config) private readonly config: Config,
  ) {}

  /**
   * Confirms an email address by the link of an email. The user must also enter the account's
   * password or choose a new one, because the person who chose the password and the person who
   * reads the email may be different people. If the link leads into a church, the account takes
   * over the user whom staff created there with this address, including gifts and rights.
   * @param address the IP address of the request
   * @param session the session of the request, which is kept
   * @throws HttpError 400 for a link that no longer works, or without a password
   *   (`password-needed`: the page asks for it)
   */
  async verify(
    token: string,
    { password, newPassword }: Proof,
    address: string,
    session?: string,
  ): Promise<ConfirmedAccount> {
    const link = await this.#findLink(token, 'verify-email', address);
    if (newPassword !== undefined)
      return this.#storeNewPassword(token, 'verify-email', newPassword, address);
    if (password === undefined) {
      const hasPassword = link.passwordHash !== null;
      throw new HttpError(
        400,
        hasPassword
          ? 'Enter your password to confirm that this account is yours, or choose a new one.'
          : 'Choose a password to sign in with.',
        'password-needed',
        { email: link.email, hasPassword },
      );
    }
    await this.assertPassword(link.accountId, password, address, 'password');
    return this.#completeConfirmation(
      await this.db.platform((tx) => redeemLink(tx, token, 'verify-email', { session })),
    );
  }

  /**
   * Starts a job that sends a link to choose a new password. The job looks up the account, so that
   * neither the answer nor its duration reveals whether the account exists.
   * @param address the IP address of the request
   * @throws HttpError 429
   */
  async forgot(email: string, address: string): Promise<void> {
    await this.rateLimiter.countEmail(email, address);
    await this.db.platform((tx) => this.jobs.send(tx, 'forgot-password', { email }));
  }

  async onApplicationBootstrap(): Promise<void> {
    await this.jobs.work('forgot-password', async (data) => {
      const { email } = data as { email: string };
      await this.db.platform(async (tx) => {
        const reader = await findReader(tx, 'byEmail', email);
        if (reader) await this.emails.send(tx, 'reset-password', reader, passwordResetEmail);
      });
      await this.churchSignup.resendInvitations(email);
    });
  }

  /**
   * Sets a new password by the link of an email. This also confirms the address, ends all sessions
   * and resets the count of wrong second-factor codes. The second factor stays, unless it was set
   * up before the address was confirmed.
   * @throws HttpError 400 for a link that no longer works
   */
  async reset(token: string, password: string, address: string): Promise<ConfirmedAccount> {
    await this.#findLink(token, 'reset-password', address);
    return this.#storeNewPassword(token, 'reset-password', password, address);
  }

  async #storeNewPassword(
    token: string,
    purpose: Purpose,
    password: string,
    address: string,
  ): Promise<ConfirmedAccount> {
    assertNotCommon(password);
    const hash = await hashPassword(password, address);
    const storedToken = await this.db.platform(async (tx) => {
      const redeemed = await redeemLink(tx, token, purpose, { hash });
      await this.#notifyPasswordChanged(tx, redeemed.accountId);
      return redeemed;
    });
    await this.rateLimiter.reset(
      `codes:${storedToken.accountId}`,
      `recovery:${storedToken.accountId}`,
      `factor:${storedToken.accountId}`,
    );
    await this.#completeConfirmation(storedToken);
    await auditPasswordChange(this.db, storedToken.accountId);
    return storedToken;
  }

  /**
   * Changes the password and ends all other sessions of the account.
   * @throws HttpError 400 for a wrong or common password, 429 after several failed attempts
   */
  async change(
    { accountId, sessionId }: Pick<Actor, 'accountId' | 'sessionId'>,
    { currentPassword, newPassword }: { currentPassword: string; newPassword: string },
    address: string,
  ): Promise<void> {
    assertNotCommon(newPassword);
    await this.assertPassword(accountId, currentPassword, address, 'currentPassword');
    const hash = await hashPassword(newPassword, address);
    await this.db.platform(async (tx) => {
      await setPassword(tx, accountId, hash, sessionId);
      await this.#notifyPasswordChanged(tx, accountId);
    });
    await auditPasswordChange(this.db, accountId);
  }

  /**
   * Checks the password of a signed-in user.
   * @param field the form field that the error names
   * @throws HttpError 400 for a wrong password, 429 after several failed attempts
   */
  async assertPassword(
    accountId: string,
    password: string,
    address: string,
    field: string,
  ): Promise<void> {
    const [credentials] = await this.db.platform((tx) => readCredentials(tx, { accountId }));
    if (!credentials?.passwordHash)
      throw invalidField(
        field,
        'This account has no password yet. ' +
          'Sign out, and choose one by "Forgot your password?" first.',
      );
    const isRight = await this.rateLimiter.try(
      `account:${accountId}`,
      address,
      'wrong-password',
      async () => (await isPassword(password, credentials.passwordHash, address)) || null,
    );
    if (!isRight) throw invalidField(field, 'Your current password is not right.');
  }

  /**
   * Checks a link without using it up. An invalid link counts as a failed attempt, as it does when
   * it is used. For `verify-email`, links that confirm a new address of an account are valid, too.
   * @returns when a newer email with such a link was created; null if this link is the newest
   * @throws HttpError 400 for a link that no longer works, 429 after too many attempts
   */
  async assertLink(
    token: string,
    purpose: 'verify-email' | 'reset-password',
    address: string,
  ): Promise<Date | null> {
    const validUntil = await this.rateLimiter.try(
      null,
      address,
      'wrong-code',
      () => this.db.platform((tx) => findLinkToken(tx, token, purpose)),
      'token',
    );
    if (!validUntil) throw staleLinkErrorFor(purpose);
    return this.db.platform((tx) => newerLinkAt(tx, token));
  }

  /**
   * Finds the token and the account of a link, before a password is hashed for it.
   * @throws HttpError 400 for a link that no longer works, 429 after too many attempts
   */
  async #findLink(
    token: string,
    purpose: Purpose,
    address: string,
  ): Promise<Token & { email: string; passwordHash: string | null }> {
    const tokenOfAccount = await this.rateLimiter.try(
      null,
      address,
      'wrong-code',
      () =>
        this.db.platform(async (tx) => {
          const storedToken = await readToken(tx, token, purpose);
          if (!storedToken) return null;
          const [account] = await readCredentials(tx, { accountId: storedToken.accountId });
          return { ...storedToken, ...account! };
        }),
      'token',
    );
    if (!tokenOfAccount) throw staleLinkErrorFor(purpose);
    return tokenOfAccount;
  }

  /**
   * Tells the owner by email that the password was changed. Sends nothing to an unconfirmed
   * address: an attacker could send many emails to a stranger by changing the password again and
   * again.
   */
  async #notifyPasswordChanged(tx: Tx, accountId: string): Promise<void> {
    const reader = await findReader(tx, 'confirmed', accountId);
    if (reader)
      await this.mail.send(
        tx,
        passwordChangedEmail(
          { to: reader.email, ...reader },
          `${baseUrl(this.config)}/forgot-password`,
        ),
      );
  }

  async #completeConfirmation(storedToken: Token): Promise<ConfirmedAccount> {
    const { accountId, organizationId, joinAs } = storedToken;
    await this.markVerified(accountId);
    if (organizationId)
      await this.db.tenant(organizationId, (tx) =>
        joinChurchByEmail(tx, this.commands, accountId, joinAs),
      );
    return storedToken;
  }

  /** Marks the address as confirmed on the account's user in each church that has this address. */
  async markVerified(accountId: string): Promise<void> {
    await inChurchesOf(this.db, accountId, async (tx, userId) => {
      // counts 0 if the church has another address for the user than the confirmed one
      const changed = await noteVerified.count(tx, { userId, accountId });
      if (changed > 0) await audit(tx, userId, 'email-verified');
    });
  }
}
