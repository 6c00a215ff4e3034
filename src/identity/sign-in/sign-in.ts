import { Inject, Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { v7 as newId } from 'uuid';
import type { z } from 'zod';
import type { registerRequest, User } from '#libs/contracts';
import { Database, type Tx } from '#libs/database';
import { audit, badRequest, HttpError, Throttle } from '#libs/http';
import { Credentials } from '../account/credentials.js';
import { hashPassword, isCommonPassword, isPassword } from './password.js';
import { AddPerson, isFree, linkByEmail, toPlatformUser, toUser } from '../people.js';
import { AppUser } from '../user.entity.js';

export interface SignedIn {
  accountId: string;
  organizationId: string | null;
  userId: string | null;
  user: User;
}

/** An account as signing in needs it. */
export interface AccountRow {
  id: string;
  email: string;
  password_hash: string | null;
  is_super_admin: boolean;
  created_at: Date;
  verified: boolean;
}

const wrong = 'The e-mail address or the password is not right.';

/** Built-in accounts: e-mail and password. */
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
   * @throws HttpError 401 for a wrong pair (the same for an unknown e-mail), 403 for an account that has no place before
   *   its e-mail address is confirmed, 429 while it has to wait
   */
  async withPassword(email: string, password: string, address: string, churchId: string | null): Promise<SignedIn> {
    const account = await this.#authenticated(email, password, address);
    const found = account && (await this.placeOf(account, churchId));
    if (found) return found;
    if (account && !account.verified) {
      await this.credentials.sendVerification(account.id, address).catch(() => undefined); // one has been sent already
      throw new HttpError(403, 'Please confirm your e-mail address first. We have sent you a message with a link.', 'unverified');
    }
    throw new HttpError(401, wrong, 'wrong-password');
  }

  /** The account, if the password is its own; null counts as a failure. @throws HttpError 429 */
  async #authenticated(email: string, password: string, address: string): Promise<AccountRow | null> {
    await this.throttle.assertMayTry(`account:${email}`, address);
    const account = await this.db.platform(async (tx) => {
      const [row] = await tx.sql<AccountRow>(
        'select id, email, password_hash, is_super_admin, created_at, email_verified_at is not null as verified from account where email = $1', [email],
      );
      return row ?? null;
    });
    if ((await isPassword(password, account?.password_hash ?? null)) && account) {
      await this.throttle.succeeded(`account:${email}`);
      return account;
    }
    await this.throttle.failed(`account:${email}`, address);
    return null;
  }

  /** Where the account belongs: in the church, or in its first one; a super administrator nowhere. Null: it has no place. */
  async placeOf(account: AccountRow, churchId: string | null): Promise<SignedIn | null> {
    const places = await this.db.platform((tx) =>
      tx.sql<{ organization_id: string; user_id: string }>(
        `select c.organization_id, c.user_id from account_church c join organization o on o.id = c.organization_id
          where c.account_id = $1 and o.is_active and ($2::uuid is null or c.organization_id = $2) order by c.organization_id`,
        [account.id, churchId],
      ),
    );
    const place = places[0];
    if (!place) {
      return account.is_super_admin ? { accountId: account.id, organizationId: null, userId: null, user: toPlatformUser(account) } : null;
    }
    return this.db.tenant(place.organization_id, async (tx) => {
      const person = await tx.em.findOneOrFail(AppUser, { organizationId: place.organization_id, id: place.user_id });
      return { accountId: account.id, organizationId: place.organization_id, userId: person.id, user: toUser(person) };
    });
  }

  /**
   * A person registers with a church and waits for approval there. Where staff made a person by hand with this address,
   * that one becomes theirs once they show that the address is: until then they are not signed in. Whoever has an
   * account already (in another church, say) gives its password.
   * @throws HttpError 400, 429, or 409 when the e-mail address is taken
   */
  async register(body: z.output<typeof registerRequest>, organizationId: string, address: string): Promise<SignedIn> {
    const { email, password, firstName, lastName } = body;
    if (isCommonPassword(password)) throw badRequest('This password is one that is guessed first. Please choose another.');
    const known = await this.db.platform((tx) => tx.sql('select 1 from account where email = $1', [email]));
    const account = known.length > 0 ? await this.#authenticated(email, password, address) : null;
    if (known.length > 0 && !account) throw taken();
    const passwordHash = account ? null : await hashPassword(password);
    return this.db.tenant(organizationId, async (tx) => {
      const accountId = account?.id ?? newId();
      const made = account || (await tx.sql('insert into account (id, email, password_hash) values ($1, $2, $3) on conflict do nothing returning 1', [accountId, email, passwordHash])).length > 0;
      if (!made) throw taken();
      return this.join(tx, { id: accountId, email, verified: account?.verified ?? false }, { firstName, lastName });
    });
  }

  /**
   * The account asks for a place in the church of the transaction. It waits for approval; or takes over the person whom
   * staff made by hand with its address, at once if the address is confirmed, else by a letter: no `userId` until then.
   * @throws HttpError 409 when the address is taken in this church
   */
  async join(tx: Tx, account: Pick<AccountRow, 'id' | 'email' | 'verified'>, { firstName, lastName }: { firstName: string; lastName: string }): Promise<SignedIn> {
    const { id: accountId, email } = account;
    const organizationId = tx.organizationId!;
    const [church] = await tx.sql<{ name: string }>('select name from organization where id = $1', [organizationId]);
    const who = { email, name: firstName, from: church!.name };
    if (await isFree(tx, email)) {
      if (account.verified) return this.#placed(await linkByEmail(tx, accountId), accountId, organizationId);
      await this.credentials.askToVerify(tx, accountId, who, organizationId);
      return { accountId, organizationId: null, userId: null, user: unplaced(accountId, { email, firstName, lastName }) };
    }
    const person = await this.commands.execute(
      new AddPerson(organizationId, { email, firstName, lastName, role: 'member', isApproved: false, accountId }),
    );
    await audit(tx, person.id, 'registered');
    if (!person.emailVerified) await this.credentials.askToVerify(tx, accountId, who);
    return this.#placed(person, accountId, organizationId);
  }

  /** Notes that somebody is in, once all that is asked of them is given. */
  async note({ organizationId, userId }: SignedIn): Promise<void> {
    if (organizationId) await this.db.tenant(organizationId, (tx) => audit(tx, userId, 'signed-in'));
  }

  #placed(person: AppUser, accountId: string, organizationId: string): SignedIn {
    return { accountId, organizationId, userId: person.id, user: toUser(person) };
  }
}

const taken = () => new HttpError(409, 'An account with this e-mail address already exists. Please sign in.', 'conflict');

/** What somebody without a place is told: what they typed, and that they wait. */
function unplaced(accountId: string, { email, firstName, lastName }: { email: string; firstName: string; lastName: string }): User {
  const blank = toPlatformUser({ id: accountId, email, created_at: new Date() });
  return { ...blank, firstName, lastName, emailVerified: false, isApproved: false, isSuperAdmin: false };
}
