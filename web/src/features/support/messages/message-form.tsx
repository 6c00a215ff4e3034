import { useForm, useWatch } from 'react-hook-form';
import { Send } from 'lucide-react';
import type { MessageInput } from '#libs/contracts';
import { Button } from '../../../components/button';
import { Card } from '../../../components/card';
import { Field } from '../../../components/field';
import { Input, Textarea } from '../../../components/input';
import { LeaveGuard } from '../../../components/leave-guard';
import { lazyResolver } from '../../../lib/lazy-resolver';
import { setServerIssues } from '../../../lib/server-issues';
import { countOf } from './count-of';
import { useSendMessage } from './messages';

const schema = () => import('./message-resolver');
const resolver = lazyResolver(schema);

/** Nothing of it is kept in the browser: what is for the pastor is for nobody at this computer. */
export function MessageForm() {
  const send = useSendMessage();
  const form = useForm<MessageInput>({ resolver, defaultValues: { subject: '', content: '' } });
  const { register, handleSubmit, formState, reset } = form;
  const { errors, isDirty } = formState;
  const typed = useWatch({ control: form.control, name: 'content' });
  const submit = handleSubmit((values) => {
    if (!send.isPending) send.mutate(values, { onSuccess: () => reset(), onError: (error) => void setServerIssues(form, error) });
  });
  return (
    <Card title="Write to your pastor" description="Your pastor usually answers within 24 to 48 hours. What you write is read by the pastor and the administrators of your church, and is in no e-mail.">
      {isDirty && <LeaveGuard />}
      <form onSubmit={(event) => void submit(event)} onFocus={() => void schema()} noValidate className="space-y-4">
        <Field label="Subject" error={errors.subject?.message}>
          {(control) => <Input {...control} autoComplete="off" {...register('subject')} />}
        </Field>
        <Field label="Message" error={errors.content?.message} help={countOf(typed, 1000)}>
          {(control) => <Textarea {...control} rows={7} {...register('content')} />}
        </Field>
        <Button type="submit" variant="primary" pending={send.isPending} pendingLabel="Sending...">
          <Send aria-hidden className="size-4" />
          Send Message
        </Button>
      </form>
    </Card>
  );
}
