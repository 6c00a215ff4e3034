import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import type { z } from 'zod';
import { organizationContact, type Organization } from '#libs/contracts';
import { Dialog, DialogForm } from '../../../components/ui/overlay/dialog';
import { Field } from '../../../components/ui/form/field';
import { Input } from '../../../components/ui/form/input';
import { useAskContact } from './change-organization';

/**
 * Sends the registration email to a church's contact again, or to a new contact, because the first
 * address may have been mistyped.
 */
export default function ContactDialog({
  church,
  onClose,
}: {
  church: Organization;
  onClose: () => void;
}) {
  const ask = useAskContact(church.id);
  const { register, handleSubmit, formState } = useForm<
    z.input<typeof organizationContact>,
    unknown,
    z.output<typeof organizationContact>
  >({
    resolver: zodResolver(organizationContact),
    defaultValues: { contactName: '', email: church.email ?? '' },
  });
  const { errors } = formState;
  const submit = handleSubmit((contact) => {
    if (!ask.isPending) ask.mutate(contact, { onSuccess: onClose });
  });
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={`Contact of ${church.name}`}
      description={
        'They get an email with a link that makes them the first administrator. A link ' +
        'that went to another address stops working.'
      }
      dirty={formState.isDirty && !ask.isPending}
    >
      <DialogForm
        onSubmit={(event) => void submit(event)}
        onCancel={onClose}
        submit="Send Invitation"
        pending={ask.isPending}
        pendingLabel="Sending..."
      >
        <Field label="Contact person" error={errors.contactName?.message}>
          {(control) => <Input {...control} autoComplete="off" {...register('contactName')} />}
        </Field>
        <Field label="Email" error={errors.email?.message}>
          {(control) => (
            <Input {...control} type="email" autoComplete="off" {...register('email')} />
          )}
        </Field>
      </DialogForm>
    </Dialog>
  );
}
