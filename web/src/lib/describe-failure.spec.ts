import { describe, expect, it } from '@jest/globals';
import { describeFailure } from './describe-failure.js';

describe('describeFailure', () => {
  const failed = 'Failed to update campaign. Please try again.';

  it.each([
    ['there was no answer', null],
    ['the server has a fault', 500],
    ['the server is away', 503],
    ['the request took too long', 408],
    ['there were too many requests', 429],
  ])('invites to try again if %s', (_case, status) => {
    expect(describeFailure(failed, status)).toBe(failed);
  });

  it.each([400, 403, 404, 409])('does not suggest trying again after status %i', (status) => {
    expect(describeFailure(failed, status)).toBe('Failed to update campaign.');
    expect(describeFailure('Failed to update campaign', status)).toBe('Failed to update campaign');
  });
});
