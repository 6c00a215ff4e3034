import type { Tx } from '#libs/database';
import type { GivingEvent } from '../events.js';
import { dividePeriods } from './periods.js';
import {
  deleteGiftTotals,
  deletePeriod,
  findCampaignOfOldFundraiser,
  findFundraiserOn,
  findPeriod,
  insertGiftTotals,
  listPeriods,
  selectDonationsBuild,
  storePeriod,
  storePeriodEnds,
} from './periods.sql.js';

/**
 * Applies an event of a fundraiser to `fundraiser_period` and `fundraiser_gift`. The projection of
 * the donations calls it, because the period of a fundraiser decides which donations it counts.
 * The events of donations must have been applied before.
 */
export async function applyToProgress(tx: Tx, build: number, event: GivingEvent): Promise<void> {
  switch (event.type) {
    case 'FundraiserOpened': {
      const { fundraiserId, startDate, campaignId } = event.data;
      return movePeriod(tx, build, { fundraiserId, startsOn: startDate, campaignId });
    }
    case 'FundraiserChanged': {
      const { fundraiserId, after } = event.data;
      const { startDate, campaignId } = after;
      return movePeriod(tx, build, { fundraiserId, startsOn: startDate, campaignId });
    }
    case 'FundraiserRemoved':
      return removePeriod(tx, build, event.data.fundraiserId);
    default:
  }
}

interface FundraiserStart {
  fundraiserId: string;
  startsOn: string;
  /** Null if the event does not name the campaign. */
  campaignId: string | null;
}

async function movePeriod(tx: Tx, build: number, start: FundraiserStart): Promise<void> {
  const { fundraiserId, startsOn } = start;
  const campaignId = start.campaignId ?? (await findStoredCampaign(tx, fundraiserId));
  if (campaignId === null) return;
  const [before] = await findPeriod(tx, { build, fundraiserId });
  if (before?.campaignId === campaignId && before.startsOn === startsOn) return;
  await storePeriod(tx, { build, fundraiserId, campaignId, startsOn });
  const campaignIds = new Set([campaignId, before?.campaignId ?? campaignId]);
  await recalculatePeriods(tx, build, [...campaignIds], fundraiserId);
}

async function removePeriod(tx: Tx, build: number, fundraiserId: string): Promise<void> {
  const [before] = await findPeriod(tx, { build, fundraiserId });
  if (!before) return;
  await deletePeriod(tx, { build, fundraiserId });
  await recalculatePeriods(tx, build, [before.campaignId], fundraiserId);
}

async function findStoredCampaign(tx: Tx, fundraiserId: string): Promise<string | null> {
  const [stored] = await findCampaignOfOldFundraiser(tx, { fundraiserId });
  return stored?.campaignId ?? null;
}

/**
 * Recalculates the periods of the fundraisers of some campaigns, and the totals of the donations in
 * these periods.
 * @param changed the fundraiser whose period was stored or deleted
 */
async function recalculatePeriods(
  tx: Tx,
  build: number,
  campaignIds: string[],
  changed: string,
): Promise<void> {
  const fundraiserIds = new Set([changed]);
  for (const campaignId of campaignIds) {
    const periods = dividePeriods(await listPeriods(tx, { build, campaignId }));
    await storePeriodEnds(tx, {
      build,
      fundraiserIds: periods.map((period) => period.fundraiserId),
      endsBefore: periods.map((period) => period.endsBefore),
    });
    for (const period of periods) fundraiserIds.add(period.fundraiserId);
  }
  // a rebuild calculates the totals once, at its end
  const [current] = await selectDonationsBuild(tx);
  if (current?.build === build) await recalculateGiftTotals(tx, build, [...fundraiserIds]);
}

/**
 * Recalculates the amounts that fundraisers have received since their start dates.
 * @param fundraiserIds null for all fundraisers of the build
 */
export async function recalculateGiftTotals(
  tx: Tx,
  build: number,
  fundraiserIds: string[] | null = null,
): Promise<void> {
  await deleteGiftTotals(tx, { build, fundraiserIds });
  await insertGiftTotals(tx, { build, fundraiserIds });
}

/** Finds the fundraiser for which a donation to a campaign on a day counts; null for none. */
export async function findFundraiserForDate(
  tx: Tx,
  campaignId: string,
  date: string,
): Promise<string | null> {
  const [fundraiser] = await findFundraiserOn(tx, { campaignId, date });
  return fundraiser?.fundraiserId ?? null;
}
