import { type BaseSyntheticEvent, useEffect, useEffectEvent, useRef } from 'react';
import { type DefaultValues, type FieldValues, type Resolver, useForm } from 'react-hook-form';
import { useSaveContent } from './change-content';
import { contentWords } from './content-words';
import type { ContentKind, ContentKinds } from './queries/content-lists';
import { setServerIssues } from './server-issues';
import { useDraft } from './use-draft';

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
export function useContentForm<Kind extends ContentKind, In extends FieldValues, Out>({ kind, id, defaults, resolver, toBody, onSaved }: ContentFormOptions<Kind, In, Out>) {
  const form = useForm<In, unknown, Out>({ resolver, defaultValues: defaults as DefaultValues<In> });
  const draft = useDraft(form, `${kind}.${id ?? 'new'}`);
  const save = useSaveContent(kind, contentWords[kind]);
  const isSending = useRef(false);
  const { isDirty, dirtyFields } = form.formState;
  const send = (values: Out) => {
    // two clicks are judged at once, before the first of them is on its way
    if (isSending.current) return;
    isSending.current = true;
    const body = toBody ? toBody(values, dirtyFields as Partial<Record<keyof In, unknown>>) : values;
    save.mutate(
      { id, body },
      {
        onSuccess: draft.drop,
        onError: (error) => {
          isSending.current = false;
          setServerIssues(form, error);
        },
      },
    );
  };
  const submit = (event?: BaseSyntheticEvent) => void form.handleSubmit(send)(event);
  // in an effect: what guards the page against being left is gone by then
  const saved = useEffectEvent(onSaved);
  const { data } = save;
  useEffect(() => {
    if (data) saved(data);
  }, [data]);
  return { form, draft, submit, pending: save.isPending, dirty: isDirty && !save.isPending && !save.isSuccess };
}
