import { generalFund } from '#libs/contracts';
import type { Tx } from '#libs/database';
import { Refused } from '#libs/event-sourcing';
import { takeCampaign, titleKey } from '../campaign/campaigns.js';
import {
  deleteAlias,
  selectCampaign,
  selectTitleHolder,
  storeAlias,
  updateTitle,
} from '../campaign/campaigns.sql.js';
import { decideRename } from '../campaign/rename.js';
import {
  findActiveOfCampaign,
  findDonationsOfCampaign,
  selectTitle,
} from './campaign-title.sql.js';

const generalFundKey = titleKey(generalFund);

/** The parts of an edit that concern the campaign of a fundraiser. */
export interface TitleEdit {
  /** Without repeated spaces. */
  title?: string | undefined;
  isActive?: boolean | undefined;
}

/**
 * Gives the campaign of a fundraiser the fundraiser's new title (ruling 28). The caller has locked
 * the church, and stores the title of the fundraiser afterwards.
 * @returns the campaign to which the fundraiser goes; null if it stays with its campaign
 * @throws Refused conflict if the title belongs to a campaign that cannot be merged, or if another
 *   fundraiser of the campaign is active
 */
export async function editCampaignTitle(
  tx: Tx,
  fundraiserId: string,
  { title, isActive }: TitleEdit,
): Promise<string | null> {
  const [present] = await selectTitle(tx, { id: fundraiserId });
  if (!present?.campaignId) return null;
  const { campaignId } = present;
  const goesTo =
    title === undefined
      ? null
      : await applyTitle(tx, { fundraiserId, campaignId, title, titleKey: present.titleKey });
  const isActivated = isActive === true && !present.isActive;
  if (isActivated || (goesTo !== null && (isActive ?? present.isActive)))
    await assertOnlyActive(tx, fundraiserId, goesTo ?? campaignId);
  return goesTo;
}

interface NewTitle {
  fundraiserId: string;
  campaignId: string;
  title: string;
  /** The key of the title that the fundraiser has now. */
  titleKey: string;
}

async function applyTitle(tx: Tx, edit: NewTitle): Promise<string | null> {
  const { campaignId, title } = edit;
  const key = titleKey(title);
  const [campaign] = await selectCampaign(tx, { id: campaignId });
  if (!campaign) return null;
  if (key === edit.titleKey) {
    const isRespelled = key === campaign.titleKey && title !== campaign.title;
    if (isRespelled) await updateTitle(tx, { id: campaignId, title, titleKey: key });
    return null;
  }
  switch (await decide(tx, edit, campaign.titleKey)) {
    case 'keep':
      return null;
    case 'move':
      return takeCampaign(tx, title);
    case 'alias':
      await storeAlias(tx, { titleKey: key, campaignId });
      return null;
    case 'rename':
      await deleteAlias(tx, { titleKey: key });
      await updateTitle(tx, { id: campaignId, title, titleKey: key });
      await storeAlias(tx, { titleKey: campaign.titleKey, campaignId });
      return null;
    case 'generalFund':
      throw titleRefused('The General Fund keeps its title. Create a new campaign instead.');
    case 'bothHaveDonations':
      throw titleRefused(
        'Another campaign has this title, and both have donations. Choose another title.',
      );
  }
}

async function decide(tx: Tx, { fundraiserId, campaignId, title }: NewTitle, ownKey: string) {
  const key = titleKey(title);
  const [holder] = await selectTitleHolder(tx, { titleKey: key });
  const donations = await findDonationsOfCampaign(tx, { campaignId });
  const active = await findActiveOfCampaign(tx, { id: fundraiserId, campaignId });
  return decideRename({
    campaignId,
    holderId: holder?.id ?? null,
    isGeneralFund: ownKey === generalFundKey,
    becomesGeneralFund: key === generalFundKey,
    hasDonations: donations.length > 0,
    isSharedWithActive: active.length > 0,
  });
}

/** @throws Refused conflict if another active fundraiser counts the donations of the campaign */
export async function assertOnlyActive(
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
