import { useRef, useState } from 'react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { SettingKey, Settings } from '#libs/contracts';
import { currentOf } from '../../../lib/forms/stale-version';
import { toast, toastError } from '../../../lib/toast';
import {
  addEntry,
  type ListChange,
  removeEntry,
  reorderEntries,
  replaceEntry,
} from './list-changes';
import { saveSettings, type SaveWords } from './site';

/** The open dialog of a list, with the entry as it was when the dialog was opened. */
export type ListDialog<Entry> =
  | { kind: 'add' }
  | { kind: 'edit'; index: number; entry: Entry }
  | { kind: 'delete'; entry: Entry }
  | null;

/** Thrown if another user has changed what the user wanted to change. */
class EntryChanged extends Error {}

interface SettingListOptions<Entry> {
  key: SettingKey;
  settings: Settings;
  /** Returns the entries of the list in saved settings. */
  toEntries: (settings: Settings) => readonly Entry[];
  words: SaveWords;
}

/**
 * Edits a setting that is a list. Every change sends the complete list. If another user has saved
 * the list meanwhile, the change is applied to the saved list.
 */
export function useSettingList<Entry>({
  key,
  settings,
  toEntries,
  words,
}: SettingListOptions<Entry>) {
  const client = useQueryClient();
  const [dialog, setDialog] = useState<ListDialog<Entry>>(null);
  const entries = toEntries(settings);
  const saving = useMutation({
    mutationFn: async (change: ListChange<Entry>) => {
      for (let savedSettings = settings; ;) {
        const changed = change(toEntries(savedSettings));
        if (!changed) throw new EntryChanged();
        try {
          return await saveSettings(
            client,
            { [key]: JSON.stringify(changed) },
            savedSettings.versions,
          );
        } catch (error) {
          const otherChange = currentOf(error) as Settings | null;
          if (!otherChange) throw error;
          savedSettings = otherChange;
        }
      }
    },
    onSuccess: () => toast(...words.done),
    onError: (error) =>
      error instanceof EntryChanged
        ? toastError(entryChanged, undefined, words.failed[0])
        : toastError(words.failed[1], error, words.failed[0]),
  });
  const close = () => setDialog(null);
  // Two clicks may both be handled before the first request is sent.
  const isSaving = useRef(false);
  const apply = (change: ListChange<Entry>, onSuccess: () => void = close) => {
    if (isSaving.current) return;
    isSaving.current = true;
    saving.mutate(change, { onSuccess, onSettled: () => void (isSaving.current = false) });
  };
  return {
    dialog,
    setDialog,
    close,
    pending: saving.isPending,
    entries,
    order: (reordered: readonly Entry[]) => apply(reorderEntries(entries, reordered)),
    remove: (oldEntry: Entry) => apply(removeEntry(oldEntry)),
    /** Replaces the entry `oldEntry` with `entry`, or adds `entry` if `oldEntry` is null. */
    keep: (oldEntry: Entry | null, entry: Entry, onSuccess: () => void) =>
      apply(oldEntry === null ? addEntry(entry) : replaceEntry(oldEntry, entry), onSuccess),
  };
}

const entryChanged =
  'Somebody else has changed this list meanwhile. Your change was not saved. The list shows what ' +
  'is saved now.';
