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
  Throttle,
  tooMany,
  unauthorized,
} from '#libs/http';
import { Jobs } from '#libs/jobs';
import { Mail } from '#libs/mail';
import { baseUrl, Config } from '../../ops/config.js';
import { lockMembership, readChurch } from '../../tenancy/index.js';
import { createToken, readToken, staleLink, takeToken } from './account-tokens.js';
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
  storeEmail,
} from './credentials.sql.js';

/** letters to new addresses that one church may cause in an hour */
const maxChangesPerHour = 50;

/**
 * The address that an account signs in with. A church may write another into its entry of a person at any time; it
 * becomes the account's once the person shows that both are theirs: the address by the link sent to it, the account by
 * being signed in and giving its password. Nobody who has only one of the two gains or loses anything.
 */
@Injectable()
export class EmailChange implements OnApplicationBootstrap {
  constructor(
    @Inject(Database) private readonly db: Database,
    @Inject(CommandBus) private readonly commands: CommandBus,
    @Inject(Mail) private readonly mail: Mail,
    @Inject(Jobs) private readonly jobs: Jobs,
    @Inject(Credentials) private readonly credentials: Credentials,
    @Inject(Throttle) private readonly throttle: Throttle,
    @Inject(Config) private readonly config: Config,
  ) {}

  /**
   * The church of the transaction wrote this address into its entry of the account's person: a link goes to it, and word
   * of that to the present one. An earlier link is worth nothing from then on, also where the old address is back.
   * @returns the address of the account that was told; null if it is the same one
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

  /** Every change of an address causes emails to addresses that staff typed. @throws HttpError 429 when the church has made too many changes */
  async assertFewChanges(tx: Tx): Promise<void> {
    const sent = await countAuditEntries(tx, {
      action: 'member-changed',
      hours: 1,
      field: 'email',
    });
    if (sent < maxChangesPerHour) return;
    throw tooMany(
      `At most ${maxChangesPerHour} email addresses can be changed in an hour. Please go on later.`,
      3600,
    );
  }

  /** Once more, for the person themselves; nothing where no address waits. @throws HttpError 429 */
  async resendRequest({ accountId, organizationId, id }: Actor, address: string): Promise<void> {
    if (!organizationId) return;
    const waiting = await this.db.tenant(organizationId, async (tx) => {
      const [row] = await readWaitingEmail(tx, { userId: id });
      return row?.email;
    });
    if (!waiting) return;
    await this.throttle.letter(waiting, address);
    await this.db.tenant(organizationId, async (tx) => {
      await this.assertFewChanges(tx);
      await this.request(tx, accountId, waiting);
    });
  }

  /** Whether a link is one for a new address. */
  async isEmailChangeLink(token: string): Promise<boolean> {
    return (await this.db.platform((tx) => readToken(tx, token, 'change-email'))) !== null;
  }

  /**
   * The account signs in with the new address from now on. Its other devices are signed out and links that went to the
   * old address are worth nothing, because whoever reads that mailbox may be why it changes; the second factor stays.
   * @throws HttpError 401 to whoever is signed out, 403 to another account, 400 for a worthless link or without the right
   *   password (`password-needed`: the page asks for it, and names the address), 409 when another account has the address
   */
  async confirm(
    token: string,
    password: string | undefined,
    actor: Actor | undefined,
    address: string,
  ): Promise<void> {
    const asked = await this.db.platform((tx) => readToken(tx, token, 'change-email'));
    if (!asked?.email) throw staleLink();
    if (!actor)
      throw unauthorized(
        'Please sign in with your present email address first, then open the link again.',
      );
    if (actor.accountId !== asked.accountId)
      throw new HttpError(
        403,
        'This link belongs to another account. Please sign in with that one, then open the link again.',
        'other-account',
      );
    if (password === undefined)
      throw new HttpError(
        400,
        `From now on you would sign in with ${asked.email}. Enter your password to confirm that.`,
        'password-needed',
      );
    await this.credentials.assertPassword(actor.accountId, password, address, 'password');
    await this.db
      .platform((tx) => this.#change(tx, token, actor))
      .catch((error: unknown) => {
        throw sqlState(error) === '23505'
          ? conflict(
              'Another account signs in with this email address. Please ask your church to enter another.',
            )
          : error;
      });
  }

  async #change(tx: Tx, token: string, { accountId, sessionId }: Actor): Promise<void> {
    const taken = await takeToken(tx, token, 'change-email');
    if (!taken?.email || taken.accountId !== accountId) throw staleLink();
    const [old] = await lockAccount(tx, { accountId });
    await storeEmail(tx, { accountId, email: taken.email });
    await deleteSessionsOf(tx, { accountId, kept: sessionId });
    await deleteLinks(tx, { accountId });
    await this.mail.send(
      tx,
      addressChangedEmail({ to: old!.email, name: '', from: 'Church Connect' }, taken.email),
    );
    await this.jobs.send(tx, 'email-changed', { accountId, from: old!.email });
  }

  async onApplicationBootstrap(): Promise<void> {
    await this.jobs.work('email-changed', async (data) => {
      const { accountId, from } = data as { accountId: string; from: string };
      await inChurchesOf(this.db, accountId, (tx, userId) => this.#updateUser(tx, userId, from));
    });
  }

  /**
   * What a church has of the person follows, where it was the old address or is the new one already. A church that writes
   * to a third address goes on with that, unconfirmed, and so does one where somebody else has the new one.
   */
  async #updateUser(tx: Tx, userId: string, from: string): Promise<void> {
    await lockMembership(tx);
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
