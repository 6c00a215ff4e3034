import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { Database, type Tx } from '#libs/database';
import { audit, badRequest, Throttle } from '#libs/http';
import { Jobs } from '#libs/jobs';
import { Mail, type Letter } from '#libs/mail';
import { baseUrl, Config } from '../../config.js';
import { inChurchesOf } from './accounts.js';
import { makeToken, takeToken, type Purpose } from './account-tokens.js';
import { passwordChanged, resetPassword, staleLink, verifyEmail } from './letters.js';
import { hashPassword, isCommonPassword, isPassword } from '../sign-in/password.js';
import { linkByEmail } from '../people.js';

interface Reader {
  id: string;
  email: string;
  name: string;
  from: string;
}

/** What an account proves who it is with: its e-mail address and its password. */
@Injectable()
export class Credentials implements OnApplicationBootstrap {
  constructor(
    @Inject(Database) private readonly db: Database,
    @Inject(Mail) private readonly mail: Mail,
    @Inject(Jobs) private readonly jobs: Jobs,
    @Inject(Throttle) private readonly throttle: Throttle,
    @Inject(Config) private readonly config: Config,
  ) {}

  /**
   * Asks the person to confirm their address, in the open transaction.
   * @param organizationId where an account without a place wants one: a person made by hand there is theirs from then on
   */
  async askToVerify(tx: Tx, accountId: string, who: { email: string; name: string; from: string }, organizationId: string | null = null): Promise<void> {
    await this.#send(tx, 'verify-email', { id: accountId, ...who }, verifyEmail, organizationId);
  }

  /** Again, for the person who is signed in; nothing when the address is confirmed. @throws HttpError 429 */
  async sendVerification(accountId: string, address: string): Promise<void> {
    await this.throttle.count('letter', accountId, address);
    await this.db.platform(async (tx) => {
      const reader = await readerOf(tx, 'a.id = $1 and a.email_verified_at is null', accountId);
      if (reader) await this.askToVerify(tx, reader.id, reader);
    });
  }

  /**
   * Follows the link of a letter. Where the account has no place yet, a person whom staff made by hand with this
   * address becomes its own, gifts and pledges included.
   * @throws HttpError 400 for a link that is worth nothing
   */
  async verify(token: string): Promise<void> {
    const { accountId, organizationId } = await this.db.platform(async (tx) => {
      const found = await takeToken(tx, token, 'verify-email');
      if (!found) throw staleLink();
      await confirm(tx, found.accountId);
      return found;
    });
    await this.markVerified(accountId, organizationId);
  }

  /** Always the same answer in the same time, whether there is such an account or not: it is looked up later. @throws HttpError 429 */
  async forgot(email: string, address: string): Promise<void> {
    await this.throttle.count('letter', email, address);
    await this.db.platform((tx) => this.jobs.send(tx, 'forgot-password', { email }));
  }

  async onApplicationBootstrap(): Promise<void> {
    await this.jobs.work('forgot-password', (data) =>
      this.db.platform(async (tx) => {
        const reader = await readerOf(tx, 'a.email = $1', (data as { email: string }).email);
        if (reader) await this.#send(tx, 'reset-password', reader, resetPassword);
      }));
  }

  /**
   * A new password by the link of a letter: it shows that the address is theirs, and every device is signed out. Whoever
   * came by a provider before the address was confirmed may have been somebody else: that way in is closed.
   */
  async reset(token: string, password: string): Promise<void> {
    assertGood(password);
    const hash = await hashPassword(password);
    const accountId = await this.db.platform(async (tx) => {
      const found = await takeToken(tx, token, 'reset-password');
      if (!found) throw staleLink('This link has expired or was used before. Please ask for a new one.');
      await tx.sql('delete from open_id_identity i using account a where a.id = i.account_id and a.id = $1 and a.email_verified_at is null', [found.accountId]);
      await confirm(tx, found.accountId);
      await this.#change(tx, found.accountId, hash, null);
      return found.accountId;
    });
    await this.markVerified(accountId);
    await this.#noteChange(accountId);
  }

