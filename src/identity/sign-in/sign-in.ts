import { Inject, Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { User } from '#libs/contracts';
import { Database, type Tx } from '#libs/database';
import { audit, HttpError, RateLimiter } from '#libs/http';
import { readChurch } from '../../tenancy/index.js';
import { CredentialEmails } from '../account/credential-emails.js';
import type { ConfirmedAccount } from '../account/credential-steps.js';
import { isPassword } from '../sessions/password.js';
import { AddUser, findUnlinkedRole, linkUserByEmail } from '../add-user.js';
import { toPlatformUser, toUser } from '../user-responses.js';
import { AppUser } from '../user.entity.js';
import { findAccount, listMemberships } from './sign-in.sql.js';

export interface SignedIn {
  accountId: string;
  organizationId: string | null;
  userId: string | null;
  user: User;
}

/** The fields of an account that signing in needs. */
export type AccountRow = Awaited<ReturnType<typeof findAccount.id>>[number];

const wrongCredentials = 'Wrong email or password.';

/** Signs in with email address and password, and finds the user of an account in a church. */
@Injectable()
export class SignIn {
  constructor(
    @Inject(Database) private readonly db: Database,
    @Inject(CommandBus) private readonly commands: CommandBus,
    @Inject(CredentialEmails) private readonly emails: CredentialEmails,
    @Inject(RateLimiter) private readonly rateLimiter: RateLimiter,
  ) {}

  /**
   * Checks the password and selects the user to sign in as.
   * @param address the IP address of the request
   * @param churchId the church of the host; null on a host that serves all churches, which selects
   *   the first church of the account
   * @throws HttpError 401 for a wrong password or an unknown email address, without saying which;
   *   403 if the account has no user because its email address is not confirmed; 429 after failed
   *   attempts
   */
  async withPassword(
    email: string,
    password: string,
    address: string,
    churchId: string | null,
  ): Promise<SignedIn> {
    const account = await this.#authenticate(email, password, address);
    const signedIn = account && (await this.selectUser(account, churchId));
    if (signedIn) return signedIn;
    if (account && !account.verified) {
      // the rate limit refuses further emails; the user already has several
      await this.emails.sendVerification(account.id, address).catch(() => undefined);
      throw new HttpError(
        403,
        'Please confirm your email address first. We have sent you an email with a link.',
        'unverified',
      );
    }
    throw new HttpError(401, wrongCredentials, 'wrong-password');
  }

  /**
   * Returns the account if the password is right. `RateLimiter.try` counts null as a failed
   * attempt.
   * @throws HttpError 429
   */
  #authenticate(email: string, password: string, address: string): Promise<AccountRow | null> {
    return this.rateLimiter.try(`account:${email}`, address, 'wrong-password', async () => {
      const account = await this.db.platform((tx) => findAccountByEmail(tx, email));
      return (await isPassword(password, account?.passwordHash ?? null, address)) ? account : null;
    });
  }

  /**
   * Selects the user as whom the account signs in. A super administrator without a user in the
   * church signs in to the platform.
   * @param churchId the church; null for the first church of the account
   * @returns null if the account has no user there
   */
  async selectUser(account: AccountRow, churchId: string | null): Promise<SignedIn | null> {
    const memberships = await this.db.platform((tx) =>
      listMemberships(tx, { accountId: account.id, organizationId: churchId }),
    );
    const membership = memberships[0];
    if (!membership) {
      return account.isSuperAdmin
        ? {
            accountId: account.id,
            organizationId: null,
            userId: null,
            user: toPlatformUser(account),
          }
        : null;
    }
    return this.db.tenant(membership.organizationId, async (tx) => {
      const person = await tx.em.findOneOrFail(AppUser, {
        organizationId: membership.organizationId,
        id: membership.userId,
      });
      return {
        accountId: account.id,
        organizationId: membership.organizationId,
        userId: person.id,
        user: toUser(person),
      };
    });
  }

  /**
   * Returns the user to sign in as after the link of an email was followed, if the user is an admin
   * of the church that the link leads into. Returns null for all other users, and on the host of
   * another church, where the session would not be accepted.
   */
  async findAdminSignIn(
    { accountId, organizationId }: ConfirmedAccount,
    hostChurchId: string | null,
  ): Promise<SignedIn | null> {
    if (!organizationId || (hostChurchId && hostChurchId !== organizationId)) return null;
    const account = await this.db.platform((tx) => findAccountBy(tx, 'id', accountId));
    const signedIn = account && (await this.selectUser(account, organizationId));
    return signedIn?.user.role === 'admin' ? signedIn : null;
  }

  /**
   * Makes an account join the transaction's church. It gets a new user who waits for approval,
   * unless staff have created a user with its address: then the account takes over that user, at
   * once if the address is confirmed, otherwise after the owner has followed the link of an email.
   * The contact of a church always has to follow the link to become its admin.
   * @returns null if the owner must follow the link first
   * @throws HttpError 409 if the address is taken in this church
   */
  async join(
    tx: Tx,
    account: Pick<AccountRow, 'id' | 'email' | 'verified'>,
    { firstName, lastName }: { firstName: string; lastName: string },
  ): Promise<SignedIn | null> {
    const { id: accountId, email } = account;
    const organizationId = tx.organizationId!;
    const reader = { email, from: (await readChurch(tx)).name };
    const roleToTakeOver = await findUnlinkedRole(tx, email);
    if (roleToTakeOver) {
      if (account.verified && roleToTakeOver !== 'admin')
        return this.#signedIn(
          await linkUserByEmail(tx, this.commands, accountId),
          accountId,
          organizationId,
        );
      await this.emails.askToVerify(tx, accountId, reader, organizationId);
      return null;
    }
    const person = await this.commands.execute(
      new AddUser(organizationId, {
        email,
        firstName,
        lastName,
        role: 'member',
        isApproved: false,
        accountId,
      }),
    );
    await audit(tx, person.id, 'registered');
    if (!person.emailVerified) await this.emails.askToVerify(tx, accountId, reader);
    return this.#signedIn(person, accountId, organizationId);
  }

  /** Records a completed sign-in in the audit log of the church. */
  async auditSignIn({ organizationId, userId }: SignedIn): Promise<void> {
    if (organizationId)
      await this.db.tenant(organizationId, (tx) => audit(tx, userId, 'signed-in'));
  }

  #signedIn(person: AppUser, accountId: string, organizationId: string): SignedIn {
    return { accountId, organizationId, userId: person.id, user: toUser(person) };
  }
}

/** Finds the account of an email address, which is given in lower case. */
export const findAccountByEmail = (tx: Tx, email: string): Promise<AccountRow | null> =>
  findAccountBy(tx, 'email', email);

async function findAccountBy(
  tx: Tx,
  column: 'id' | 'email',
  value: string,
): Promise<AccountRow | null> {
  const [row] = await findAccount[column](tx, { value });
  return row ?? null;
}
