import { Inject, Injectable } from '@nestjs/common';
import { Database, type Tx } from '#libs/database';
import { RateLimiter } from '#libs/http';
import { Mail, type Email } from '#libs/mail';
import { baseUrl, Config } from '../../ops/config.js';
import {
  createToken,
  findWantedChurch,
  type JoinAs,
  type Purpose,
  type Token,
} from './account-tokens.js';
import { findReader, type Reader } from './credential-steps.js';
import { joinWithAccountEmail, verificationEmail } from './emails.js';

/** Sends the emails with links by which the owner of an address confirms it or sets a password. */
@Injectable()
export class CredentialEmails {
  constructor(
    @Inject(Database) private readonly db: Database,
    @Inject(Mail) private readonly mail: Mail,
    @Inject(RateLimiter) private readonly rateLimiter: RateLimiter,
    @Inject(Config) private readonly config: Config,
  ) {}

  /**
   * Sends an email with a link that confirms the address of an account. The email contains no name,
   * because a stranger may have entered it.
   * @param organizationId the church that the account joins by the link; it takes over a user whom
   *   staff created there with its address
   */
  async askToVerify(
    tx: Tx,
    accountId: string,
    reader: { email: string; from: string },
    organizationId: string | null = null,
  ): Promise<void> {
    await this.send(tx, 'verify-email', { id: accountId, name: '', ...reader }, verificationEmail, {
      organizationId,
    });
  }

  /**
   * Sends an email to the owner of an account after somebody asked to join the transaction's church
   * with its address, but without its password. Choosing a new password by the link makes the
   * account join the church.
   */
  async askToJoin(
    tx: Tx,
    reader: { id: string; email: string; from: string },
    joinAs: JoinAs,
  ): Promise<void> {
    await this.send(tx, 'reset-password', { name: '', ...reader }, joinWithAccountEmail, {
      organizationId: tx.organizationId,
      joinAs,
    });
  }

  /**
   * Sends the confirmation link again. Does nothing if the address is confirmed.
   * @param address the IP address of the request
   * @throws HttpError 429
   */
  async sendVerification(accountId: string, address: string): Promise<void> {
    const reader = await this.db.platform((tx) => findReader(tx, 'unconfirmed', accountId));
    if (!reader) return;
    await this.rateLimiter.countEmail(reader.email, address);
    await this.db.platform(async (tx) =>
      this.askToVerify(tx, reader.id, reader, await findWantedChurch(tx, accountId)),
    );
  }

  /** Creates a link for a purpose and sends it by email. */
  async send(
    tx: Tx,
    purpose: Purpose,
    reader: Reader,
    makeEmail: (reader: { to: string; name: string; from: string }, url: string) => Email,
    church: Partial<Pick<Token, 'organizationId' | 'joinAs'>> = {},
  ): Promise<void> {
    const token = await createToken(tx, reader.id, purpose, church);
    await this.mail.send(
      tx,
      makeEmail(
        { to: reader.email, ...reader },
        `${baseUrl(this.config)}/${purpose}?token=${token}`,
      ),
    );
  }
}
