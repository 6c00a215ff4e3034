import { describe, expect, it } from '@jest/globals';
import { dividePeriods } from './periods.js';

const fundraiser = (fundraiserId: string, startsOn: string) => ({ fundraiserId, startsOn });

describe('the periods of the fundraisers of a campaign', () => {
  it('have no end if there is only one fundraiser', () => {
    expect(dividePeriods([fundraiser('a', '2025-01-01')])).toEqual([
      { fundraiserId: 'a', startsOn: '2025-01-01', endsBefore: null },
    ]);
    expect(dividePeriods([])).toEqual([]);
  });

  it('end when the next fundraiser starts, regardless of the order of creation', () => {
    const periods = dividePeriods([
      fundraiser('a', '2026-01-01'),
      fundraiser('b', '2024-06-15'),
      fundraiser('c', '2025-01-01'),
    ]);
    expect(periods).toEqual([
      { fundraiserId: 'b', startsOn: '2024-06-15', endsBefore: '2025-01-01' },
      { fundraiserId: 'c', startsOn: '2025-01-01', endsBefore: '2026-01-01' },
      { fundraiserId: 'a', startsOn: '2026-01-01', endsBefore: null },
    ]);
  });

  it('are empty for all but the newest of the fundraisers that start on the same day', () => {
    const periods = dividePeriods([fundraiser('b', '2025-01-01'), fundraiser('a', '2025-01-01')]);
    expect(periods).toEqual([
      { fundraiserId: 'a', startsOn: '2025-01-01', endsBefore: '2025-01-01' },
      { fundraiserId: 'b', startsOn: '2025-01-01', endsBefore: null },
    ]);
  });
});
