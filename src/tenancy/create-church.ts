import { randomBytes } from 'node:crypto';
import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { v7 as newId } from 'uuid';
import { plans, trialDays, type Plan } from '#libs/contracts';
import { Database } from '#libs/database';
import { conflictInField } from '#libs/http';
import { Domains } from './domains.js';
import { insertChurch } from './churches.sql.js';
import { insertSetting } from './settings/settings.sql.js';

export interface NewChurch {
  /** a new id by default */
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
  /** the limit of the plan by default */
  memberLimit?: number;
  /** days of the trial; null for a church that is active without a trial */
  trialDays?: number | null;
  /** becomes a host of the church when its DNS record was found */
  customDomain?: string;
  /** reserved at registration, and used up by the first subscription */
  promoCode?: string;
  /** site settings by key: donationUrl, paymentHandle, facebook_url … */
  settings?: Record<string, string>;
}

/** Creates a church with its settings, and returns its id. */
export class CreateChurch extends Command<string> {
  constructor(readonly church: NewChurch) {
    super();
  }
}

/** The contact of a church. */
export interface Contact {
  name: string;
  email: string;
  phone?: string | null | undefined;
}

/**
 * Asks the contact of a new church by email to become its first admin. Identity handles this
 * command.
 */
export class WelcomeContact extends Command<void> {
  constructor(
    readonly organizationId: string,
    readonly contact: Contact,
    /** the account of the super administrator, who is told if the mail server refuses the email */
    readonly invitedBy: string,
  ) {
    super();
  }
}

@CommandHandler(CreateChurch)
export class CreateChurchHandler implements ICommandHandler<CreateChurch> {
  constructor(
    @Inject(Database) private readonly db: Database,
    @Inject(Domains) private readonly domains: Domains,
  ) {}

  /** @throws HttpError 409 if the slug is taken */
  execute({ church }: CreateChurch): Promise<string> {
    const id = church.id ?? newId();
    const plan = plans.find(({ id: planId }) => planId === (church.plan ?? 'basic'))!;
    const days = church.trialDays === undefined ? trialDays.operator : church.trialDays;
    return this.db.tenant(id, async (tx) => {
      const inserted = await insertChurch.count(tx, {
        id,
        name: church.name,
        slug: church.slug,
        timeZone: church.timeZone,
        phone: church.phone ?? null,
        email: church.email ?? null,
        address: church.address ?? null,
        description: church.description ?? null,
        website: church.website ?? null,
        customDomain: church.customDomain ?? null,
        domainToken: church.customDomain ? randomBytes(16).toString('hex') : null,
        promoCode: church.promoCode ?? null,
        plan: plan.id,
        price: plan.price,
        memberLimit: church.memberLimit ?? plan.memberLimit,
        status: days === null ? 'active' : 'trial',
        trialDays: days,
      });
      if (inserted === 0)
        throw conflictInField(
          'slug',
          'There is a church with this slug already. Please choose another.',
        );
      for (const [key, value] of Object.entries(church.settings ?? {})) {
        await insertSetting(tx, { id: newId(), key, value });
      }
      if (church.customDomain) await this.domains.verifyLater(tx, id);
      return id;
    });
  }
}
