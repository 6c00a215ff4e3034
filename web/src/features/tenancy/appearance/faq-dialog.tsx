import { useForm } from 'react-hook-form';
import type { FaqEntry } from '#libs/contracts';
import { Dialog, DialogForm } from '../../../components/ui/overlay/dialog';
import { DraftNote } from '../../../components/ui/form/draft-note';
import { Field } from '../../../components/ui/form/field';
import { Input, Textarea } from '../../../components/ui/form/input';
import { lazyResolver } from '../../../lib/forms/lazy-resolver';
import { useDraft } from '../../../lib/forms/use-draft';

const resolver = lazyResolver<FaqEntry, FaqEntry>(() => import('./faq-resolver'));

export interface FaqDialogProps {
  entry: FaqEntry | null;
  /** The name of its form draft. */
  name: string;
  pending: boolean;
  onClose: () => void;
  onSave: (entry: FaqEntry, done: () => void) => void;
}

/** The form of one question with its answer. */
export default function FaqDialog({ entry, name, pending, onClose, onSave }: FaqDialogProps) {
  const form = useForm<FaqEntry>({
    resolver,
    defaultValues: { question: entry?.question ?? '', answer: entry?.answer ?? '' },
  });
  const draft = useDraft(form, name);
  const { register, handleSubmit, formState } = form;
  const leave = () => {
    draft.drop();
    onClose();
  };
  const submit = handleSubmit((values) => onSave(values, leave));
  return (
    <Dialog
      open
      onOpenChange={leave}
      title={entry ? 'Edit Question' : 'Add Question'}
      dirty={formState.isDirty && !pending}
    >
      <DialogForm
        onSubmit={(event) => void submit(event)}
        onCancel={leave}
        submit="Save Question"
        pending={pending}
        pendingLabel="Saving..."
      >
        <DraftNote draft={draft} />
        <Field label="Question" error={formState.errors.question?.message}>
          {(props) => <Input {...props} autoComplete="off" {...register('question')} />}
        </Field>
        <Field label="Answer" error={formState.errors.answer?.message}>
          {(props) => <Textarea {...props} rows={5} {...register('answer')} />}
        </Field>
      </DialogForm>
    </Dialog>
  );
}
