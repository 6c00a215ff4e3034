import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { Database, type Tx } from '#libs/database';
import { audit, HttpError, refusedAt, Throttle } from '#libs/http';
import { Jobs } from '#libs/jobs';
import { Mail, type Letter } from '#libs/mail';
import { baseUrl, Config } from '../../ops/config.js';
import { ChurchSignup } from '../church-signup/church-signup.js';
import { joinChurchByEmail } from '../add-user.js';
import { hashPassword, isPassword } from '../sessions/password.js';
import { inChurchesOf } from './accounts.js';
import {
  createToken,
  newerLinkAt,
  readToken,
  findWantedChurch,
  type JoinAs,
  type Purpose,
  type Token,
} from './account-tokens.js';
import {
  joinWithAccountEmail,
  passwordChangedEmail,
  passwordResetEmail,
  verificationEmail,
} from './emails.js';
import { noteVerified, readCredentials } from './credentials.sql.js';
import {
  findLinkToken,
  type Proof,
  type ConfirmedAccount,
  auditPasswordChange,
  type Reader,
  staleLinkFor,
  redeemLink,
  setPassword,
  assertNotCommon,
  findReader,
} from './credential-steps.js';

/** What an account proves who it is with: its email address and its password. */
@Injectable()
export class Credentials implements OnApplicationBootstrap {
  constructor(
    @Inject(Database) private readonly db: Database,
    @Inject(CommandBus) private readonly commands: CommandBus,
    @Inject(Mail) private readonly mail: Mail,
    @Inject(Jobs) private readonly jobs: Jobs,
    @Inject(Throttle) private readonly throttle: Throttle,
    @Inject(ChurchSignup) private readonly churchSignup: ChurchSignup,
    @Inject(Config) private readonly config: Config,
  ) {}

