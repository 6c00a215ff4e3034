import { generalFund } from '#libs/contracts';
import type { Tx } from '#libs/database';
import { Refused } from '#libs/event-sourcing';
import { takeCampaign, titleKey } from '../campaign/campaigns.js';
import {
  deleteAlias,
  selectAlias,
  selectCampaign,
  selectTitleHolder,
  storeAlias,
  updateTitle,
} from '../campaign/campaigns.sql.js';
import { decideRename, type AcceptedRename, type RenameDecision } from '../campaign/rename.js';
import {
  findActiveOfCampaign,
  findDonationsOfCampaign,
  selectTitle,
} from './campaign-title.sql.js';

const generalFundKey = titleKey(generalFund);

/** The parts of an edit that concern the campaign of a fundraiser. */
interface TitleEdit {
  /** Without repeated spaces. */
  title?: string | undefined;
  isActive?: boolean | undefined;
}

/**
 * Gives the campaign of a fundraiser the fundraiser's new title (ruling 28). The caller has locked
 * the church, and stores the title of the fundraiser afterwards.
 * @param titleBefore the title before the first attempt of the edit, if there may have been an
 *   attempt. An attempt whose event was refused may have stored the new title already, so that the
 *   stored title does not say what the edit changes.
 * @returns the campaign to which the fundraiser goes; null if it stays with its campaign
 * @throws Refused conflict if the title belongs to a campaign that cannot be merged, or if another
 *   fundraiser of the campaign is active
 */
export async function editCampaignTitle(
  tx: Tx,
  fundraiserId: string,
  { title, isActive }: TitleEdit,
  titleBefore?: string,
): Promise<string | null> {
  const [fundraiser] = await selectTitle(tx, { id: fundraiserId });
  if (!fundraiser?.campaignId) return null;
  const { campaignId } = fundraiser;
  const usedKeys = [fundraiser.titleKey];
  if (titleBefore !== undefined) usedKeys.push(titleKey(titleBefore));
  const plan =
    title === undefined ? null : await planTitle(tx, { fundraiserId, campaignId, title, usedKeys });
  const isMoved = plan?.decision === 'move';
  const newCampaignId = isMoved ? plan.holderId : campaignId;
  const isActivated = isActive === true && !fundraiser.isActive;
  const isMovedActive = isMoved && (isActive ?? fundraiser.isActive);
  // Before anything is stored: a caller may go on with the transaction after a refusal.
  if (newCampaignId !== null && (isActivated || isMovedActive))
    await assertNoOtherActiveFundraiser(tx, fundraiserId, newCampaignId);
  return plan === null ? null : applyTitle(tx, plan);
}

interface NewTitle {
  fundraiserId: string;
  campaignId: string;
  title: string;
  /** The keys of the titles that the fundraiser has now and had before the edit. */
  usedKeys: string[];
}

/** The effect of a new title on the campaign of a fundraiser. */
interface TitlePlan {
  decision: AcceptedRename | 'respell';
  campaignId: string;
  /** The campaign that has the new title now; null for none. */
  holderId: string | null;
  title: string;
  /** The key of the title that the campaign has now. */
  presentKey: string;
}

/**
 * Decides what a new title does, and stores nothing.
 * @returns null if the campaign stays as it is
 * @throws Refused conflict if the title belongs to a campaign that cannot be merged
 */
