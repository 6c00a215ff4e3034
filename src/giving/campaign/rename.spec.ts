import { describe, expect, it } from '@jest/globals';
import { decideRename, type RenameFacts } from './rename.js';

const facts: RenameFacts = {
  campaignId: 'roof',
  holderId: null,
  isGeneralFund: false,
  becomesGeneralFund: false,
  hasDonations: true,
  isSharedWithActive: false,
  isAliasOfOther: false,
};

describe('a new title of a fundraiser', () => {
  it.each<[title: string, changes: Partial<RenameFacts>, decision: string]>([
    ['renames its campaign', {}, 'rename'],
    ['renames a campaign without donations', { hasDonations: false }, 'rename'],
    ['does not change a campaign that already has the title', { holderId: 'roof' }, 'keep'],
    [
      'becomes an alias if another active fundraiser has the campaign',
      { isSharedWithActive: true },
      'alias',
    ],
    ['is refused if it is an alias of another campaign', { isAliasOfOther: true }, 'aliasOfOther'],
    [
      'is refused if it is an alias of another campaign and the campaign is shared',
      { isAliasOfOther: true, isSharedWithActive: true },
      'aliasOfOther',
    ],
    ['is refused if both campaigns have donations', { holderId: 'm' }, 'bothHaveDonations'],
    [
      'moves the fundraiser to the other campaign if its own has no donations',
      { holderId: 'm', hasDonations: false },
      'move',
    ],
    ['cannot rename the General Fund', { isGeneralFund: true }, 'generalFund'],
    [
      'moves the fundraiser away from a General Fund without donations',
      { isGeneralFund: true, hasDonations: false },
      'move',
    ],
    [
      'cannot be General Fund if the campaign has donations',
      { becomesGeneralFund: true },
      'bothHaveDonations',
    ],
    [
      'moves the fundraiser to the General Fund, even if that does not exist yet',
      { becomesGeneralFund: true, hasDonations: false },
      'move',
    ],
  ])('%s', (_title, changes, decision) => {
    expect(decideRename({ ...facts, ...changes })).toBe(decision);
  });
});
