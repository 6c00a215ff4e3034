import { useEffect } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { useForm, useWatch } from 'react-hook-form';
import { Send } from 'lucide-react';
import type { MessageInput, User } from '#libs/contracts';
import { Button } from '../../../components/ui/button';
import { Card } from '../../../components/ui/card';
import { Field } from '../../../components/ui/form/field';
import { CannotSaveNotice } from '../../../components/ui/form/cannot-save-notice';
import { Input, Textarea } from '../../../components/ui/form/input';
import { LeaveGuard } from '../../../components/ui/form/leave-guard';
import { lazyResolver } from '../../../lib/forms/lazy-resolver';
import { userQuery } from '../../../lib/queries/user';
import { setServerIssues } from '../../../lib/forms/server-issues';
import { countOf } from './count-of';
import { keepMessage, takeMessage } from './unsent-message';
import { useSendMessage } from './messages';

const schema = () => import('./message-resolver');
const resolver = lazyResolver(schema);

/**
 * The form for a message to the pastor. Nothing is stored on this device, so that other users of
 * the computer cannot read it.
 */
export function MessageForm({ user }: { user: User }) {
  const send = useSendMessage();
  const client = useQueryClient();
  const form = useForm<MessageInput>({ resolver, defaultValues: { subject: '', content: '' } });
  const { register, handleSubmit, formState, reset, getValues } = form;
  const { errors, isDirty } = formState;
  useEffect(() => {
    const keptMessage = takeMessage(user);
    if (keptMessage) reset(keptMessage, { keepDefaultValues: true });
  }, [user, reset]);
  useEffect(() => {
    if (!isDirty) return;
    return () => {
      // The form disappears because the session has ended, not because the user left the page or
      // sent the message.
      if (client.getQueryData(userQuery.queryKey) === null) keepMessage(user, getValues());
    };
  }, [isDirty, client, user, getValues]);
  const typed = useWatch({ control: form.control, name: 'content' });
  const submit = handleSubmit((values) => {
    if (!send.isPending)
      send.mutate(values, {
        onSuccess: () => reset(),
        onError: (error) => void setServerIssues(form, error),
      });
  });
  return (
    <Card
      title="Write to your pastor"
      description={
        'Your pastor usually answers within 24 to 48 hours. The pastor and the ' +
        'administrators of your church can read what you write. It is never sent by email.'
      }
    >
      {isDirty && <LeaveGuard />}
      <CannotSaveNotice forAll />
      <form
        onSubmit={(event) => void submit(event)}
        onFocus={() => void schema()}
        noValidate
        className="space-y-4"
      >
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