async function planTitle(tx: Tx, edit: NewTitle): Promise<TitlePlan | null> {
  const { campaignId, title } = edit;
  const key = titleKey(title);
  const [campaign] = await selectCampaign(tx, { id: campaignId });
  if (!campaign) return null;
  const [holder] = await selectTitleHolder(tx, { titleKey: key });
  const plan = { campaignId, title, holderId: holder?.id ?? null, presentKey: campaign.titleKey };
  const keepsKey = edit.usedKeys.every((usedKey) => usedKey === key);
  if (keepsKey) {
    const isRespelled = key === campaign.titleKey && title !== campaign.title;
    return isRespelled ? { ...plan, decision: 'respell' } : null;
  }
  const decision = await decide(tx, edit, plan);
  switch (decision) {
    case 'generalFund':
      throw titleRefused('The General Fund keeps its title. Create a new campaign instead.');
    case 'bothHaveDonations':
      throw titleRefused(
        'Another campaign has this title, and both have donations. Choose another title.',
      );
    case 'aliasOfOther':
      throw titleRefused(
        'Another campaign with donations had this title before. Choose another title.',
      );
    default:
      return { ...plan, decision };
  }
}

/** @returns the campaign to which the fundraiser goes; null if it stays with its campaign */
async function applyTitle(
  tx: Tx,
  { decision, campaignId, title, presentKey }: TitlePlan,
): Promise<string | null> {
  const key = titleKey(title);
  switch (decision) {
    case 'keep':
      return null;
    case 'respell':
      await updateTitle(tx, { id: campaignId, title, titleKey: key });
      return null;
    case 'move':
      return takeCampaign(tx, title);
    case 'alias':
      await storeAlias(tx, { titleKey: key, campaignId });
      return null;
    case 'rename':
      await deleteAlias(tx, { titleKey: key });
      await updateTitle(tx, { id: campaignId, title, titleKey: key });
      await storeAlias(tx, { titleKey: presentKey, campaignId });
      return null;
  }
}

async function decide(
  tx: Tx,
  { fundraiserId, campaignId, title }: NewTitle,
  { holderId, presentKey }: Pick<TitlePlan, 'holderId' | 'presentKey'>,
): Promise<RenameDecision> {
  const aliasCampaignId = await findAlias(tx, title);
  const isAliasOfOther =
    aliasCampaignId !== null &&
    aliasCampaignId !== campaignId &&
    (await hasDonations(tx, aliasCampaignId));
  const active = await findActiveOfCampaign(tx, { id: fundraiserId, campaignId });
  return decideRename({
    campaignId,
    holderId,
    isGeneralFund: presentKey === generalFundKey,
    becomesGeneralFund: titleKey(title) === generalFundKey,
    hasDonations: await hasDonations(tx, campaignId),
    isSharedWithActive: active.length > 0,
    isAliasOfOther,
  });
}

async function hasDonations(tx: Tx, campaignId: string): Promise<boolean> {
  const donations = await findDonationsOfCampaign(tx, { campaignId });
  return donations.length > 0;
}

/** Finds the campaign that has a title as an alias; null for none. */
export async function findAlias(tx: Tx, title: string): Promise<string | null> {
  const [alias] = await selectAlias(tx, { titleKey: titleKey(title) });
  return alias?.campaignId ?? null;
}

/**
 * Restores the alias of a title that a refused edit has given to a campaign or taken from it.
 * @param campaignId the campaign that had the title as an alias before the edit; null for none
 */
export async function restoreAlias(
  tx: Tx,
  title: string,
  campaignId: string | null,
): Promise<void> {
  const key = titleKey(title);
  const [holder] = await selectTitleHolder(tx, { titleKey: key });
  if (holder !== undefined || campaignId === null) await deleteAlias(tx, { titleKey: key });
  else await storeAlias(tx, { titleKey: key, campaignId });
}

/** @throws Refused conflict if another active fundraiser counts the donations of the campaign */
export async function assertNoOtherActiveFundraiser(
  tx: Tx,
  fundraiserId: string,
  campaignId: string,
): Promise<void> {
  const active = await findActiveOfCampaign(tx, { id: fundraiserId, campaignId });
  if (active.length > 0)
    throw new Refused(
      'conflict',
      'An active campaign already counts these donations. End that campaign first.',
    );
}

const titleRefused = (message: string) =>
  new Refused('conflict', message, { issues: [{ path: 'title', message }] });
