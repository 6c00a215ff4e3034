import { Inject, Injectable } from '@nestjs/common';
import { v7 as newId } from 'uuid';
import { Database, type Tx } from '#libs/database';
import { HttpError, RateLimiter } from '#libs/http';
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

/** Finds and creates the accounts of users who sign in with an OpenID Connect provider. */
@Injectable()
export class OpenIdAccounts {
  constructor(
    @Inject(Database) private readonly db: Database,
    @Inject(SignIn) private readonly signIns: SignIn,
    @Inject(Credentials) private readonly credentials: Credentials,
    @Inject(RateLimiter) private readonly rateLimiter: RateLimiter,
  ) {}

  /**
   * Selects the user to sign in as. An account without a user in the church joins it, as by
   * registering.
   * @param churchId the church; null for the first church of the account
   * @param mayJoin false if no account and no user may be created
   * @param address the IP address of the request
   * @throws SignInStopped if the user cannot sign in
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
    const churchToJoin = canJoin ? churchId : null;
    const { account, isConfirmed } = await this.db.platform((tx) =>
      findOrCreateAccount(tx, claims, churchToJoin !== null),
    );
    if (isConfirmed) await this.credentials.markVerified(account.id);
    const signedIn = await this.signIns.selectUser(account, churchId);
    if (signedIn) return signedIn;
    if (churchToJoin === null) throw new SignInStopped('no-place');
    return this.#join(account, claims, churchToJoin, address);
  }

  async #join(
    account: AccountRow,
    claims: Claims,
    churchId: string,
    address: string,
  ): Promise<SignedIn> {
    // `join` may send an email
    await this.rateLimiter.countEmail(account.email, address).catch(() => {
      throw new SignInStopped('unconfirmed');
    });
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
 * Finds the account that is linked to the subject; otherwise the account with the email address, if
 * the provider has verified the address; otherwise creates an account. Links the account to the
 * subject.
 * @returns the account, and whether its address became confirmed by this sign-in
 * @throws SignInStopped
 */
async function findOrCreateAccount(
  tx: Tx,
  claims: Claims,
  mayCreate: boolean,
): Promise<{ account: AccountRow; isConfirmed: boolean }> {
  const { issuer, subject, email, emailVerified } = claims;
  const [linked] = await findBySubject(tx, { issuer, subject });
  const [withEmail] = linked || !email ? [] : await lockByEmail(tx, { email });
  const account = linked ?? withEmail;
  if (!account && !email) throw new SignInStopped('no-email');
  if (withEmail && !emailVerified) throw new SignInStopped('unproven-email');
  if (!account && !mayCreate) throw new SignInStopped('no-place');
  const isConfirmed =
    account !== undefined && !account.verified && emailVerified && account.email === email;
  if (withEmail && isConfirmed) await removeUnconfirmedAccess(tx, withEmail.id);
  if (isConfirmed) await noteConfirmed(tx, { id: account.id });
  const signInAccount = account
    ? { ...account, verified: account.verified || isConfirmed }
    : await createAccount(tx, email!, emailVerified);
  if (!linked) await insertIdentity(tx, { issuer, subject, accountId: signInAccount.id });
  return { account: signInAccount, isConfirmed };
}

/** @throws SignInStopped if a concurrent request has created an account with the address */
async function createAccount(tx: Tx, email: string, verified: boolean): Promise<AccountRow> {
  const [created] = await insertAccount(tx, { id: newId(), email, verified });
  if (!created) throw new SignInStopped('failed');
  return created;
}
