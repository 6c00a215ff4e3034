import { describe, expect, it } from '@jest/globals';
import { createdText } from './created-text';

describe('the message about a new campaign', () => {
  const saved = { current: '275.00', startDate: '2025-03-01' };

  it('contains the amount of the donations that the campaign already has', () => {
    expect(createdText(saved, '250.00')).toBe(
      'The fundraising campaign has been created. ' +
        'It already has $25.00 in donations since March 1, 2025.',
    );
    expect(createdText(saved, undefined)).toContain('$275.00');
  });

  it('does not mention donations if there is only the opening amount', () => {
    expect(createdText(saved, '275.00')).toBe('The fundraising campaign has been created.');
  });
});
