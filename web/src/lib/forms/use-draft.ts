import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { type Draft, draftKey, dropDraft, saveDraft, readDraft } from './drafts';
import { userQuery } from '../queries/user';

export interface FormDraft {
  /** The draft of an earlier visit, until the user restores or discards it. */
  offered: Draft | null;
  restore: () => void;
  /** Deletes the draft, after saving or because the user discards it. */
  drop: () => void;
}

/**
 * The delay before a change is stored, in milliseconds. Storing with every key would slow down
 * typing.
 */
const writeDelay = 400;

/** The version of an item that a form edits. A draft contains the version that it is based on. */
export interface DraftVersion {
  /** Returns the version that the user has seen. */
  read: () => number | undefined;
  /** Receives the version that a restored draft is based on. */
  onRestored: (version: number) => void;
}

/** The draft of a form in a dialog, and `leave`, which deletes the draft and closes the dialog. */
export function useDialogDraft<In extends FieldValues, Context, Out>(
  form: UseFormReturn<In, Context, Out>,
  name: string,
  onClose: () => void,
): { draft: FormDraft; leave: () => void } {
  const draft = useDraft(form, name);
  const leave = () => {
    draft.drop();
    onClose();
  };
  return { draft, leave };
}

/**
 * Stores the values of a form on this device after each change, and when the page is left.
 * @returns a function that forgets a change which is not stored yet
 */
function useStoredValues<In extends FieldValues, Context, Out>(
  form: UseFormReturn<In, Context, Out>,
  key: string | null,
  readVersion: () => number | undefined,
) {
  const unwritten = useRef<number | null>(null);
  const { subscribe, getValues } = form;
  const { isDirty } = form.formState;
  const version = useEffectEvent(readVersion);

  useEffect(() => {
    if (key === null || !isDirty) return;
    const write = () => {
      if (unwritten.current === null) return;
      window.clearTimeout(unwritten.current);
      unwritten.current = null;
      saveDraft(key, getValues(), version());
    };
    const writeLater = () => {
      window.clearTimeout(unwritten.current ?? undefined);
      unwritten.current = window.setTimeout(write, writeDelay);
    };
    writeLater();
    const stop = subscribe({ formState: { values: true }, callback: writeLater });
    // The last event at which a page can still store something, also on a phone.
    window.addEventListener('pagehide', write);
    return () => {
      stop();
      write();
      window.removeEventListener('pagehide', write);
    };
  }, [key, isDirty, subscribe, getValues]);
  return useCallback(() => {
    window.clearTimeout(unwritten.current ?? undefined);
    unwritten.current = null;
  }, []);
}

const noVersion: DraftVersion = { read: () => undefined, onRestored: () => undefined };

/**
 * Stores what is typed in the form on this device, and offers the draft of an earlier visit.
 * @param name names the form and the item that it edits
 */
export function useDraft<In extends FieldValues, Context, Out>(
  form: UseFormReturn<In, Context, Out>,
  name: string,
  version: DraftVersion = noVersion,
): FormDraft {
  const { data: user } = useQuery(userQuery);
  const key = user ? draftKey(user, name) : null;
  const [offered, setOffered] = useState(() => (key === null ? null : readDraft(key)));
  const forgetChange = useStoredValues(form, key, version.read);
  const { getValues, reset } = form;
  const { onRestored } = version;

  const drop = useCallback(() => {
    forgetChange();
    setOffered(null);
    if (key !== null) dropDraft(key);
  }, [key, forgetChange]);
  const restore = useCallback(() => {
    if (offered) reset({ ...getValues(), ...(offered.values as In) }, { keepDefaultValues: true });
    if (offered?.version !== undefined) onRestored(offered.version);
    setOffered(null);
  }, [offered, reset, getValues, onRestored]);
  return { offered, restore, drop };
}
