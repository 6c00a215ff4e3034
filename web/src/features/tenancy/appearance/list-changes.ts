/**
 * A change of a list that is saved as one setting. It is applied to what is saved, which may differ
 * from what the user has seen. Returns null if it cannot be applied without losing a change of
 * another user.
 */
export type ListChange<Entry> = (saved: readonly Entry[]) => Entry[] | null;

const isSame = (first: unknown, second: unknown): boolean =>
  JSON.stringify(first) === JSON.stringify(second);

const indexIn = <Entry>(saved: readonly Entry[], entry: Entry): number =>
  saved.findIndex((savedEntry) => isSame(savedEntry, entry));

/** Adds an entry at the end. */
export const addEntry =
  <Entry>(added: Entry): ListChange<Entry> =>
  (saved) => [...saved, added];

/** Replaces an entry, unless another user has changed or deleted it. */
export const replaceEntry =
  <Entry>(oldEntry: Entry, replacement: Entry): ListChange<Entry> =>
  (saved) => {
    const index = indexIn(saved, oldEntry);
    return index < 0 ? null : saved.with(index, replacement);
  };

/** Removes an entry, unless another user has changed or deleted it. */
export const removeEntry =
  <Entry>(oldEntry: Entry): ListChange<Entry> =>
  (saved) => {
    const index = indexIn(saved, oldEntry);
    return index < 0 ? null : saved.toSpliced(index, 1);
  };

/** Saves the entries in another order, unless another user has changed the list. */
export const reorderEntries =
  <Entry>(oldEntries: readonly Entry[], reordered: readonly Entry[]): ListChange<Entry> =>
  (saved) =>
    isSame(saved, oldEntries) ? [...reordered] : null;
