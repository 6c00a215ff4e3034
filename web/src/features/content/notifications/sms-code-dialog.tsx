import { type SubmitEvent, useState } from 'react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Dialog, DialogForm } from '../../../components/ui/overlay/dialog';
import { Field } from '../../../components/ui/form/field';
import { Input } from '../../../components/ui/form/input';
import { api, explain } from '../../../lib/api';
import { smsNumberQuery } from '../../../lib/queries/sms';
import { toast } from '../../../lib/toast';

/** Asks for the code that was sent to the user's phone. */
export default function SmsCodeDialog({ phone, onClose }: { phone: string; onClose: () => void }) {
  const client = useQueryClient();
  const [code, setCode] = useState('');
  const confirm = useMutation({
    mutationFn: () => api('/api/user/sms/confirm', { method: 'POST', body: { code } }),
    onSuccess: (state) => {
      client.setQueryData(smsNumberQuery.queryKey, state);
      toast('Number Confirmed', 'You will get text messages about new content.');
      onClose();
    },
  });
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (!confirm.isPending) confirm.mutate();
  };
  return (
    <Dialog open onOpenChange={onClose} title="Confirm your number" size="sm">
      <DialogForm
        onSubmit={submit}
        onCancel={onClose}
        submit="Confirm"
        pending={confirm.isPending}
        pendingLabel="Checking..."
      >
        <p>We have sent a code to your phone ending in {phone}.</p>
        <Field
          label="Code"
          help="Six digits."
          error={confirm.error ? explain(confirm.error) : undefined}
        >
          {(control) => (
            <Input
              {...control}
              autoFocus
              autoComplete="one-time-code"
              inputMode="numeric"
              value={code}
              onChange={(event) => setCode(event.target.value)}
            />
          )}
        </Field>
      </DialogForm>
    </Dialog>
  );
}
