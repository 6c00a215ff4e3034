import { type BaseSyntheticEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { type DefaultValues, type FieldValues, type Resolver, useForm } from 'react-hook-form';
import { contentWords } from '../content/content-words';
import type { ContentKind, ContentKinds } from '../queries/content-lists';
import type { ContentBody } from '../content/change-content';
import { setServerIssues } from './server-issues';
import { toast, toastError } from '../toast';
import { compareWithSaved, mergeChanges, type Refusal, refusalOf } from './content-conflict';
import { type DraftVersion, useDraft } from './use-draft';
import { useIdempotencyKey } from './use-idempotency-key';

export interface ContentFormOptions<Kind extends ContentKind, In extends FieldValues, Out> {
  kind: Kind;
  /** The edited item as it was loaded; null for a new item. */
  item: ContentKinds[Kind] | null;
  /** Returns the values of the form for an item; null for a new item. */
  toValues: (item: ContentKinds[Kind] | null) => In;
  resolver: Resolver<In, unknown, Out>;
  /** Returns the body to send, if it is not the output of the resolver. */
  toBody?: (values: Out, dirty: Partial<Record<keyof In, unknown>>) => unknown;
  onSaved: (reportSaved: ContentKinds[Kind]) => void;
}

/** Loads the code that saves content. @param failure the title of the notification if this fails */
const loadSaving = (failure: string) =>
  import('../content/change-content').catch((error: unknown) => {
    toastError(failure, error);
    throw error;
  });

/** Sends the body of a form once, and knows whether it is being sent. */
function useSendOnce<Kind extends ContentKind>(kind: Kind, id: string | null) {
  const client = useQueryClient();
  const keys = useIdempotencyKey();
  const [isPending, setPending] = useState(false);
  const isSending = useRef(false);
  const words = contentWords[kind];
  /** @returns the saved item; null if a request is being sent, or was successful */
  const send = async (version: number, body: unknown): Promise<ContentKinds[Kind] | null> => {
    // Two clicks may both pass validation before the first request is sent.
    if (isSending.current) return null;
    isSending.current = true;
    setPending(true);
    try {
      const failure = words.failed[id === null ? 'create' : 'update'];
      const { runMutation, savingContent } = await loadSaving(failure);
      const change = { id, version, body: body as ContentBody };
      const savedItem = await runMutation(client, savingContent(client, kind, words, keys), change);
      return savedItem as ContentKinds[Kind];
    } catch (error) {
      isSending.current = false;
      throw error;
    } finally {
      setPending(false);
    }
  };
  return { send, pending: isPending };
}

/**
 * Returns the version of an item that the user has seen. It stays when the item is loaded again
 * while the form is open, and a restored draft brings its own.
 */
function useSeenVersion(item: { version: number } | null) {
  const seenVersionRef = useRef(item?.version ?? 0);
  const [draftVersion] = useState<DraftVersion>(() => ({
    read: () => seenVersionRef.current,
    onRestored: (version) => void (seenVersionRef.current = version),
  }));
  return { seenVersionRef, draftVersion };
}

/**
 * The form of one content item. It validates the values, keeps a draft, submits once, shows errors
 * of the server at their fields, and shows both versions if another user has saved the item
 * meanwhile.
 */
export function useContentForm<Kind extends ContentKind, In extends FieldValues, Out>({
  kind,
  item,
  toValues,
  resolver,
  toBody,
  onSaved,
}: ContentFormOptions<Kind, In, Out>) {
  const id = item?.id ?? null;
  const form = useForm<In, unknown, Out>({
    resolver,
    defaultValues: toValues(item) as DefaultValues<In>,
  });
  const { seenVersionRef, draftVersion } = useSeenVersion(item);
  const draft = useDraft(form, `${kind}.${id ?? 'new'}`, draftVersion);
  const { send, pending } = useSendOnce(kind, id);
  const [savedItem, setSavedItem] = useState<ContentKinds[Kind]>();
  const [refusal, setRefusal] = useState<Refusal<ContentKinds[Kind]> | null>(null);
  const { isDirty, dirtyFields } = form.formState;
  const save = async (values: Out) => {
    const dirty = dirtyFields as Partial<Record<keyof In, unknown>>;
    try {
      const newItem = await send(seenVersionRef.current, toBody ? toBody(values, dirty) : values);
      if (!newItem) return;
      draft.drop();
      setSavedItem(newItem);
    } catch (error) {
      const otherChange = refusalOf<ContentKinds[Kind]>(error);
      if (otherChange) setRefusal(otherChange);
      else setServerIssues(form, error);
    }
  };
  const submit = (event?: BaseSyntheticEvent) =>
    void form.handleSubmit((values) => void save(values))(event);
  /** Continues with the version that the other user saved. */
  const acceptVersion = ({ saved }: Refusal<ContentKinds[Kind]>): In => {
    seenVersionRef.current = saved.version;
    setRefusal(null);
    return toValues(saved);
  };
  // `onSaved` may leave the page. It is called in an effect, because only after the next rendering
  // does the form no longer ask about unsaved changes.
  const reportSaved = useEffectEvent(onSaved);
  useEffect(() => {
    if (savedItem) reportSaved(savedItem);
  }, [savedItem]);
  const conflict = refusal && {
    conflict: compareWithSaved(form, refusal, toValues(refusal.saved)),
    kindName: contentWords[kind].one,
    pending,
    onClose: () => setRefusal(null),
    onKeepTheirs: () => {
      draft.drop();
      form.reset(acceptVersion(refusal));
      toast('Your Change Was Discarded', 'The form shows the version that is saved.');
    },
    onUseMine: () => {
      mergeChanges(form, acceptVersion(refusal));
      submit();
    },
  };
  const dirty = isDirty && !pending && savedItem === undefined;
  return { form, draft, submit, pending, dirty, conflict };
}

/** The form of a content item, with its draft and the state of its submission. */
export type ContentForm<In extends FieldValues, Out> = Pick<
  ReturnType<typeof useContentForm<ContentKind, In, Out>>,
  'form' | 'draft' | 'submit' | 'pending' | 'dirty' | 'conflict'
>;
