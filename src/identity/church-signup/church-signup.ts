import { Inject, Injectable } from '@nestjs/common';
import { CommandBus, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { v7 as newId } from 'uuid';
import type { z } from 'zod';
import { trialDays, type churchSignup, type SignedUpChurch } from '#libs/contracts';
import { Database, type Tx } from '#libs/database';
import { audit, conflict, Throttle } from '#libs/http';
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
  lockMembership,
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
import { findOtherWithEmail, listRolesInside } from '../members/members.sql.js';

/** A church registers by itself: its trial begins, and the contact becomes its first administrator by a letter. */
@Injectable()
export class ChurchSignup {
  constructor(
    @Inject(Database) private readonly db: Database,
    @Inject(CommandBus) private readonly commands: CommandBus,
    @Inject(Mail) private readonly mail: Mail,
    @Inject(Throttle) private readonly throttle: Throttle,
    @Inject(Subscriptions) private readonly subscriptions: Subscriptions,
    @Inject(Config) private readonly config: Config,
  ) {}

  /** @throws HttpError 400 for a name or promo code that cannot be, 429 */
  async register(form: z.output<typeof churchSignup>, address: string): Promise<SignedUpChurch> {
    const promoCode = form.promoCode
      ? await checkPromoCode(this.throttle, this.subscriptions, form.promoCode, address)
      : undefined;
    assertChurchName('organizationName', form.organizationName);
    assertForeignDomain(this.config, form.customDomain);
    await this.throttle.count('church', form.email, address);
    const { organizationName: name, email, phone, description, customDomain } = form;
    const id = newId();
    return this.db.tenant(id, async (tx) => {
      const slug = await freeSlug(tx, name, this.config);
      await this.commands.execute(
        new CreateChurch({
          id,
          name,
          slug,
          email,
          phone,
          description,
          customDomain,
          address: form.address,
          website: form.website || null,
          plan: form.selectedPlan,
          trialDays: trialDays.signup,
          timeZone: 'America/New_York',
          ...(promoCode ? { promoCode } : {}),
        }),
      );
      const admin = await this.welcome(tx, { slug }, { name: form.contactName, email, phone });
      await audit(tx, admin.id, 'church-registered', { plan: form.selectedPlan });
      const { trialEndsAt, domainToken } = await readRegistration(tx, id);
      await this.mail.send(
        tx,
        dnsSetupEmail(reader(email), {
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

  /**
   * The contact of the transaction's church is its administrator as soon as they have followed a letter, and nobody before:
   * the address was typed by whoever registered or made it. Another one takes the place of one who did not come; the letter
   * to that address is worth nothing from then on.
   * @param sender the person who invites the contact; undefined where contacts register their church themselves
   * @throws HttpError 409 where anybody has come
   */
  async welcome(
    tx: Tx,
    church: { slug: string },
    contact: Contact,
    sender?: Sender,
  ): Promise<AppUser> {
    await lockMembership(tx);
    const inside = await listRolesInside(tx);
    if (inside.some(({ role }) => role === 'admin'))
      throw conflict('This church has an administrator already, who can invite others.');
    // a church with people in it is theirs: nobody is let in over their heads
    if (inside.length > 0)
      throw conflict(
        'People sign in to this church already. One of them can be made its administrator by whoever runs the server.',
      );
    const [waiting] = await tx.em.find(AppUser, {
      organizationId: tx.organizationId!,
      role: 'admin',
      removedAt: null,
    });
    const [firstName, ...rest] = contact.name.split(/\s+/);
    const person = { email: contact.email, firstName: firstName!, lastName: rest.join(' ') };
    const admin = waiting
      ? await this.#readdress(tx, waiting, person)
      : await this.commands.execute(
          new AddUser(tx.organizationId!, {
            ...person,
            role: 'admin',
            isApproved: true,
            phone: contact.phone ?? null,
          }),
        );
    await this.commands.execute(new SetAwaitsContact(tx.organizationId!, true));
    await this.#letter(tx, { slug: church.slug, email: contact.email }, sender);
    return admin;
  }

  async #readdress(
    tx: Tx,
    waiting: AppUser,
    person: Pick<AppUser, 'email' | 'firstName' | 'lastName'>,
  ): Promise<AppUser> {
    const known = await findOtherWithEmail(tx, { email: person.email, id: waiting.id });
    if (known.length > 0) throw conflict('Somebody in this church has this email address already.');
    const old = waiting.email.toLowerCase();
    await changeUser(tx, waiting, () => {
      Object.assign(waiting, person);
    });
    await updateDonor(this.commands, waiting);
    if (old === person.email) return waiting;
    await this.mail.send(tx, contactReplacedEmail(reader(old)));
    await audit(tx, null, 'member-changed', { userId: waiting.id, fields: ['email'] });
    return waiting;
  }

  /** Once more, to whoever asks for a new password: the newest churches that were registered with the address and wait for their administrator. */
  async remind(email: string): Promise<void> {
    const waiting = await this.db.platform((tx) => churchesWithEmail(tx, email));
    for (const { id, slug } of waiting) {
      await this.db.tenant(id, async (tx) => {
        if ((await findUnlinkedRole(tx, email)) === 'admin')
          await this.#letter(tx, { email, slug });
      });
    }
  }

  async #letter(
    tx: Tx,
    { email, slug }: { email: string; slug: string },
    sender?: Sender,
  ): Promise<void> {
    const portalUrl = churchUrl(this.config, slug);
    const { accountId, isConfirmed } = await accountFor(tx, email);
    const purpose = isConfirmed ? 'verify-email' : 'reset-password';
    const token = await createToken(tx, accountId, purpose, {
      organizationId: tx.organizationId,
      hours: 72,
    });
    await this.mail.send(
      tx,
      contactWelcomeEmail(reader(email), {
        link: `${portalUrl}/${purpose}?token=${token}`,
        isNew: !isConfirmed,
        sender,
      }),
    );
  }
}

/** The same for a church that the platform's owner made. */
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

const reader = (email: string) => ({ to: email, name: '', from: 'Church Connect' });

/** The account of the address; a new one without a password, in which nobody can be before a letter's link was followed. */
async function accountFor(
  tx: Tx,
  email: string,
): Promise<{ accountId: string; isConfirmed: boolean }> {
  await insertEmptyAccount(tx, { id: newId(), email });
  const [account] = await findByEmail(tx, { email });
  return account!;
}
