import { Inject, Injectable } from '@nestjs/common';
import { v7 as newId } from 'uuid';
import { Database, type Tx } from '#libs/database';
import { HttpError, Throttle } from '#libs/http';
import { awaitsContact } from '../../tenancy/index.js';
import { removeUnconfirmedAccess } from '../account/accounts.js';
import { Credentials } from '../account/credentials.js';
import { SignInStopped, type Claims } from './open-id.js';
import { SignIn, type AccountRow, type SignedIn } from '../sign-in/sign-in.js';
import {
  findBySubject,
  insertAccount,
  insertIdentity,
  lockByEmail,
  noteConfirmed,
} from './single-sign-on.sql.js';

/** The accounts of people whom a provider vouches for, by issuer and subject. */
@Injectable()
export class OpenIdAccounts {
  constructor(
    @Inject(Database) private readonly db: Database,
    @Inject(SignIn) private readonly signIns: SignIn,
    @Inject(Credentials) private readonly credentials: Credentials,
    @Inject(Throttle) private readonly throttle: Throttle,
  ) {}

  /**
   * The person's place in the church, or in their first one; where they have none they ask to join, as by registering.
   * @param churchId null on a host that serves all @param mayJoin false: nothing new is made of them
   * @throws SignInStopped
   */
  async signIn(
    claims: Claims,
    churchId: string | null,
    mayJoin: boolean,
    address: string,
  ): Promise<SignedIn> {
    const canJoin =
      mayJoin &&
      churchId !== null &&
      !(await this.db.platform((tx) => awaitsContact(tx, churchId)));
    const wanted = canJoin ? churchId : null;
    const { account, isConfirmed } = await this.db.platform((tx) =>
      findOrCreateAccount(tx, claims, wanted !== null),
    );
    if (isConfirmed) await this.credentials.markVerified(account.id);
    const place = await this.signIns.selectUser(account, churchId);
    if (place) return place;
    if (wanted === null) throw new SignInStopped('no-place');
    return this.#join(account, claims, wanted, address);
  }

  async #join(
    account: AccountRow,
    claims: Claims,
    churchId: string,
    address: string,
  ): Promise<SignedIn> {
    await this.throttle.letter(account.email, address).catch(() => {
      throw new SignInStopped('unconfirmed');
    }); // a letter may go out
    try {
      const joined = await this.db.tenant(churchId, (tx) => this.signIns.join(tx, account, claims));
      if (!joined) throw new SignInStopped('unconfirmed');
      return joined;
    } catch (error) {
      throw error instanceof HttpError && error.getStatus() === 409
        ? new SignInStopped('taken')
        : error;
    }
  }
}

/**
 * The account of that subject; else, where the provider vouches for the address, the one that has it; else a new one.
 * @returns also whether the address was proven by this @throws SignInStopped
 */
async function findOrCreateAccount(
  tx: Tx,
  claims: Claims,
  mayMake: boolean,
): Promise<{ account: AccountRow; isConfirmed: boolean }> {
  const { issuer, subject, email, emailVerified } = claims;
  const [known] = await findBySubject(tx, { issuer, subject });
  const [same] = known || !email ? [] : await lockByEmail(tx, { email });
  const account = known ?? same;
  if (!account && !email) throw new SignInStopped('no-email');
  if (same && !emailVerified) throw new SignInStopped('unproven-email');
  if (!account && !mayMake) throw new SignInStopped('no-place');
  const isConfirmed =
    account !== undefined && !account.verified && emailVerified && account.email === email;
  if (same && isConfirmed) await removeUnconfirmedAccess(tx, same.id);
  if (isConfirmed) await noteConfirmed(tx, { id: account.id });
  const found = account
    ? { ...account, verified: account.verified || isConfirmed }
    : await createAccount(tx, email!, emailVerified);
  if (!known) await insertIdentity(tx, { issuer, subject, accountId: found.id });
  return { account: found, isConfirmed };
}

/** @throws SignInStopped when somebody was faster */
async function createAccount(tx: Tx, email: string, verified: boolean): Promise<AccountRow> {
  const [made] = await insertAccount(tx, { id: newId(), email, verified });
  if (!made) throw new SignInStopped('failed');
  return made;
}
