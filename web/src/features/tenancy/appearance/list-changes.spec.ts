import { describe, expect, it } from '@jest/globals';
import { addEntry, removeEntry, reorderEntries, replaceEntry } from './list-changes.js';

interface Entry {
  question: string;
  answer: string;
}

const time: Entry = { question: 'When?', answer: 'On Sunday.' };
const place: Entry = { question: 'Where?', answer: 'At church.' };
const people: Entry = { question: 'Who?', answer: 'Everybody.' };

describe('a change of a list that another user has changed meanwhile', () => {
  it('keeps the entry of the other user when an entry is added', () => {
    expect(addEntry(people)([time, place])).toEqual([time, place, people]);
  });

  it('replaces the entry that the user has seen, wherever it is now', () => {
    const changedEntry = { ...time, answer: 'On Sunday at ten.' };
    expect(replaceEntry(time, changedEntry)([place, time])).toEqual([place, changedEntry]);
  });

  it('replaces and removes no entry that the other user has changed or deleted', () => {
    const changed = { ...time, answer: 'On Saturday.' };
    expect(replaceEntry(time, people)([changed])).toBeNull();
    expect(removeEntry(time)([changed])).toBeNull();
    expect(removeEntry(time)([])).toBeNull();
  });

  it('removes only the entry that the user has seen', () => {
    expect(removeEntry(time)([place, time, people])).toEqual([place, people]);
  });

  it('sorts the list only if it has the entries that the user has seen', () => {
    const sort = reorderEntries([time, place], [place, time]);
    expect(sort([time, place])).toEqual([place, time]);
    expect(sort([time, place, people])).toBeNull();
  });
});