  /**
   * Asks the person to confirm their address, in the open transaction. Nobody is greeted by a name before: a stranger typed it.
   * @param organizationId where an account without a place wants one: a person made by hand there is theirs from then on
   */
  async askToVerify(
    tx: Tx,
    accountId: string,
    who: { email: string; from: string },
    organizationId: string | null = null,
  ): Promise<void> {
    await this.#send(tx, 'verify-email', { id: accountId, name: '', ...who }, verificationEmail, {
      organizationId,
    });
  }

  /**
   * To whoever has an account already, when somebody without its password asked to join the church of the transaction: with
   * a new password they are in, or wait there.
   */
  async askToJoin(
    tx: Tx,
    reader: { id: string; email: string; from: string },
    joinAs: JoinAs,
  ): Promise<void> {
    await this.#send(tx, 'reset-password', { name: '', ...reader }, joinWithAccountEmail, {
      organizationId: tx.organizationId,
      joinAs,
    });
  }

  /** Again, for the person who is signed in or would be; nothing when the address is confirmed. @throws HttpError 429 */
  async sendVerification(accountId: string, address: string): Promise<void> {
    const reader = await this.db.platform((tx) => findReader(tx, 'unconfirmed', accountId));
    if (!reader) return;
    await this.throttle.letter(reader.email, address);
    await this.db.platform(async (tx) =>
      this.askToVerify(tx, reader.id, reader, await findWantedChurch(tx, accountId)),
    );
  }

  /**
   * Follows the link of a letter that asks whose an address is. Only with the account's own password, or a new one, does
   * anything come of it: whoever chose the present one need not be whoever reads the letter. Where the account wants into a
   * church, a person whom staff made by hand there with this address becomes its own, gifts and rights included.
   * @param session in which the person asks, if they are signed in: it stays
   * @throws HttpError 400 for a link that is worth nothing, or without a proof (`password-needed`: the page asks for one)
   */
  async verify(
    token: string,
    { password, newPassword }: Proof,
    address: string,
    session?: string,
  ): Promise<ConfirmedAccount> {
    const asked = await this.#findLink(token, 'verify-email', address);
    if (newPassword !== undefined)
      return this.#storeNewPassword(token, 'verify-email', newPassword, address);
    if (password === undefined) {
      const hasPassword = asked.passwordHash !== null;
      throw new HttpError(
        400,
        hasPassword
          ? 'Enter your password to confirm that this account is yours, or choose a new one.'
          : 'Choose a password to sign in with.',
        'password-needed',
        { email: asked.email, hasPassword },
      );
    }
    await this.assertPassword(asked.accountId, password, address, 'password');
    return this.#completeConfirmation(
      await this.db.platform((tx) => redeemLink(tx, token, 'verify-email', { session })),
    );
  }

  /** Always the same answer in the same time, whether there is such an account or not: it is looked up later. @throws HttpError 429 */
  async forgot(email: string, address: string): Promise<void> {
    await this.throttle.letter(email, address);
    await this.db.platform((tx) => this.jobs.send(tx, 'forgot-password', { email }));
  }

  async onApplicationBootstrap(): Promise<void> {
    await this.jobs.work('forgot-password', async (data) => {
      const { email } = data as { email: string };
      await this.db.platform(async (tx) => {
        const reader = await findReader(tx, 'byEmail', email);
        if (reader) await this.#send(tx, 'reset-password', reader, passwordResetEmail);
      });
      await this.churchSignup.remind(email);
    });
  }

  /**
   * A new password by the link of a letter: it shows that the address is theirs, every device is signed out, and wrong codes
   * of the second factor are forgotten. The factor itself stays, unless it was set before the address was shown to be theirs.
   * @throws HttpError 400 for a link that is worth nothing
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
    const found = await this.db.platform(async (tx) => {
      const taken = await redeemLink(tx, token, purpose, { hash });
      await this.#notifyPasswordChanged(tx, taken.accountId);
      return taken;
    });
    await this.throttle.forget(
      `codes:${found.accountId}`,
      `recovery:${found.accountId}`,
      `factor:${found.accountId}`,
    );
    await this.#completeConfirmation(found);
    await auditPasswordChange(this.db, found.accountId);
    return found;
  }

  /** @throws HttpError 400 for a wrong password, 429 after several */
  async change(
    accountId: string,
    sessionId: string,
    current: string,
    password: string,
    address: string,
  ): Promise<void> {
    assertNotCommon(password);
    await this.assertPassword(accountId, current, address, 'currentPassword');
    const hash = await hashPassword(password, address);
    await this.db.platform(async (tx) => {
      await setPassword(tx, accountId, hash, sessionId);
      await this.#notifyPasswordChanged(tx, accountId);
    });
    await auditPasswordChange(this.db, accountId);
  }

  /** Whether it is the person themselves. @param field where it was typed @throws HttpError 400 for a wrong password, 429 after several */
  async assertPassword(
    accountId: string,
    password: string,
    address: string,
    field: string,
  ): Promise<void> {
    const [known] = await this.db.platform((tx) => readCredentials(tx, { accountId }));
    if (!known?.passwordHash)
      throw refusedAt(
        field,
        'This account has no password yet. Sign out, and choose one by "Forgot your password?" first.',
      );
    const isRight = await this.throttle.try(
      `account:${accountId}`,
      address,
      'wrong-password',
      async () => (await isPassword(password, known.passwordHash, address)) || null,
    );
    if (!isRight) throw refusedAt(field, 'Your current password is not right.');
  }

  /**
   * Says of a link what following it would, and counts as a try as following it does; the link stays. One to a new address of
   * an account opens the page for `verify-email` as well.
   * @returns when a newer email with such a link was made; null where there is none
   * @throws HttpError 400, 429
   */
  async assertLink(
    token: string,
    purpose: 'verify-email' | 'reset-password',
    address: string,
  ): Promise<Date | null> {
    const found = await this.throttle.try(
      null,
      address,
      'wrong-code',
      () => this.db.platform((tx) => findLinkToken(tx, token, purpose)),
      'token',
    );
    if (!found) throw staleLinkFor(purpose);
    return this.db.platform((tx) => newerLinkAt(tx, token));
  }

  /** Whose link it is, before anything that costs is done for it. @throws HttpError 400, 429 */
  async #findLink(
    token: string,
    purpose: Purpose,
    address: string,
  ): Promise<Token & { email: string; passwordHash: string | null }> {
    const found = await this.throttle.try(
      null,
      address,
      'wrong-code',
      () =>
        this.db.platform(async (tx) => {
          const asked = await readToken(tx, token, purpose);
          if (!asked) return null;
          const [account] = await readCredentials(tx, { accountId: asked.accountId });
          return { ...asked, ...account! };
        }),
      'token',
    );
    if (!found) throw staleLinkFor(purpose);
    return found;
  }

  /** Only an address that is its owner's: to another, somebody could send as many letters as they change their password. */
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

  async #send(
    tx: Tx,
    purpose: Purpose,
    reader: Reader,
    letter: (reader: { to: string; name: string; from: string }, url: string) => Letter,
    place: Partial<Pick<Token, 'organizationId' | 'joinAs'>> = {},
  ): Promise<void> {
    const token = await createToken(tx, reader.id, purpose, place);
    await this.mail.send(
      tx,
      letter({ to: reader.email, ...reader }, `${baseUrl(this.config)}/${purpose}?token=${token}`),
    );
  }

  async #completeConfirmation(found: Token): Promise<ConfirmedAccount> {
    const { accountId, organizationId, joinAs } = found;
    await this.markVerified(accountId);
    if (organizationId)
      await this.db.tenant(organizationId, (tx) =>
        joinChurchByEmail(tx, this.commands, accountId, joinAs),
      );
    return found;
  }

  /** Tells the account's churches that its address is confirmed, one by one: people lie behind row-level security. */
  async markVerified(accountId: string): Promise<void> {
    await inChurchesOf(this.db, accountId, async (tx, userId) => {
      // a church may write to another address than the one that was confirmed
      const shown = await noteVerified.count(tx, { userId, accountId });
      if (shown > 0) await audit(tx, userId, 'email-verified');
    });
  }
}
