import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { Database, type Tx } from '#libs/database';
import { sqlState } from '#libs/event-sourcing';
import {
  type Actor,
  audit,
  conflict,
  countAuditEntries,
  HttpError,
  RateLimiter,
  tooMany,
  unauthorized,
} from '#libs/http';
import { Jobs } from '#libs/jobs';
import { Mail } from '#libs/mail';
import { baseUrl, Config } from '../../ops/config.js';
import { lockUsersOfChurch, readChurch } from '../../tenancy/index.js';
import { createToken, readToken, staleLinkError, consumeToken } from './account-tokens.js';
import { inChurchesOf } from './accounts.js';
import { Credentials } from './credentials.js';
import { addressChangedEmail, addressChangeRequestedEmail, newAddressEmail } from './emails.js';
import { emailOfAccount, updateDonor } from '../add-user.js';
import { AppUser } from '../user.entity.js';
import { deleteSessionsOf } from '../sessions/sessions.sql.js';
import { deleteEmailChanges } from './accounts.sql.js';
import {
  deleteLinks,
  updateUserEmail,
  lockAccount,
  noteUnverified,
  readWaitingEmail,
  storeConfirmedEmail,
} from './credentials.sql.js';

/** how many email addresses one church may change in an hour */
const maxChangesPerHour = 50;

/**
 * Changes the email address that an account signs in with. Staff of a church can enter another
 * address for a user at any time. The account gets this address only after the user has opened the
 * link that was sent to it, while signed in, and has entered the password. Access to only the
 * mailbox or only the account is not enough.
 */
@Injectable()
export class EmailChange implements OnApplicationBootstrap {
  constructor(
    @Inject(Database) private readonly db: Database,
    @Inject(CommandBus) private readonly commands: CommandBus,
    @Inject(Mail) private readonly mail: Mail,
    @Inject(Jobs) private readonly jobs: Jobs,
    @Inject(Credentials) private readonly credentials: Credentials,
    @Inject(RateLimiter) private readonly rateLimiter: RateLimiter,
    @Inject(Config) private readonly config: Config,
  ) {}

  /**
   * Sends a confirmation link to the address that the transaction's church has entered for the
   * account's user, and an email about this change to the current address. Earlier links no longer
   * work, even if the church has entered the old address again.
   * @returns the current address, to which the second email goes; null if it is the entered address
   */
  async request(tx: Tx, accountId: string, email: string): Promise<string | null> {
    const current = await emailOfAccount(tx, accountId);
    const { name: church } = await readChurch(tx);
    await deleteEmailChanges(tx, { accountId });
    if (email === current) return null;
    const token = await createToken(tx, accountId, 'change-email', {
      organizationId: tx.organizationId,
      email,
    });
    await this.mail.send(
      tx,
      newAddressEmail(
        { to: email, name: '', from: church },
        `${baseUrl(this.config)}/verify-email?token=${token}`,
      ),
    );
    await this.mail.send(
      tx,
      addressChangeRequestedEmail({ to: current, name: '', from: church }, email),
    );
    return current;
  }

  /**
   * Limits changes of addresses, because each sends emails to addresses that staff entered.
   * @throws HttpError 429 if the church has made too many changes in the last hour
   */
  async assertFewChanges(tx: Tx): Promise<void> {
    const changes = await countAuditEntries(tx, {
      action: 'member-changed',
      hours: 1,
      field: 'email',
    });
    if (changes < maxChangesPerHour) return;
    throw tooMany(
      `At most ${maxChangesPerHour} email addresses can be changed in an hour. Please go on later.`,
      3600,
    );
  }

