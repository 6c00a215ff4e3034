import { describe, expect, it } from '@jest/globals';
import { campaignCreatedMessage } from './campaign-created-message';

describe('the message about a new campaign', () => {
  const fundraiser = { current: '275.00', startDate: '2025-03-01' };

  it('contains the amount of the donations that the campaign already has', () => {
    expect(campaignCreatedMessage(fundraiser, '250.00')).toBe(
      'The fundraising campaign has been created. ' +
        'It already has $25.00 in donations since March 1, 2025.',
    );
    expect(campaignCreatedMessage(fundraiser, undefined)).toContain('$275.00');
  });

  it('does not mention donations if there is only the opening amount', () => {
    expect(campaignCreatedMessage(fundraiser, '275.00')).toBe(
      'The fundraising campaign has been created.',
    );
  });
});
