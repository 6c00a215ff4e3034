import { generalFund } from '#libs/contracts';
import { convertChurches, type Database, type Tx } from '#libs/database';
import { lockChurchPatiently } from '#libs/event-sourcing';
import { listChurches } from '../../tenancy/index.js';
import { findOrCreateCampaigns, titleKey } from '../campaign/campaigns.js';
import { storeAlias, updateTitle } from '../campaign/campaigns.sql.js';
import {
  findAnyPeriod,
  listOldFundraisers,
  listRecordedCampaigns,
  listUsedTitles,
  storeCampaignsOfOldFundraisers,
} from './convert.sql.js';
import { dividePeriods } from './periods.js';
import { selectDonationsBuild, storePeriod, storePeriodEnds } from './periods.sql.js';
import { recalculateGiftTotals } from './progress.js';

/**
 * Converts the fundraisers of an earlier version: finds their campaigns and adds up their progress
 * by the rules of this version (rulings 27 and 28).
 */
export const convertFundraisers = (db: Database): Promise<void> =>
  convertChurches(db, {
    name: 'fundraisers',
    listChurches,
    lock: (tx) => lockChurchPatiently(tx, tx.organizationId!),
    convertChurch,
  });

async function convertChurch(tx: Tx): Promise<void> {
  const periods = await findAnyPeriod(tx);
  if (periods.length > 0) return;
  const fundraisers = await listOldFundraisers(tx);
  if (fundraisers.length === 0) return;
  await renameCampaigns(tx, fundraisers);
  const campaigns = await findOrCreateCampaigns(
    tx,
    fundraisers.map(({ title }) => title),
  );
  const starts = fundraisers.map(({ fundraiserId, startsOn }, index) => ({
    fundraiserId,
    startsOn,
    campaignId: campaigns[index]!.campaignId,
  }));
  await storeCampaignsOfOldFundraisers(tx, {
    fundraiserIds: starts.map(({ fundraiserId }) => fundraiserId),
    campaignIds: starts.map(({ campaignId }) => campaignId),
  });
  const [current] = await selectDonationsBuild(tx);
  const build = current?.build ?? null;
  if (build !== null) await storePeriods(tx, build, starts);
}

interface OldFundraiserStart {
  fundraiserId: string;
  /** Null for a fundraiser that was removed or is not published yet. */
  startsOn: string | null;
  campaignId: string;
}

async function storePeriods(tx: Tx, build: number, starts: OldFundraiserStart[]): Promise<void> {
  const fundraisers = starts.flatMap(({ startsOn, ...rest }) =>
    startsOn === null ? [] : [{ ...rest, startsOn }],
  );
  for (const fundraiser of fundraisers) await storePeriod(tx, { build, ...fundraiser });
  const fundraisersByCampaign = Map.groupBy(fundraisers, ({ campaignId }) => campaignId);
  const periods = [...fundraisersByCampaign.values()].flatMap(dividePeriods);
  await storePeriodEnds(tx, {
    build,
    fundraiserIds: periods.map(({ fundraiserId }) => fundraiserId),
    endsBefore: periods.map(({ endsBefore }) => endsBefore),
  });
  await recalculateGiftTotals(tx, build);
}

interface OldFundraiser {
  fundraiserId: string;
  title: string;
  titleKey: string;
}

async function renameCampaigns(tx: Tx, fundraisers: OldFundraiser[]): Promise<void> {
  const titleKeys = fundraisers.map((fundraiser) => fundraiser.titleKey);
  const used = await listUsedTitles(tx, { titleKeys });
  const recorded = await listRecordedCampaigns(tx);
  const renames = findRenames({
    fundraisers,
    recorded,
    usedTitles: used.map((row) => row.titleKey),
  });
  for (const { campaignId, title, newKey, oldKey } of renames) {
    await updateTitle(tx, { id: campaignId, title, titleKey: newKey });
    await storeAlias(tx, { titleKey: oldKey, campaignId });
  }
}

export interface OldFundraiserFacts {
  /** If several fundraisers share a campaign, the first one may rename it. */
  fundraisers: readonly OldFundraiser[];
  /** The campaign of the newest donation that was recorded for a fundraiser. */
  recorded: readonly { fundraiserId: string; campaignId: string; titleKey: string }[];
  /** The titles of fundraisers that a campaign has. */
  usedTitles: readonly string[];
}

interface CampaignRename {
  campaignId: string;
  title: string;
  newKey: string;
  oldKey: string;
}

/**
 * Finds the campaigns of fundraisers that an earlier version renamed without their campaigns. Such
 * a campaign gets the new title if no campaign has it yet and no fundraiser has the old title.
 */
export function findRenames({
  fundraisers,
  recorded,
  usedTitles,
}: OldFundraiserFacts): CampaignRename[] {
  const takenTitles = new Set([...usedTitles, titleKey(generalFund)]);
  const fundraiserTitles = new Set(fundraisers.map((fundraiser) => fundraiser.titleKey));
  const campaignOf = new Map(recorded.map((row) => [row.fundraiserId, row]));
  const renamed = new Map<string, CampaignRename>();
  for (const fundraiser of fundraisers) {
    const campaign = campaignOf.get(fundraiser.fundraiserId);
    if (!campaign || renamed.has(campaign.campaignId) || takenTitles.has(fundraiser.titleKey))
      continue;
    const keepsTitle =
      fundraiserTitles.has(campaign.titleKey) || campaign.titleKey === titleKey(generalFund);
    if (keepsTitle) continue;
    const { campaignId, titleKey: oldKey } = campaign;
    const { title, titleKey: newKey } = fundraiser;
    renamed.set(campaignId, { campaignId, title, newKey, oldKey });
    takenTitles.add(fundraiser.titleKey);
  }
  return [...renamed.values()];
}