  /** @throws HttpError 400 for a wrong present password, 429 after several */
  async change(accountId: string, sessionId: string, current: string, password: string, address: string): Promise<void> {
    assertGood(password);
    await this.assertPassword(accountId, current, address, 'currentPassword');
    const hash = await hashPassword(password);
    await this.db.platform((tx) => this.#change(tx, accountId, hash, sessionId));
    await this.#noteChange(accountId);
  }

  /** Whether it is the person themselves. @param field where it was typed @throws HttpError 400 for a wrong password, 429 after several */
  async assertPassword(accountId: string, password: string, address: string, field: string): Promise<void> {
    await this.throttle.assertMayTry(`account:${accountId}`, address);
    const known = await this.db.platform((tx) => tx.sql<{ password_hash: string | null }>('select password_hash from account where id = $1', [accountId]));
    if (await isPassword(password, known[0]?.password_hash ?? null)) return;
    await this.throttle.failed(`account:${accountId}`, address);
    throw badRequest('Your present password is not right.', [{ path: field, message: 'Your present password is not right.' }]);
  }

  async #noteChange(accountId: string): Promise<void> {
    await inChurchesOf(this.db, accountId, (tx, userId) => audit(tx, userId, 'password-changed'));
  }

  async #change(tx: Tx, accountId: string, hash: string, keptSession: string | null): Promise<void> {
    await tx.sql('update account set password_hash = $2 where id = $1', [accountId, hash]);
    await tx.sql('delete from session where account_id = $1 and sid is distinct from $2', [accountId, keptSession]);
    await tx.sql(`delete from account_token where account_id = $1 and purpose = 'reset-password'`, [accountId]);
    const reader = await readerOf(tx, 'a.id = $1', accountId);
    if (reader) await this.mail.send(tx, passwordChanged({ to: reader.email, ...reader }, `${baseUrl(this.config)}/forgot-password`));
  }

  async #send(tx: Tx, purpose: Purpose, reader: Reader, letter: (reader: { to: string; name: string; from: string }, url: string) => Letter, organizationId: string | null = null): Promise<void> {
    const token = await makeToken(tx, reader.id, purpose, { organizationId });
    await this.mail.send(tx, letter({ to: reader.email, ...reader }, `${baseUrl(this.config)}/${purpose}?token=${token}`));
  }

  /**
   * Tells the account's churches that its address is confirmed, one by one: people lie behind row-level security.
   * @param wanted where it has no place yet, but becomes the person whom staff made by hand with this address
   */
  async markVerified(accountId: string, wanted: string | null = null): Promise<void> {
    const churches = await inChurchesOf(this.db, accountId, async (tx, userId, church) => {
      // a church may write to another address than the one that was confirmed
      const shown = await tx.sql('update app_user u set email_verified = true from account a where u.organization_id = $1 and u.id = $2 and a.id = $3 and lower(u.email) = a.email returning 1', [church, userId, accountId]);
      if (shown.length > 0) await audit(tx, userId, 'email-verified');
    });
    if (wanted && !churches.includes(wanted)) await this.db.tenant(wanted, (tx) => linkByEmail(tx, accountId));
  }
}

const confirm = (tx: Tx, accountId: string) => tx.sql('update account set email_verified_at = coalesce(email_verified_at, now()) where id = $1', [accountId]);

function assertGood(password: string): void {
  if (isCommonPassword(password)) throw badRequest('This password is one that is guessed first. Please choose another.');
}

/** Whom a letter goes to, and in whose name: the church's where the account has one. */
async function readerOf(tx: Tx, where: string, value: string): Promise<Reader | null> {
  const [row] = await tx.sql<Reader>(
    `select a.id, a.email, '' as name, coalesce((select o.name from account_church c join organization o on o.id = c.organization_id
       where c.account_id = a.id order by c.organization_id limit 1), 'Church Connect') as from
       from account a where ${where}`,
    [value],
  );
  return row ?? null;
}
