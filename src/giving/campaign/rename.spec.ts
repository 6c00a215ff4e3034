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

describe('a fundraiser that gets another title', () => {
  it.each<[title: string, changes: Partial<RenameFacts>, decision: string]>([
    ['renames its campaign', {}, 'rename'],
    ['renames a campaign without donations', { hasDonations: false }, 'rename'],
    ['does not change a campaign that has the title already', { holderId: 'roof' }, 'keep'],
    ['adds an alias to a campaign of another active one', { isSharedWithActive: true }, 'alias'],
    ['is refused an alias of another campaign', { isAliasOfOther: true }, 'aliasOfOther'],
    [
      'is refused an alias of another campaign for a shared campaign, too',
      { isAliasOfOther: true, isSharedWithActive: true },
      'aliasOfOther',
    ],
    ['is refused if both campaigns have donations', { holderId: 'm' }, 'bothHaveDonations'],
    [
      'goes to the other campaign if its own has no donations',
      { holderId: 'm', hasDonations: false },
      'move',
    ],
    ['cannot rename the General Fund', { isGeneralFund: true }, 'generalFund'],
    ['leaves a General Fund that is empty', { isGeneralFund: true, hasDonations: false }, 'move'],
    [
      'cannot rename its campaign to General Fund',
      { becomesGeneralFund: true },
      'bothHaveDonations',
    ],
    [
      'goes to the General Fund, even if it is missing',
      { becomesGeneralFund: true, hasDonations: false },
      'move',
    ],
  ])('%s', (_title, changes, decision) => {
    expect(decideRename({ ...facts, ...changes })).toBe(decision);
  });
});
