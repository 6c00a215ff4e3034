import { Migration } from '@mikro-orm/migrations';

const statements = [
  // an earlier title of a campaign, which belongs to it until a new campaign gets the title
  `create table campaign_alias (
     organization_id uuid not null, title_key text not null, campaign_id uuid not null,
     primary key (organization_id, title_key))`,
  `select protect('campaign_alias')`,
  // the campaigns of fundraisers from before this migration, whose events name no campaign
  `create table fundraiser_campaign (
     organization_id uuid not null, fundraiser_id uuid not null, campaign_id uuid not null,
     primary key (organization_id, fundraiser_id))`,
  `select protect('fundraiser_campaign')`,
  // the days whose donations count for a fundraiser that was not removed
  `create table fundraiser_period (
     organization_id uuid not null, build int not null, fundraiser_id uuid not null,
       campaign_id uuid not null,
     starts_on date not null, ends_before date,
     primary key (organization_id, build, fundraiser_id))`,
  `create index fundraiser_period_campaign
     on fundraiser_period (organization_id, build, campaign_id)`,
  `select protect('fundraiser_period')`,
  // the churches whose fundraisers are converted before the program accepts requests; each church
  // has a transaction of its own
  `create table fundraiser_conversion (organization_id uuid primary key)`,
  // this id means all churches; a large installation has too many churches for a row for each of
  // them within the locks of a migration
  `insert into fundraiser_conversion values ('00000000-0000-0000-0000-000000000000')`,
];

/**
 * The progress of a fundraiser follows from the campaign and the date of the donations. Before, it
 * followed from the fundraiser that was active when a donation was recorded. Adding up the
 * donations of large churches takes longer than locks may be held, so that
 * `giving/fundraiser/convert.ts` does it after the migrations.
 */
export class FundraiserPeriods extends Migration {
  override up(): void {
    for (const statement of statements) this.addSql(statement);
  }
}
