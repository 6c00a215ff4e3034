/** The facts about a campaign whose fundraiser gets another title. */
export interface RenameFacts {
  campaignId: string;
  /** The campaign that has the new title now; null for none. */
  holderId: string | null;
  isGeneralFund: boolean;
  /** Whether the new title is that of the General Fund. */
  becomesGeneralFund: boolean;
  hasDonations: boolean;
  /** Whether another fundraiser that is active belongs to the campaign. */
  isSharedWithActive: boolean;
  /** Whether the new title is an alias of another campaign that has donations. */
  isAliasOfOther: boolean;
}

/**
 * - `keep`: the campaign has the new title already
 * - `rename`: the campaign takes the new title, and its old title becomes an alias
 * - `alias`: the campaign keeps its title, and the new title becomes an alias
 * - `move`: the fundraiser goes to the campaign of the new title, which is created if it is missing
 */
export type AcceptedRename = 'keep' | 'rename' | 'alias' | 'move';

/** What happens to the campaign, or why the new title is refused. */
export type RenameDecision = AcceptedRename | 'bothHaveDonations' | 'generalFund' | 'aliasOfOther';

/**
 * Decides what happens to the campaign of a fundraiser that gets another title (ruling 28). The
 * General Fund is never renamed, because donations without a campaign belong to it. Two campaigns
 * are never merged: a fundraiser goes to another campaign only if its own has no donations. A
 * rename never takes an alias of a campaign with donations, because earlier files find the campaign
 * by it. A new fundraiser does (`takeCampaign`).
 */
export function decideRename(facts: RenameFacts): RenameDecision {
  const { campaignId, holderId } = facts;
  if (holderId === campaignId) return 'keep';
  const isOtherCampaign = holderId !== null || facts.becomesGeneralFund;
  if (facts.isGeneralFund) return facts.hasDonations ? 'generalFund' : 'move';
  if (isOtherCampaign) return facts.hasDonations ? 'bothHaveDonations' : 'move';
  if (facts.isAliasOfOther) return 'aliasOfOther';
  return facts.isSharedWithActive ? 'alias' : 'rename';
}
