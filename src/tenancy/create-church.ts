import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { v7 as newId } from 'uuid';
import { Database } from '#libs/database';

export interface NewChurch {
  /** made here unless given */
  id?: string;
  name: string;
  slug: string;
  timeZone: string;
  phone?: string;
  email?: string;
  address?: string;
  memberLimit?: number;
  /** site settings by key: donationUrl, paymentHandle, facebook_url … */
  settings?: Record<string, string>;
}

/** Makes an organization and what it shows of itself. Gives its id. */
export class CreateChurch extends Command<string> {
  constructor(readonly church: NewChurch) {
    super();
  }
}

/** Days of trial for an organization that an operator makes (ruling 1). */
const trialDays = 7;

@CommandHandler(CreateChurch)
export class CreateChurchHandler implements ICommandHandler<CreateChurch> {
  constructor(@Inject(Database) private readonly db: Database) {}

  execute({ church }: CreateChurch): Promise<string> {
    const id = church.id ?? newId();
    return this.db.tenant(id, async (tx) => {
      await tx.sql(
        `insert into organization (id, name, slug, subdomain, time_zone, phone, email, address, member_limit, trial_ends_at)
         values ($1, $2, $3, $3, $4, $5, $6, $7, $8, now() + make_interval(days => $9))`,
        [id, church.name, church.slug, church.timeZone, church.phone ?? null, church.email ?? null, church.address ?? null, church.memberLimit ?? 100, trialDays],
      );
      for (const [key, value] of Object.entries(church.settings ?? {})) {
        await tx.sql('insert into site_setting (organization_id, id, key, value) values ($1, $2, $3, $4)', [id, newId(), key, value]);
      }
      return id;
    });
  }
}
