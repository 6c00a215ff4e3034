import { useCallback, useEffect, useRef, useState } from 'react';
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
) {
  const unwritten = useRef<number | null>(null);
  const { subscribe, getValues } = form;
  const { isDirty } = form.formState;

  useEffect(() => {
    if (key === null || !isDirty) return;
    const write = () => {
      if (unwritten.current === null) return;
      window.clearTimeout(unwritten.current);
      unwritten.current = null;
      saveDraft(key, getValues());
    };
    const later = () => {
      window.clearTimeout(unwritten.current ?? undefined);
      unwritten.current = window.setTimeout(write, writeDelay);
    };
    later();
    const stop = subscribe({ formState: { values: true }, callback: later });
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

/**
 * Stores what is typed in the form on this device, and offers the draft of an earlier visit.
 * @param name names the form and the item that it edits
 */
export function useDraft<In extends FieldValues, Context, Out>(
  form: UseFormReturn<In, Context, Out>,
  name: string,
): FormDraft {
  const { data: user } = useQuery(userQuery);
  const key = user ? draftKey(user, name) : null;
  const [offered, setOffered] = useState(() => (key === null ? null : readDraft(key)));
  const forgetChange = useStoredValues(form, key);
  const { getValues, reset } = form;

  const drop = useCallback(() => {
    forgetChange();
    setOffered(null);
    if (key !== null) dropDraft(key);
  }, [key, forgetChange]);
  const restore = useCallback(() => {
    if (offered) reset({ ...getValues(), ...(offered.values as In) }, { keepDefaultValues: true });
    setOffered(null);
  }, [offered, reset, getValues]);
  return { offered, restore, drop };
}
