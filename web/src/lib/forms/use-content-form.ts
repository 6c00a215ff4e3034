import { type BaseSyntheticEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { type DefaultValues, type FieldValues, type Resolver, useForm } from 'react-hook-form';
import { contentWords } from '../content/content-words';
import type { ContentKind, ContentKinds } from '../queries/content-lists';
import type { ContentBody } from '../content/change-content';
import { setServerIssues } from './server-issues';
import { toastError } from '../toast';
import { useDraft } from './use-draft';
import { useIdempotencyKey } from './use-idempotency-key';

export interface ContentFormOptions<Kind extends ContentKind, In extends FieldValues, Out> {
  kind: Kind;
  /** The id of the edited item; null for a new item. */
  id: string | null;
  defaults: In;
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

/**
 * The form of one content item. It validates the values, keeps a draft, submits once, and shows
 * errors of the server at their fields.
 */
export function useContentForm<Kind extends ContentKind, In extends FieldValues, Out>({
  kind,
  id,
  defaults,
  resolver,
  toBody,
  onSaved,
}: ContentFormOptions<Kind, In, Out>) {
  const form = useForm<In, unknown, Out>({
    resolver,
    defaultValues: defaults as DefaultValues<In>,
  });
  const draft = useDraft(form, `${kind}.${id ?? 'new'}`);
  const client = useQueryClient();
  const keys = useIdempotencyKey();
  const [pending, setPending] = useState(false);
  const [data, setData] = useState<ContentKinds[Kind]>();
  const isSending = useRef(false);
  const { isDirty, dirtyFields } = form.formState;
  const words = contentWords[kind];
  const send = async (values: Out) => {
    // Two clicks may both pass validation before the first request is sent.
    if (isSending.current) return;
    isSending.current = true;
    setPending(true);
    const body = toBody
      ? toBody(values, dirtyFields as Partial<Record<keyof In, unknown>>)
      : values;
    try {
      const failure = words.failed[id === null ? 'create' : 'update'];
      const { runMutation, savingContent } = await loadSaving(failure);
      const savedItem = await runMutation(client, savingContent(client, kind, words, keys), {
        id,
        body: body as ContentBody,
      });
      draft.drop();
      setData(savedItem as ContentKinds[Kind]);
    } catch (error) {
      isSending.current = false;
      setServerIssues(form, error);
    } finally {
      setPending(false);
    }
  };
  const submit = (event?: BaseSyntheticEvent) =>
    void form.handleSubmit((values) => void send(values))(event);
  // This is an effect, because by then the form no longer asks before the user leaves the page.
  const reportSaved = useEffectEvent(onSaved);
  useEffect(() => {
    if (data) reportSaved(data);
  }, [data]);
  return { form, draft, submit, pending, dirty: isDirty && !pending && data === undefined };
}

/** The form of a content item, with its draft and the state of its submission. */
export type ContentForm<In extends FieldValues, Out> = Pick<
  ReturnType<typeof useContentForm<ContentKind, In, Out>>,
  'form' | 'draft' | 'submit' | 'pending' | 'dirty'
>;
