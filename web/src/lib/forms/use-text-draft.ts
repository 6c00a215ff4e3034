import { useCallback, useEffect, useRef, useState } from 'react';
import { type Draft, draftKey, type DraftOwner, dropDraft, saveDraft, readDraft } from './drafts';
import type { FormDraft } from './use-draft';

/**
 * The delay before a change is stored, in milliseconds. Storing with every key would slow down
 * typing.
 */
const writeDelay = 400;

export interface TextDraftOptions {
  /** Names the text field and the item that it belongs to. */
  name: string;
  text: string;
  /**
   * False for confidential text: it is never stored on this device, and a stored draft is deleted.
   */
  isKept: boolean;
  onRestore: (text: string) => void;
}

/**
 * Stores a text on this device after each change, and when the page is left.
 * @returns a function that forgets a change which is not stored yet
 */
function useStoredText(
  key: string,
  { text, isKept, isTouched }: { text: string; isKept: boolean; isTouched: boolean },
) {
  const unwritten = useRef<(() => void) | null>(null);

  useEffect(() => {
    if (!isTouched) return;
    if (!isKept || text.trim() === '') {
      unwritten.current = null;
      dropDraft(key);
      return;
    }
    const write = () => {
      unwritten.current = null;
      saveDraft(key, { message: text });
    };
    unwritten.current = write;
    const timer = window.setTimeout(write, writeDelay);
    return () => window.clearTimeout(timer);
  }, [key, text, isKept, isTouched]);

  useEffect(() => {
    const write = () => unwritten.current?.();
    // The last event at which a page can still store something, also on a phone.
    window.addEventListener('pagehide', write);
    return () => {
      write();
      window.removeEventListener('pagehide', write);
    };
  }, []);
  return useCallback(() => {
    unwritten.current = null;
  }, []);
}

/** Does the same as `useDraft` for a single text field, without the form library. */
export function useTextDraft(
  owner: DraftOwner,
  { name, text, isKept, onRestore }: TextDraftOptions,
): FormDraft {
  const key = draftKey(owner, name);
  const [offered, setOffered] = useState<Draft | null>(() => readDraft(key));
  const [isTouched, setTouched] = useState(false);
  if (text !== '' && !isTouched) setTouched(true);
  const forgetChange = useStoredText(key, { text, isKept, isTouched });

  const drop = useCallback(() => {
    forgetChange();
    setOffered(null);
    dropDraft(key);
  }, [key, forgetChange]);
  const restore = () => {
    const { message } = (offered?.values ?? {}) as { message?: unknown };
    if (typeof message === 'string') onRestore(message);
    setOffered(null);
  };
  return { offered, restore, drop };
}
