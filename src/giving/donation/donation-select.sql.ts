import type { DonorKind, PaymentMethod } from '#libs/contracts';
import { t } from '#libs/database';
import { currentBuildSql } from '#libs/event-sourcing';
import { fundraiserOfVersionSql } from '../fundraiser/periods.sql.js';

/**
 * Whether a donation was corrected before or with its version `v`, which must count. Without a
 * correction, the donation was only deleted and restored.
 */
export const wasCorrectedSql = `
  v.version > 1 and (
    select count(*) filter (where h.state = 'given') - count(*) filter (where h.state = 'voided')
      from donation_version h
     where h.organization_id = :church
       and h.build = v.build
       and h.donation_id = v.donation_id
       and h.version <= v.version) > 1`;

/** Whether the version `v` deleted a donation that has not been restored since. */
export const isDeletedSql = `
  v.state = 'voided' and not exists (
    select 1
      from donation_version h
     where h.organization_id = :church
       and h.build = v.build
       and h.donation_id = v.donation_id
       and h.version > v.version)`;

/** Joins the search text `s` of the giver and the texts `t` of the versions `v`. */
export const searchedTextsSql = `
    left join donor_search s on s.organization_id = :church and s.donor_id = v.donor_id
    left join giving_text t on t.organization_id = :church and t.event_id = v.text_event_id`;

/** The text by which donations are sorted by name. */
export const sortKeySql = `coalesce(s.search_key, ' ' || o.name_key)`;

/**
 * The columns of `donationSelectSql`. `fundraiserId`: the fundraiser for which the donation counts.
 * `recordedFundraiserId`: the one that its event names.
 */
export const donationColumns = {
  donationId: t.uuid,
  version: t.integer,
  donorId: t.uuid,
  donorName: t.text,
  sortKey: t.text,
  kind: t.textOf<DonorKind>(),
  firstName: t.nullable(t.text),
  lastName: t.nullable(t.text),
  email: t.nullable(t.text),
  phone: t.nullable(t.text),
  amount: t.bigint,
  date: t.date,
  paymentMethod: t.textOf<PaymentMethod>(),
  campaign: t.text,
  titleKey: t.text,
  campaignId: t.uuid,
  fundraiserId: t.nullable(t.uuid),
  recordedFundraiserId: t.nullable(t.uuid),
  importId: t.nullable(t.uuid),
  addedBy: t.nullable(t.uuid),
  notes: t.nullable(t.text),
  transactionId: t.nullable(t.text),
  recordedAt: t.timestamptz,
  state: t.textOf<'given' | 'voided'>(),
  corrected: t.boolean,
};

/**
 * Selects versions `v` of donations with their donors, campaigns and texts. The caller adds
 * conditions that begin with `and`.
 */
export const donationSelectSql = `
  select v.donation_id,
         v.version,
         v.donor_id,
         o.name as donor_name,
         ${sortKeySql} as sort_key,
         o.kind,
         o.first_name,
         o.last_name,
         o.email,
         o.phone,
         v.amount,
         v.date,
         v.payment_method,
         c.title as campaign,
         c.title_key,
         v.campaign_id,
         ${fundraiserOfVersionSql} as fundraiser_id,
         v.fundraiser_id as recorded_fundraiser_id,
         v.import_id,
         v.added_by,
         t.notes,
         t.transaction_id,
         v.recorded_at,
         v.state,
         ${wasCorrectedSql} as corrected
    from donation_version v
    join donor o on o.organization_id = :church and o.id = v.donor_id
    join campaign c on c.organization_id = :church and c.id = v.campaign_id
    ${searchedTextsSql}
   where v.organization_id = :church and v.build = ${currentBuildSql('donations')}`;
