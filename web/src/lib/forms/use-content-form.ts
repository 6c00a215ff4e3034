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
  /** of what is edited; null for something new */
  id: string | null;
  defaults: In;
  resolver: Resolver<In, unknown, Out>;
  /** what is sent, where that is not what the resolver gives */
  toBody?: (values: Out, dirty: Partial<Record<keyof In, unknown>>) => unknown;
  onSaved: (saved: ContentKinds[Kind]) => void;
}

/** The form of one thing of content: checked, kept as a draft, sent once, and with what the server refuses at its field. */
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
    // two clicks are judged at once, before the first of them is on its way
    if (isSending.current) return;
    isSending.current = true;
    setPending(true);
    const body = toBody
      ? toBody(values, dirtyFields as Partial<Record<keyof In, unknown>>)
      : values;
    try {
      const { runMutation, savingContent } = await import('../content/change-content').catch(
        (error: unknown) => {
          toastError(words.failed[id === null ? 'create' : 'update'], error);
          throw error;
        },
      );
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
  // in an effect: what guards the page against being left is gone by then
  const saved = useEffectEvent(onSaved);
  useEffect(() => {
    if (data) saved(data);
  }, [data]);
  return { form, draft, submit, pending, dirty: isDirty && !pending && data === undefined };
}

/** The form of an item of content, with its draft and the state of its submission. */
export type ContentForm<In extends FieldValues, Out> = Pick<
  ReturnType<typeof useContentForm<ContentKind, In, Out>>,
  'form' | 'draft' | 'submit' | 'pending' | 'dirty'
>;
