import { Inject, Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { v7 as newId } from 'uuid';
import type { z } from 'zod';
import type { registerRequest, User } from '#libs/contracts';
import { Database, type Tx } from '#libs/database';
import { audit, badRequest, HttpError } from '#libs/http';
import { hashPassword, isCommonPassword, isPassword } from './password.js';
import { AddPerson, toPlatformUser, toUser } from './people.js';
import { AppUser } from './user.entity.js';

export interface SignedIn {
  accountId: string;
  organizationId: string | null;
  userId: string | null;
  user: User;
}

interface AccountRow {
  id: string;
  email: string;
  password_hash: string | null;
  is_super_admin: boolean;
  created_at: Date;
}

/** Free tries before a subject has to wait; then 2, 4, 8 … seconds, at most 15 minutes. */
const freeTries = 5;
const wrong = 'The e-mail address or the password is not right.';

/** Built-in accounts: e-mail and password. */
@Injectable()
export class SignIn {
  constructor(
    @Inject(Database) private readonly db: Database,
    @Inject(CommandBus) private readonly commands: CommandBus,
  ) {}

  /**
   * @param churchId the church of the host; null on a host that serves all: the account's first church
   * @throws HttpError 401 for a wrong pair (the same for an unknown e-mail), 429 while it has to wait
   */
  async withPassword(email: string, password: string, address: string, churchId: string | null): Promise<SignedIn> {
    await this.#assertMayTry(email, address);
    const account = await this.db.platform(async (tx) => {
      const [row] = await tx.sql<AccountRow>('select id, email, password_hash, is_super_admin, created_at from account where email = $1', [email]);
      return row ?? null;
    });
    const right = await isPassword(password, account?.password_hash ?? null);
    const found = right && account ? await this.#placeOf(account, churchId) : null;
    if (!found) {
      await this.#countFailure(email, address);
      throw new HttpError(401, wrong, 'wrong-password');
    }
    await this.db.platform((tx) => tx.sql('delete from sign_in_failure where subject = any($1::text[])', [[`account:${email}`]]));
    return found;
  }

  async #placeOf(account: AccountRow, churchId: string | null): Promise<SignedIn | null> {
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
      await audit(tx, person.id, 'signed-in');
      return { accountId: account.id, organizationId: place.organization_id, userId: person.id, user: toUser(person) };
    });
  }

  /**
   * A person registers with a church and waits for approval there.
   * @throws HttpError 400, or 409 when the e-mail address is taken
   */
  async register(body: z.output<typeof registerRequest>, organizationId: string): Promise<SignedIn> {
    if (isCommonPassword(body.password)) throw badRequest('This password is one that is guessed first. Please choose another.');
    const passwordHash = await hashPassword(body.password);
    const accountId = newId();
    return this.db.tenant(organizationId, async (tx) => {
      const made = await tx.sql('insert into account (id, email, password_hash) values ($1, $2, $3) on conflict do nothing returning 1', [
        accountId, body.email, passwordHash,
      ]);
      if (made.length === 0) throw new HttpError(409, 'An account with this e-mail address already exists. Please sign in.', 'conflict');
      const { email, firstName, lastName } = body;
      const person = await this.commands.execute(
        new AddPerson(organizationId, { email, firstName, lastName, role: 'member', isApproved: false, accountId }),
      );
      await audit(tx, person.id, 'registered');
      return { accountId, organizationId, userId: person.id, user: toUser(person) };
    });
  }

  /**
   * An address waits for its own failures; an account's failures make only those addresses wait that have
   * failed themselves, so that nobody can lock the owner out.
   */
  async #assertMayTry(email: string, address: string): Promise<void> {
    const rows = await this.db.platform((tx) =>
      tx.sql<{ subject: string; failures: number; age: number }>(
        `select subject, failures, extract(epoch from now() - last_at)::float8 as age from sign_in_failure
          where subject = any($1::text[]) and last_at > now() - interval '1 hour'`,
        [[`account:${email}`, `address:${address}`]],
      ),
    );
    const wait = (subject: string) => {
      const row = rows.find((candidate) => candidate.subject === subject);
      if (!row || row.failures < freeTries) return 0;
      return Math.ceil(Math.min(2 ** (row.failures - freeTries + 1), 900) - row.age);
    };
    const addressFailed = rows.some(({ subject }) => subject === `address:${address}`);
    const seconds = Math.max(wait(`address:${address}`), addressFailed ? wait(`account:${email}`) : 0);
    if (seconds > 0) {
      throw new HttpError(429, `Too many attempts. Please wait ${seconds === 1 ? 'a second' : `${seconds} seconds`} and try again.`, 'throttled', {
        retryAfter: seconds,
      });
    }
  }

  async #countFailure(email: string, address: string): Promise<void> {
    await this.db.platform((tx) => countFailure(tx, [`account:${email}`, `address:${address}`]));
  }
}

async function countFailure(tx: Tx, subjects: string[]): Promise<void> {
  await tx.sql(
    `insert into sign_in_failure (subject, failures, last_at) select subject, 1, now() from unnest($1::text[]) subject
     on conflict (subject) do update set last_at = now(),
       failures = case when sign_in_failure.last_at < now() - interval '1 hour' then 1 else sign_in_failure.failures + 1 end`,
    [subjects],
  );
}
