import { Inject, Injectable } from '@nestjs/common';
import { v7 as newId } from 'uuid';
import type { z } from 'zod';
import type { Registered, registerRequest } from '#libs/contracts';
import { Database, type Tx } from '#libs/database';
import { refusedAt, Throttle } from '#libs/http';
import { Mail } from '#libs/mail';
import { churchUrl, Config } from '../../ops/config.js';
import { awaitsContact, readChurch } from '../../tenancy/index.js';
import { Credentials } from '../account/credentials.js';
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

/** Milliseconds; answers leave at a multiple of it, so that their time does not tell what was done. */
const responseInterval = 250;

/**
 * A person asks to join a church. The answer is the same, and comes in the same time, whatever is known of the address in
 * this church or another; a letter to it says the rest.
 */
@Injectable()
export class Registration {
  constructor(
    @Inject(Database) private readonly db: Database,
    @Inject(SignIn) private readonly signIn: SignIn,
    @Inject(Credentials) private readonly credentials: Credentials,
    @Inject(Throttle) private readonly throttle: Throttle,
    @Inject(Mail) private readonly mail: Mail,
    @Inject(Config) private readonly config: Config,
  ) {}

  /**
   * A new account waits for approval, unconfirmed, and can sign in to see that. Whoever has one already joins with its
   * password; without it the letter asks for a new one. While the church waits for its contact nothing is done at all.
   * @throws HttpError 400 for a password that is guessed first, 429
   */
  async register(
    body: z.output<typeof registerRequest>,
    organizationId: string,
    address: string,
  ): Promise<Registered> {
    const begun = performance.now();
    const { email, password, firstName, lastName } = body;
    if (isCommonPassword(password)) throw refusedAt('password', commonPasswordMessage);
    await this.throttle.turn('register', address);
    await this.throttle.letter(email, address);
    const known = await this.db.platform((tx) => findAccountByEmail(tx, email));
    // one hash in either case
    const hash = known ? null : await hashPassword(password, address);
    const isOwner = known !== null && (await isPassword(password, known.passwordHash, address));
    await this.db.tenant(organizationId, (tx) => this.#join(tx, body, known, isOwner, hash));
    await new Promise((resolve) =>
      setTimeout(resolve, responseInterval - ((performance.now() - begun) % responseInterval)),
    );
    return { email, firstName, lastName, isApproved: false };
  }

  async #join(
    tx: Tx,
    { email, firstName, lastName }: z.output<typeof registerRequest>,
    known: AccountRow | null,
    isOwner: boolean,
    hash: string | null,
  ): Promise<void> {
    if (await awaitsContact(tx, tx.organizationId!)) return;
    const church = await readChurch(tx);
    const joinAs = { firstName, lastName };
    if (known && !isOwner)
      return this.credentials.askToJoin(tx, { id: known.id, email, from: church.name }, joinAs);
    const others = await findOthersWithEmail(tx, { email, accountId: known?.id ?? null });
    if (others.length > 0)
      return this.mail.send(tx, addressTakenEmail({ to: email, name: '', from: church.name }));
    const id = known?.id ?? newId();
    const verified = known?.verified ?? false;
    if (!known) {
      const made = await insertUnverifiedAccount.count(tx, { id, email, passwordHash: hash });
      if (made === 0) return; // of two at once the first has sent the letter
    }
    const isIn = (await findMembership(tx, { accountId: id })).length > 0;
    const place = isIn ? null : await this.signIn.join(tx, { id, email, verified }, joinAs);
    if (!verified && isIn) await this.credentials.askToVerify(tx, id, { email, from: church.name });
    if (!verified || (!isIn && !place)) return; // a letter asks them to confirm
    const url = `${churchUrl(this.config, church.slug)}/sign-in`;
    await this.mail.send(
      tx,
      joinedEmail(
        { to: email, name: '', from: church.name },
        { url, isIn: isIn || place?.user.isApproved === true },
      ),
    );
  }
}
