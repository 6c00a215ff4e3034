import { describe, expect, it } from '@jest/globals';
import { addEntry, removeEntry, reorderEntries, replaceEntry } from './list-changes.js';

interface Entry {
  question: string;
  answer: string;
}

const when: Entry = { question: 'When?', answer: 'On Sunday.' };
const where: Entry = { question: 'Where?', answer: 'At church.' };
const who: Entry = { question: 'Who?', answer: 'Everybody.' };

describe('a change of a list that another user has changed meanwhile', () => {
  it('keeps the entry of the other user when an entry is added', () => {
    expect(addEntry(who)([when, where])).toEqual([when, where, who]);
  });

  it('replaces the entry that the user has seen, wherever it is now', () => {
    const later = { ...when, answer: 'On Sunday at ten.' };
    expect(replaceEntry(when, later)([where, when])).toEqual([where, later]);
  });

  it('replaces and removes no entry that the other user has changed or deleted', () => {
    const changed = { ...when, answer: 'On Saturday.' };
    expect(replaceEntry(when, who)([changed])).toBeNull();
    expect(removeEntry(when)([changed])).toBeNull();
    expect(removeEntry(when)([])).toBeNull();
  });

  it('removes only the entry that the user has seen', () => {
    expect(removeEntry(when)([where, when, who])).toEqual([where, who]);
  });

  it('sorts the list only if it has the entries that the user has seen', () => {
    const sort = reorderEntries([when, where], [where, when]);
    expect(sort([when, where])).toEqual([where, when]);
    expect(sort([when, where, who])).toBeNull();
  });
});
