import { Inject, Injectable } from '@nestjs/common';
import { CommandBus, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { v7 as newId } from 'uuid';
import type { z } from 'zod';
import { trialDays, type churchSignup, type SignedUpChurch } from '#libs/contracts';
import { Database, type Tx } from '#libs/database';
import { audit, conflict, RateLimiter } from '#libs/http';
import { Mail } from '#libs/mail';
import { churchUrl, Config } from '../../ops/config.js';
import {
  assertChurchName,
  checkPromoCode,
  churchesWithEmail,
  assertForeignDomain,
  type Contact,
  CreateChurch,
  freeSlug,
  lockUsersOfChurch,
  readChurch,
  readRegistration,
  SetAwaitsContact,
  Subscriptions,
  WelcomeContact,
} from '../../tenancy/index.js';
import { createToken } from '../account/account-tokens.js';
import {
  contactWelcomeEmail,
  contactReplacedEmail,
  dnsSetupEmail,
  type Sender,
} from '../account/church-emails.js';
import { AddUser, emailOfAccount, findUnlinkedRole, updateDonor } from '../add-user.js';
import { AppUser } from '../user.entity.js';
import { changeUser } from '../user-version.js';
import { findByEmail, insertEmptyAccount } from '../account/credentials.sql.js';
import { findOtherWithEmail, listRolesWithAccount } from '../members/members.sql.js';

/**
 * Registers churches and invites their contacts. The contact becomes the first admin by following
 * the link of an email.
 */
@Injectable()
export class ChurchSignup {
  constructor(
    @Inject(Database) private readonly db: Database,
    @Inject(CommandBus) private readonly commands: CommandBus,
    @Inject(Mail) private readonly mail: Mail,
    @Inject(RateLimiter) private readonly rateLimiter: RateLimiter,
    @Inject(Subscriptions) private readonly subscriptions: Subscriptions,
    @Inject(Config) private readonly config: Config,
  ) {}

  /**
   * Creates a church that a visitor registers, and starts its trial.
   * @param address the IP address of the request
   * @throws HttpError 400 for a name or promo code that is not allowed, 429 after too many attempts
   */
  async register(form: z.output<typeof churchSignup>, address: string): Promise<SignedUpChurch> {
    const promoCode = form.promoCode
      ? await checkPromoCode(this.rateLimiter, this.subscriptions, form.promoCode, address)
      : undefined;
    assertChurchName('organizationName', form.organizationName);
    assertForeignDomain(this.config, form.customDomain);
    await this.rateLimiter.count('church', form.email, address);
    const { organizationName: name, email, phone, customDomain } = form;
    const id = newId();
    return this.db.tenant(id, async (tx) => {
      const slug = await freeSlug(tx, name, this.config);
      await this.#createChurch({ id, slug }, form, promoCode);
      const admin = await this.welcome(tx, { slug }, { name: form.contactName, email, phone });
      await audit(tx, admin.id, 'church-registered', { plan: form.selectedPlan });
      const { trialEndsAt, domainToken } = await readRegistration(tx, id);
      await this.mail.send(
        tx,
        dnsSetupEmail(recipientOf(email), {
          domain: customDomain,
          token: domainToken,
          target: this.config.PORTAL_HOST,
        }),
      );
      return {
        id,
        name,
        slug,
        subdomain: slug,
        trialEndsAt: trialEndsAt.toISOString(),
        portalUrl: churchUrl(this.config, slug),
      };
    });
  }

  async #createChurch(
    church: { id: string; slug: string },
    form: z.output<typeof churchSignup>,
    promoCode: string | undefined,
  ): Promise<void> {
    await this.commands.execute(
      new CreateChurch({
        ...church,
        name: form.organizationName,
        email: form.email,
        phone: form.phone,
        description: form.description,
        customDomain: form.customDomain,
        address: form.address,
        website: form.website || null,
        plan: form.selectedPlan,
        trialDays: trialDays.signup,
        timeZone: 'America/New_York',
        ...(promoCode ? { promoCode } : {}),
      }),
    );
  }

  /**
   * Invites the contact of the transaction's church. The contact becomes its admin only by
   * following the link of the email, because somebody else may have entered the address. If another
   * contact was invited before and has not followed the link, that link no longer works.
   * @param sender the super administrator who invites the contact; undefined if a visitor registers
   *   the church
   * @throws HttpError 409 if the church already has users who can sign in
   */
  async welcome(
    tx: Tx,
    church: { slug: string },
    contact: Contact,
    sender?: Sender,
  ): Promise<AppUser> {
    await lockUsersOfChurch(tx);
    const rolesWithAccount = await listRolesWithAccount(tx);
    if (rolesWithAccount.some(({ role }) => role === 'admin'))
      throw conflict('This church has an administrator already, who can invite others.');
    // the users of a church without an admin must not get an admin whom they have not chosen
    if (rolesWithAccount.length > 0)
      throw conflict(
        'People sign in to this church already. One of them can be made its administrator by ' +
          'whoever runs the server.',
      );
    const [invitedContact] = await tx.em.find(AppUser, {
      organizationId: tx.organizationId!,
      role: 'admin',
      removedAt: null,
    });
    const [firstName, ...rest] = contact.name.split(/\s+/);
    const person = { email: contact.email, firstName: firstName!, lastName: rest.join(' ') };
    const admin = invitedContact
      ? await this.#replaceContact(tx, invitedContact, person)
      : await this.commands.execute(
          new AddUser(tx.organizationId!, {
            ...person,
            role: 'admin',
            isApproved: true,
            phone: contact.phone ?? null,
          }),
        );
    await this.commands.execute(new SetAwaitsContact(tx.organizationId!, true));
    await this.#sendInvitation(tx, { slug: church.slug, email: contact.email }, sender);
    return admin;
  }

  async #replaceContact(
    tx: Tx,
    invitedContact: AppUser,
    person: Pick<AppUser, 'email' | 'firstName' | 'lastName'>,
  ): Promise<AppUser> {
    const usersWithEmail = await findOtherWithEmail(tx, {
      email: person.email,
      id: invitedContact.id,
    });
    if (usersWithEmail.length > 0)
      throw conflict('Somebody in this church has this email address already.');
    const oldEmail = invitedContact.email.toLowerCase();
    await changeUser(tx, invitedContact, () => {
      Object.assign(invitedContact, person);
    });
    await updateDonor(this.commands, invitedContact);
    if (oldEmail === person.email) return invitedContact;
    await this.mail.send(tx, contactReplacedEmail(recipientOf(oldEmail)));
    await audit(tx, null, 'member-changed', { userId: invitedContact.id, fields: ['email'] });
    return invitedContact;
  }

  /**
   * Sends the invitation again when the owner of an address asks for a new password: for the newest
   * churches that were registered with the address and still wait for their contact.
   */
  async resendInvitations(email: string): Promise<void> {
    const churches = await this.db.platform((tx) => churchesWithEmail(tx, email));
    for (const { id, slug } of churches) {
      await this.db.tenant(id, async (tx) => {
        if ((await findUnlinkedRole(tx, email)) === 'admin')
          await this.#sendInvitation(tx, { email, slug });
      });
    }
  }

  async #sendInvitation(
    tx: Tx,
    { email, slug }: { email: string; slug: string },
    sender?: Sender,
  ): Promise<void> {
    const portalUrl = churchUrl(this.config, slug);
    const { accountId, isConfirmed } = await findOrCreateAccount(tx, email);
    const purpose = isConfirmed ? 'verify-email' : 'reset-password';
    const token = await createToken(tx, accountId, purpose, {
      organizationId: tx.organizationId,
      hours: 72,
    });
    await this.mail.send(
      tx,
      contactWelcomeEmail(recipientOf(email), {
        link: `${portalUrl}/${purpose}?token=${token}`,
        isNew: !isConfirmed,
        sender,
      }),
    );
  }
}

/** Invites the contact of a church that a super administrator created. */
@CommandHandler(WelcomeContact)
export class WelcomeContactHandler implements ICommandHandler<WelcomeContact> {
  constructor(
    @Inject(Database) private readonly db: Database,
    @Inject(ChurchSignup) private readonly signup: ChurchSignup,
  ) {}

  execute({ organizationId, contact, invitedBy }: WelcomeContact): Promise<void> {
    return this.db.tenant(organizationId, async (tx) => {
      const church = await readChurch(tx);
      const sender = { email: await emailOfAccount(tx, invitedBy), name: '' };
      await this.signup.welcome(tx, church, contact, sender);
    });
  }
}

const recipientOf = (email: string) => ({ to: email, name: '', from: 'Church Connect' });

/**
 * Finds or creates the account of an email address. Nobody can sign in to a new account before the
 * link of an email was followed, because it has no password.
 */
async function findOrCreateAccount(
  tx: Tx,
  email: string,
): Promise<{ accountId: string; isConfirmed: boolean }> {
  await insertEmptyAccount(tx, { id: newId(), email });
  const [account] = await findByEmail(tx, { email });
  return account!;
}
