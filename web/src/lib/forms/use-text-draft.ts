import { useCallback, useEffect, useRef, useState } from 'react';
import { type Draft, draftKey, type DraftOwner, dropDraft, saveDraft, readDraft } from './drafts';
import type { FormDraft } from './use-draft';

/** Writing to the disk with every key would be felt. */
const writeDelay = 400;

export interface TextDraftOptions {
  /** Of the box and what it belongs to. */
  name: string;
  text: string;
  /** What is for nobody else's eyes is never written to this device, and what was is taken away again. */
  isKept: boolean;
  onRestore: (text: string) => void;
}

/** What `useDraft` does for forms, for one box of text: without the library of forms, where a page has nothing else to fill in. */
export function useTextDraft(
  owner: DraftOwner,
  { name, text, isKept, onRestore }: TextDraftOptions,
): FormDraft {
  const key = draftKey(owner, name);
  const [offered, setOffered] = useState<Draft | null>(() => readDraft(key));
  const [isTouched, setTouched] = useState(false);
  if (text !== '' && !isTouched) setTouched(true);
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
    // the last moment at which a page can still write, also on a phone
    window.addEventListener('pagehide', write);
    return () => {
      write();
      window.removeEventListener('pagehide', write);
    };
  }, []);

  const drop = useCallback(() => {
    unwritten.current = null;
    setOffered(null);
    dropDraft(key);
  }, [key]);
  const restore = () => {
    const { message } = (offered?.values ?? {}) as { message?: unknown };
    if (typeof message === 'string') onRestore(message);
    setOffered(null);
  };
  return { offered, restore, drop };
}
