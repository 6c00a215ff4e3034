import { useState } from 'react';
import type { SettingKey } from '#libs/contracts';
import { type SaveWords, useSaveSettings } from './site';

/** The open dialog of a list. `index` null adds an entry. */
export type ListDialog =
  | { kind: 'edit'; index: number | null }
  | { kind: 'delete'; index: number }
  | null;

/** Edits a setting that is a list. Every change sends the complete list. */
export function useSettingList<Entry>(
  key: SettingKey,
  entries: readonly Entry[],
  words: SaveWords,
) {
  const save = useSaveSettings(words);
  const [dialog, setDialog] = useState<ListDialog>(null);
  const close = () => setDialog(null);
  const put = (next: readonly Entry[], onSuccess: () => void = close) => {
    if (!save.isPending) save.mutate({ [key]: JSON.stringify(next) }, { onSuccess });
  };
  return {
    dialog,
    setDialog,
    close,
    pending: save.isPending,
    order: put,
    remove: (index: number) => put(entries.filter((_, entryIndex) => entryIndex !== index)),
    keep: (index: number | null, entry: Entry, onSuccess: () => void) =>
      put(
        index === null
          ? [...entries, entry]
          : entries.map((one, entryIndex) => (entryIndex === index ? entry : one)),
        onSuccess,
      ),
  };
}
