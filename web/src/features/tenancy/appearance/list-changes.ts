/**
 * A change of a list that is saved as one setting. It is applied to what is saved, which may differ
 * from what the user has seen. Returns null if it cannot be applied without losing a change of
 * another user.
 */
export type ListChange<Entry> = (savedEntries: readonly Entry[]) => Entry[] | null;

const isSame = (first: unknown, second: unknown): boolean =>
  JSON.stringify(first) === JSON.stringify(second);

const indexIn = <Entry>(savedEntries: readonly Entry[], entry: Entry): number =>
  savedEntries.findIndex((savedEntry) => isSame(savedEntry, entry));

/** Adds an entry at the end. */
export const addEntry =
  <Entry>(added: Entry): ListChange<Entry> =>
  (savedEntries) => [...savedEntries, added];

/** Replaces an entry, unless another user has changed or deleted it. */
export const replaceEntry =
  <Entry>(oldEntry: Entry, replacement: Entry): ListChange<Entry> =>
  (savedEntries) => {
    const index = indexIn(savedEntries, oldEntry);
    return index < 0 ? null : savedEntries.with(index, replacement);
  };

/** Removes an entry, unless another user has changed or deleted it. */
export const removeEntry =
  <Entry>(oldEntry: Entry): ListChange<Entry> =>
  (savedEntries) => {
    const index = indexIn(savedEntries, oldEntry);
    return index < 0 ? null : savedEntries.toSpliced(index, 1);
  };

/** Saves the entries in another order, unless another user has changed the list. */
export const reorderEntries =
  <Entry>(oldEntries: readonly Entry[], reordered: readonly Entry[]): ListChange<Entry> =>
  (savedEntries) =>
    isSame(savedEntries, oldEntries) ? [...reordered] : null;
