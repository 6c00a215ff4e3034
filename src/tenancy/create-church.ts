import { randomBytes } from 'node:crypto';
import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { v7 as newId } from 'uuid';
import { plans, trialDays, type Plan } from '#libs/contracts';
import { Database } from '#libs/database';
import { conflictAt } from '#libs/http';

export interface NewChurch {
  /** made here unless given */
  id?: string;
  name: string;
  slug: string;
  timeZone: string;
  phone?: string | null | undefined;
  email?: string | null | undefined;
  address?: string | null | undefined;
  description?: string | null | undefined;
  website?: string | null | undefined;
  plan?: Plan['id'];
  /** the plan's own unless given */
  memberLimit?: number;
  /** days of trial; null: it has a subscription already */
  trialDays?: number | null;
  /** wanted; it counts once its DNS record has been seen */
  customDomain?: string;
  /** reserved at registration, used with the subscription */
  promoCode?: string;
  /** site settings by key: donationUrl, paymentHandle, facebook_url … */
  settings?: Record<string, string>;
}

/** Makes an organization and what it shows of itself. Gives its id. */
export class CreateChurch extends Command<string> {
  constructor(readonly church: NewChurch) {
    super();
  }
}

/** Whom a church was made for. */
export interface Contact {
  name: string;
  email: string;
  phone?: string | null | undefined;
}

/** Asks the contact of a new church, by a letter, to become its first administrator. People are another context's: it does it. */
export class WelcomeContact extends Command<void> {
  constructor(
    readonly organizationId: string,
    readonly contact: Contact,
    /** the account of the person who made the church: told if the mail server refuses the email */
    readonly invitedBy: string,
  ) {
    super();
  }
}

@CommandHandler(CreateChurch)
export class CreateChurchHandler implements ICommandHandler<CreateChurch> {
  constructor(@Inject(Database) private readonly db: Database) {}

  /** @throws HttpError 409 when the slug is taken */
  execute({ church }: CreateChurch): Promise<string> {
    const id = church.id ?? newId();
    const plan = plans.find((one) => one.id === (church.plan ?? 'basic'))!;
    const days = church.trialDays === undefined ? trialDays.operator : church.trialDays;
    return this.db.tenant(id, async (tx) => {
      const made = await tx.sql(
        `insert into organization (id, name, slug, subdomain, time_zone, phone, email, address, description, website, custom_domain, domain_token, promo_code,
           subscription_plan, subscription_tier, subscription_price, member_limit, subscription_status, trial_ends_at)
         values ($1, $2, $3, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $13, $14, $15, $16, now() + make_interval(days => $17)) on conflict do nothing returning 1`,
        [
          id,
          church.name,
          church.slug,
          church.timeZone,
          church.phone ?? null,
          church.email ?? null,
          church.address ?? null,
          church.description ?? null,
          church.website ?? null,
          church.customDomain ?? null,
          church.customDomain ? randomBytes(16).toString('hex') : null,
          church.promoCode ?? null,
          plan.id,
          plan.price,
          church.memberLimit ?? plan.memberLimit,
          days === null ? 'active' : 'trial',
          days,
        ],
      );
      if (made.length === 0)
        throw conflictAt(
          'slug',
          'There is a church with this slug already. Please choose another.',
        );
      for (const [key, value] of Object.entries(church.settings ?? {})) {
        await tx.sql(
          'insert into site_setting (organization_id, id, key, value) values ($1, $2, $3, $4)',
          [id, newId(), key, value],
        );
      }
      return id;
    });
  }
}
