import { useNavigate } from '@tanstack/react-router';
import { useForm } from 'react-hook-form';
import { lazyResolver } from '../../lib/forms/lazy-resolver';
import { useCreateTicket } from '../../lib/create-ticket';
import { setServerIssues } from '../../lib/forms/server-issues';
import type { QuestionValues } from './ask-gift-values';
import { Dialog, DialogForm } from '../ui/overlay/dialog';
import { Field } from '../ui/form/field';
import { Input, Textarea } from '../ui/form/input';

const resolver = lazyResolver<QuestionValues, QuestionValues>(() => import('./ask-gift-resolver'));

/**
 * Creates a ticket about one donation and opens it. The ticket does not contain the amount; it is
 * loaded when the ticket is shown.
 */
export default function AskGiftDialog({
  id,
  giftText,
  onClose,
}: {
  id: string;
  giftText: string;
  onClose: () => void;
}) {
  const ask = useCreateTicket();
  const navigate = useNavigate();
  const form = useForm<QuestionValues, unknown, QuestionValues>({
    resolver,
    defaultValues: { subject: 'A question about my gift', description: '' },
  });
  const { register, handleSubmit, formState } = form;
  const { errors } = formState;
  const submit = handleSubmit((values) => {
    if (ask.isPending) return;
    ask.mutate(
      { ...values, donationId: id },
      {
        onSuccess: (ticket) => {
          onClose();
          void navigate({ to: '/support/$id', params: { id: ticket.id } });
        },
        onError: (error) => void setServerIssues(form, error),
      },
    );
  });
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Ask about this gift"
      description={`${giftText}. Only you and the bookkeeper see the amount.`}
      dirty={formState.isDirty && !ask.isPending && !ask.isSuccess}
    >
      <DialogForm
        onSubmit={(event) => void submit(event)}
        onCancel={onClose}
        submit="Send question"
        pending={ask.isPending}
        pendingLabel="Sending..."
      >
        <Field label="Subject" error={errors.subject?.message}>
          {(control) => <Input {...control} autoComplete="off" {...register('subject')} />}
        </Field>
        <Field
          label="Description"
          help="What is wrong, and how it should be."
          error={errors.description?.message}
        >
          {(control) => <Textarea {...control} rows={5} {...register('description')} />}
        </Field>
      </DialogForm>
    </Dialog>
  );
}
