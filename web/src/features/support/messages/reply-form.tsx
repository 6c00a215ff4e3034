import { useForm, useWatch } from 'react-hook-form';
import { Send } from 'lucide-react';
import type { ReplyInput } from '#libs/contracts';
import { Button } from '../../../components/ui/button';
import { Field } from '../../../components/ui/form/field';
import { Textarea } from '../../../components/ui/form/input';
import { LeaveGuard } from '../../../components/ui/form/leave-guard';
import { lazyResolver } from '../../../lib/forms/lazy-resolver';
import { setServerIssues } from '../../../lib/forms/server-issues';
import { countOf } from './count-of';
import { useReply } from './messages';

const schema = () => import('./reply-resolver');
const resolver = lazyResolver(schema);

/** The form for the only answer to a message. */
export default function ReplyForm({ id, name }: { id: string; name: string }) {
  const send = useReply(id);
  const form = useForm<ReplyInput>({ resolver, defaultValues: { reply: '' } });
  const { register, handleSubmit, formState } = form;
  const typed = useWatch({ control: form.control, name: 'reply' });
  const submit = handleSubmit((values) => {
    if (!send.isPending)
      send.mutate(values, { onError: (error) => void setServerIssues(form, error) });
  });
  return (
    <form
      onSubmit={(event) => void submit(event)}
      onFocus={() => void schema()}
      noValidate
      className="space-y-3"
    >
      {formState.isDirty && !send.isSuccess && <LeaveGuard />}
      <Field
        label={name ? `Reply to ${name}` : 'Reply'}
        error={formState.errors.reply?.message}
        help={`You can answer once. ${countOf(typed, 1000)}`}
      >
        {(control) => <Textarea {...control} rows={5} {...register('reply')} />}
      </Field>
      <Button type="submit" variant="primary" pending={send.isPending} pendingLabel="Sending...">
        <Send aria-hidden className="size-4" />
        Send Reply
      </Button>
    </form>
  );
}
