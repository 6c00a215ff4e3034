import { Inject, Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { User } from '#libs/contracts';
import { Database, type Tx } from '#libs/database';
import { audit, HttpError, Throttle } from '#libs/http';
import { readChurch } from '../../tenancy/index.js';
import { Credentials } from '../account/credentials.js';
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

/** An account as signing in needs it. */
export type AccountRow = Awaited<ReturnType<typeof findAccount.id>>[number];

const wrongCredentials = 'The email address or the password is not right.';

/** Built-in accounts: email and password. */
@Injectable()
export class SignIn {
  constructor(
    @Inject(Database) private readonly db: Database,
    @Inject(CommandBus) private readonly commands: CommandBus,
    @Inject(Credentials) private readonly credentials: Credentials,
    @Inject(Throttle) private readonly throttle: Throttle,
  ) {}

  /**
   * @param churchId the church of the host; null on a host that serves all: the account's first church
   * @throws HttpError 401 for a wrongCredentials pair (the same for an unknown email), 403 for an account that has no place before
   *   its email address is confirmed, 429 while it has to wait
   */
  async withPassword(
    email: string,
    password: string,
    address: string,
    churchId: string | null,
  ): Promise<SignedIn> {
    const account = await this.#authenticate(email, password, address);
    const found = account && (await this.selectUser(account, churchId));
    if (found) return found;
    if (account && !account.verified) {
      await this.credentials.sendVerification(account.id, address).catch(() => undefined); // enough have been sent already
      throw new HttpError(
        403,
        'Please confirm your email address first. We have sent you an email with a link.',
        'unverified',
      );
    }
    throw new HttpError(401, wrongCredentials, 'wrong-password');
  }

  /** The account, if the password is its own; null counts as a failure. @throws HttpError 429 */
  #authenticate(email: string, password: string, address: string): Promise<AccountRow | null> {
    return this.throttle.try(`account:${email}`, address, 'wrong-password', async () => {
      const account = await this.db.platform((tx) => findAccountByEmail(tx, email));
      return (await isPassword(password, account?.passwordHash ?? null, address)) ? account : null;
    });
  }

  /** Where the account belongs: in the church, or in its first one; a super administrator nowhere. Null: it has no place. */
  async selectUser(account: AccountRow, churchId: string | null): Promise<SignedIn | null> {
    const places = await this.db.platform((tx) =>
      listMemberships(tx, { accountId: account.id, organizationId: churchId }),
    );
    const place = places[0];
    if (!place) {
      return account.isSuperAdmin
        ? {
            accountId: account.id,
            organizationId: null,
            userId: null,
            user: toPlatformUser(account),
          }
        : null;
    }
    return this.db.tenant(place.organizationId, async (tx) => {
      const person = await tx.em.findOneOrFail(AppUser, {
        organizationId: place.organizationId,
        id: place.userId,
      });
      return {
        accountId: account.id,
        organizationId: place.organizationId,
        userId: person.id,
        user: toUser(person),
      };
    });
  }

  /**
   * The place of somebody who has just shown by a letter's link who they are, where it made them administrator of a church;
   * null for everybody else, and on another church's host, where the session would be worth nothing.
   */
  async findAdminSignIn(
    { accountId, organizationId }: ConfirmedAccount,
    hostChurchId: string | null,
  ): Promise<SignedIn | null> {
    if (!organizationId || (hostChurchId && hostChurchId !== organizationId)) return null;
    const account = await this.db.platform((tx) => findAccountBy(tx, 'id', accountId));
    const place = account && (await this.selectUser(account, organizationId));
    return place?.user.role === 'admin' ? place : null;
  }

  /**
   * The account asks for a place in the church of the transaction. It waits for approval; or takes over the person whom
   * staff made by hand with its address, at once if the address is confirmed, else by a letter. Whoever a church was
   * registered with becomes its administrator by a letter in any case.
   * @returns null until they have confirmed by that letter
   * @throws HttpError 409 when the address is taken in this church
   */
  async join(
    tx: Tx,
    account: Pick<AccountRow, 'id' | 'email' | 'verified'>,
    { firstName, lastName }: { firstName: string; lastName: string },
  ): Promise<SignedIn | null> {
    const { id: accountId, email } = account;
    const organizationId = tx.organizationId!;
    const who = { email, from: (await readChurch(tx)).name };
    const waiting = await findUnlinkedRole(tx, email);
    if (waiting) {
      if (account.verified && waiting !== 'admin')
        return this.#signedIn(
          await linkUserByEmail(tx, this.commands, accountId),
          accountId,
          organizationId,
        );
      await this.credentials.askToVerify(tx, accountId, who, organizationId);
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
    if (!person.emailVerified) await this.credentials.askToVerify(tx, accountId, who);
    return this.#signedIn(person, accountId, organizationId);
  }

  /** Notes that somebody is in, once all that is asked of them is given. */
  async auditSignIn({ organizationId, userId }: SignedIn): Promise<void> {
    if (organizationId)
      await this.db.tenant(organizationId, (tx) => audit(tx, userId, 'signed-in'));
  }

  #signedIn(person: AppUser, accountId: string, organizationId: string): SignedIn {
    return { accountId, organizationId, userId: person.id, user: toUser(person) };
  }
}

/** The account of an address, in lower case. */
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
