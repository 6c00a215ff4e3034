import { describe, expect, it } from '@jest/globals';
import { changedFields } from './changed-fields';

describe('an edit in a form', () => {
  const before = {
    title: 'Roof',
    description: 'A dry house for all',
    goal: '5000.00',
    startDate: '2025-01-01',
    endDate: null as string | null,
    isActive: true,
  };

  it('sends nothing if nothing changed', () => {
    expect(changedFields(before, { ...before })).toEqual({});
  });

  it('sends only the fields that changed', () => {
    const after: typeof before = {
      ...before,
      goal: '6000.00',
      endDate: '2025-12-31',
      isActive: false,
    };
    expect(changedFields(before, after)).toEqual({
      goal: '6000.00',
      endDate: '2025-12-31',
      isActive: false,
    });
    expect(changedFields(after, before)).toMatchObject({ endDate: null });
  });
});
