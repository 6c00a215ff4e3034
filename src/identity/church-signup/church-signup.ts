import { Inject, Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { v7 as newId } from 'uuid';
import type { z } from 'zod';
import { trialDays, type churchSignup, type SignedUpChurch } from '#libs/contracts';
import { Database } from '#libs/database';
import { audit, Throttle } from '#libs/http';
import { Mail } from '#libs/mail';
import { churchUrl, Config } from '../../config.js';
import { CreateChurch, Domains, freeSlug, Subscriptions } from '../../tenancy/index.js';
import { makeToken } from '../account/account-tokens.js';
import { churchWelcome, dnsSetUp } from '../account/letters.js';
import { AddPerson } from '../people.js';

/** A church registers by itself: its trial begins, and the contact becomes its first administrator by a letter. */
@Injectable()
export class ChurchSignup {
  constructor(
    @Inject(Database) private readonly db: Database,
    @Inject(CommandBus) private readonly commands: CommandBus,
    @Inject(Mail) private readonly mail: Mail,
    @Inject(Throttle) private readonly throttle: Throttle,
    @Inject(Domains) private readonly domains: Domains,
    @Inject(Subscriptions) private readonly subscriptions: Subscriptions,
    @Inject(Config) private readonly config: Config,
  ) {}

  /** @throws HttpError 400 for a name or promo code that cannot be, 429 */
  async register(form: z.output<typeof churchSignup>, address: string): Promise<SignedUpChurch> {
    const promoCode = form.promoCode ? this.subscriptions.assertPromoCode(form.promoCode) : undefined;
    this.domains.assertForeign(form.customDomain);
    await this.throttle.count('church', form.email, address);
    const { organizationName: name, email, phone, description, customDomain } = form;
    const id = newId();
    return this.db.tenant(id, async (tx) => {
      const slug = await freeSlug(tx, name);
      await this.commands.execute(new CreateChurch({
        id, name, slug, email, phone, description, customDomain, address: form.address, website: form.website || null, plan: form.selectedPlan,
        trialDays: trialDays.signup, timeZone: 'America/New_York', ...(promoCode ? { promoCode } : {}),
      }));
      const [known] = await tx.sql<{ id: string }>('select id from account where email = $1', [email]);
      const accountId = known?.id ?? newId();
      if (!known) await tx.sql('insert into account (id, email) values ($1, $2)', [accountId, email]);
      const [firstName, ...rest] = form.contactName.split(/\s+/);
      const admin = await this.commands.execute(
        new AddPerson(id, { email, firstName: firstName!, lastName: rest.join(' '), role: 'admin', isApproved: true, accountId, phone }),
      );
      await audit(tx, admin.id, 'church-registered', { plan: form.selectedPlan });
      const [church] = await tx.sql<{ trial_ends_at: Date; domain_token: string }>('select trial_ends_at, domain_token from organization where id = $1', [id]);
      await this.domains.watch(tx, id);
      const reader = { to: email, name: firstName!, from: 'Church Connect' };
      const portalUrl = churchUrl(this.config, slug);
      const link = known ? `${portalUrl}/sign-in` : `${portalUrl}/reset-password?token=${await makeToken(tx, accountId, 'reset-password', { hours: 72 })}`;
      await this.mail.send(tx, churchWelcome(reader, { church: name, portalUrl, link, isNew: !known }));
      await this.mail.send(tx, dnsSetUp(reader, { domain: customDomain, token: church!.domain_token, target: this.config.PORTAL_HOST }));
      return { id, name, slug, subdomain: slug, trialEndsAt: church!.trial_ends_at.toISOString(), portalUrl };
    });
  }
}
