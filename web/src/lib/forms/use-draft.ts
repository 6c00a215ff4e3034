import { useCallback, useEffect, useRef, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { type Draft, draftKey, dropDraft, saveDraft, readDraft } from './drafts';
import { userQuery } from '../queries/user';

export interface FormDraft {
  /** What was left behind the last time, until it is taken or thrown away. */
  offered: Draft | null;
  restore: () => void;
  /** Saved, or thrown away on purpose: nothing is kept anymore. */
  drop: () => void;
}

/** Writing to the disk with every key would be felt. */
const writeDelay = 400;

/** Of a form in a dialog: its draft, and `leave`, which closes the dialog and keeps nothing of it. */
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

/** Keeps what is typed in the form on this device, and offers what was left there the last time. @param name of the form and the thing it edits */
export function useDraft<In extends FieldValues, Context, Out>(
  form: UseFormReturn<In, Context, Out>,
  name: string,
): FormDraft {
  const { data: user } = useQuery(userQuery);
  const key = user ? draftKey(user, name) : null;
  const [offered, setOffered] = useState(() => (key === null ? null : readDraft(key)));
  const unwritten = useRef<number | null>(null);
  const { subscribe, getValues, reset } = form;
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
    // the last moment at which a page can still write, also on a phone
    window.addEventListener('pagehide', write);
    return () => {
      stop();
      write();
      window.removeEventListener('pagehide', write);
    };
  }, [key, isDirty, subscribe, getValues]);

  const drop = useCallback(() => {
    window.clearTimeout(unwritten.current ?? undefined);
    unwritten.current = null;
    setOffered(null);
    if (key !== null) dropDraft(key);
  }, [key]);
  const restore = useCallback(() => {
    if (offered) reset({ ...getValues(), ...(offered.values as In) }, { keepDefaultValues: true });
    setOffered(null);
  }, [offered, reset, getValues]);
  return { offered, restore, drop };
}
