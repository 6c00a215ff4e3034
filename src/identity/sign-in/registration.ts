import { Inject, Injectable } from '@nestjs/common';
import { v7 as newId } from 'uuid';
import type { z } from 'zod';
import type { Registered, registerRequest } from '#libs/contracts';
import { Database, type Tx } from '#libs/database';
import { invalidField, RateLimiter } from '#libs/http';
import { Mail } from '#libs/mail';
import { churchUrl, Config } from '../../ops/config.js';
import { awaitsContact, readChurch } from '../../tenancy/index.js';
import { CredentialEmails } from '../account/credential-emails.js';
import { addressTakenEmail, joinedEmail } from '../account/emails.js';
import {
  commonPasswordMessage,
  hashPassword,
  isCommonPassword,
  isPassword,
} from '../sessions/password.js';
import { findAccountByEmail, SignIn, type AccountRow } from './sign-in.js';
import { findMembership } from '../members/members.sql.js';
import { findOthersWithEmail, insertUnverifiedAccount } from './sign-in.sql.js';

/**
 * Milliseconds. Each answer is sent after a multiple of this time, so that the duration of a
 * request does not reveal what the program did.
 */
const responseInterval = 250;

/** What is known about the account of the email address that a person registers with. */
interface CheckedAccount {
  known: AccountRow | null;
  /** whether the password is the account's */
  isOwner: boolean;
  /** the hash of the password of a new account; null if the address has an account */
  hash: string | null;
}

/**
 * Registers people with a church. The answer and its duration do not reveal whether the email
 * address is known in this church or another. An email to the address tells its owner the result.
 */
@Injectable()
export class Registration {
  constructor(
    @Inject(Database) private readonly db: Database,
    @Inject(SignIn) private readonly signIn: SignIn,
    @Inject(CredentialEmails) private readonly emails: CredentialEmails,
    @Inject(RateLimiter) private readonly rateLimiter: RateLimiter,
    @Inject(Mail) private readonly mail: Mail,
    @Inject(Config) private readonly config: Config,
  ) {}

  /**
   * Creates an account and a user who waits for approval. The user can sign in before the address
   * is confirmed, but sees only that approval is pending. If the address has an account, its
   * password makes the account join; with another password, an email asks the owner to choose a new
   * one. Does nothing while the church waits for its contact.
   * @throws HttpError 400 for a common password, 429
   */
  async register(
    body: z.output<typeof registerRequest>,
    organizationId: string,
    address: string,
  ): Promise<Registered> {
    const startedAt = performance.now();
    const { email, password, firstName, lastName } = body;
    if (isCommonPassword(password)) throw invalidField('password', commonPasswordMessage);
    await this.rateLimiter.takeTurn('register', address);
    await this.rateLimiter.countEmail(email, address);
    const account = await this.db.platform((tx) => findAccountByEmail(tx, email));
    // exactly one password is hashed in both cases, so that they take the same time
    const hash = account ? null : await hashPassword(password, address);
    const isOwner = account !== null && (await isPassword(password, account.passwordHash, address));
    await this.db.tenant(organizationId, (tx) =>
      this.#join(tx, body, { known: account, isOwner, hash }),
    );
    await new Promise((resolve) =>
      setTimeout(resolve, responseInterval - ((performance.now() - startedAt) % responseInterval)),
    );
    return { email, firstName, lastName, isApproved: false };
  }

  async #join(
    tx: Tx,
    { email, firstName, lastName }: z.output<typeof registerRequest>,
    { known: account, isOwner, hash }: CheckedAccount,
  ): Promise<void> {
    if (await awaitsContact(tx, tx.organizationId!)) return;
    const church = await readChurch(tx);
    const joinAs = { firstName, lastName };
    if (account && !isOwner)
      return this.emails.askToJoin(tx, { id: account.id, email, from: church.name }, joinAs);
    const usersWithEmail = await findOthersWithEmail(tx, { email, accountId: account?.id ?? null });
    if (usersWithEmail.length > 0)
      return this.mail.send(tx, addressTakenEmail({ to: email, name: '', from: church.name }));
    const id = account?.id ?? newId();
    const verified = account?.verified ?? false;
    if (!account) {
      const inserted = await insertUnverifiedAccount.count(tx, { id, email, passwordHash: hash });
      if (inserted === 0) return; // a concurrent request created the account and sent the email
    }
    const isMember = (await findMembership(tx, { accountId: id })).length > 0;
    const joined = isMember ? null : await this.signIn.join(tx, { id, email, verified }, joinAs);
    if (!verified && isMember) await this.emails.askToVerify(tx, id, { email, from: church.name });
    if (!verified || (!isMember && !joined)) return; // another email asks to confirm the address
    const url = `${churchUrl(this.config, church.slug)}/sign-in`;
    await this.mail.send(
      tx,
      joinedEmail(
        { to: email, name: '', from: church.name },
        { url, isIn: isMember || joined?.user.isApproved === true },
      ),
    );
  }
}