  /**
   * Sends the link to the user's new address again. Does nothing if no new address awaits
   * confirmation.
   * @param address the IP address of the request
   * @throws HttpError 429
   */
  async resendRequest({ accountId, organizationId, id }: Actor, address: string): Promise<void> {
    if (!organizationId) return;
    const waitingEmail = await this.db.tenant(organizationId, async (tx) => {
      const [row] = await readWaitingEmail(tx, { userId: id });
      return row?.email;
    });
    if (!waitingEmail) return;
    await this.rateLimiter.countEmail(waitingEmail, address);
    await this.db.tenant(organizationId, async (tx) => {
      await this.assertFewChanges(tx);
      await this.request(tx, accountId, waitingEmail);
    });
  }

  /** Whether a token belongs to a link that confirms a new address. */
  async isEmailChangeLink(token: string): Promise<boolean> {
    return (await this.db.platform((tx) => readToken(tx, token, 'change-email'))) !== null;
  }

  /**
   * Gives the account the new address. Ends its other sessions and deletes all links that were
   * sent, because a stranger who reads the old mailbox may be the reason for the change. The second
   * factor stays.
   * @param address the IP address of the request
   * @throws HttpError 401 if nobody is signed in, 403 for another account, 400 for a link that no
   *   longer works or without the right password (`password-needed`: the page asks for it and names
   *   the address), 409 if another account has the address
   */
  async confirm(
    token: string,
    password: string | undefined,
    actor: Actor | undefined,
    address: string,
  ): Promise<void> {
    const storedToken = await this.db.platform((tx) => readToken(tx, token, 'change-email'));
    if (!storedToken?.email) throw staleLinkError();
    if (!actor)
      throw unauthorized(
        'Please sign in with your present email address first, then open the link again.',
      );
    if (actor.accountId !== storedToken.accountId)
      throw new HttpError(
        403,
        'This link belongs to another account. Please sign in with that one, then open the ' +
          'link again.',
        'other-account',
      );
    if (password === undefined)
      throw new HttpError(
        400,
        `From now on you would sign in with ${storedToken.email}. ` +
          'Enter your password to confirm that.',
        'password-needed',
      );
    await this.credentials.assertPassword(actor.accountId, password, address, 'password');
    await this.db
      .platform((tx) => this.#change(tx, token, actor))
      .catch((error: unknown) => {
        throw sqlState(error) === '23505'
          ? conflict(
              'Another account signs in with this email address. ' +
                'Please ask your church to enter another.',
            )
          : error;
      });
  }

  async #change(tx: Tx, token: string, { accountId, sessionId }: Actor): Promise<void> {
    const usedLink = await consumeToken(tx, token, 'change-email');
    if (!usedLink?.email || usedLink.accountId !== accountId) throw staleLinkError();
    const [oldAccount] = await lockAccount(tx, { accountId });
    await storeConfirmedEmail(tx, { accountId, email: usedLink.email });
    await deleteSessionsOf(tx, { accountId, keptSid: sessionId });
    await deleteLinks(tx, { accountId });
    await this.mail.send(
      tx,
      addressChangedEmail(
        { to: oldAccount!.email, name: '', from: 'Church Connect' },
        usedLink.email,
      ),
    );
    await this.jobs.send(tx, 'email-changed', { accountId, from: oldAccount!.email });
  }

  async onApplicationBootstrap(): Promise<void> {
    await this.jobs.work('email-changed', async (data) => {
      const { accountId, from } = data as { accountId: string; from: string };
      await inChurchesOf(this.db, accountId, (tx, userId) => this.#updateUser(tx, userId, from));
    });
  }

  /**
   * Gives the account's user in one church the account's new address, as confirmed, if the user has
   * the old address, or has the new one as unconfirmed. If the user has a third address, or another
   * user of the church has the new one, the user's address stays and is marked as unconfirmed.
   */
  async #updateUser(tx: Tx, userId: string, from: string): Promise<void> {
    await lockUsersOfChurch(tx);
    const [person] = await updateUserEmail(tx, { userId, from });
    await noteUnverified(tx, { userId });
    if (!person) return;
    await updateDonor(
      this.commands,
      await tx.em.findOneOrFail(AppUser, { organizationId: tx.organizationId!, id: person.id }),
    );
    await audit(tx, userId, 'email-changed');
  }
}
