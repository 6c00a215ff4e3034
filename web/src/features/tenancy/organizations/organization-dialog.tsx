import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import type { z } from 'zod';
import { createOrganization, organizationForm, plans, type Organization } from '#libs/contracts';
import { Dialog, DialogForm } from '../../../components/ui/overlay/dialog';
import { DraftNote } from '../../../components/ui/form/draft-note';
import { Field } from '../../../components/ui/form/field';
import { Input, Select, Textarea } from '../../../components/ui/form/input';
import { setServerIssues } from '../../../lib/forms/server-issues';
import { useDialogDraft } from '../../../lib/forms/use-draft';
import { useCreateOrganization, useEditOrganization } from './change-organization';

/** Creates or edits a church. Its slug cannot be changed later. */
export default function OrganizationDialog({
  church,
  onClose,
}: {
  church: Organization | null;
  onClose: () => void;
}) {
  const create = useCreateOrganization();
  const edit = useEditOrganization(church?.id ?? '');
  const { isPending } = church ? edit : create;
  const form = useForm<
    z.input<typeof createOrganization>,
    unknown,
    z.output<typeof createOrganization>
  >({
    resolver: zodResolver(church ? createOrganization : organizationForm),
    defaultValues: {
      ...(church ? {} : { contactName: '', email: '' }),
      name: church?.name ?? '',
      slug: church?.slug ?? '',
      description: church?.description ?? '',
      website: church?.website ?? '',
      phone: church?.phone ?? '',
      address: church?.address ?? '',
      subscriptionPlan: church?.subscriptionPlan ?? 'basic',
    },
  });
  const { register, handleSubmit, formState } = form;
  const { draft, leave } = useDialogDraft(form, `organization.${church?.id ?? 'new'}`, onClose);
  const { errors } = formState;
  const offered = plans.filter(
    ({ id }) => id !== 'standard' || church?.subscriptionPlan === 'standard',
  );
  const submit = handleSubmit(({ slug, contactName, email, ...values }) => {
    if (isPending) return;
    const after = {
      onSuccess: leave,
      onError: (error: unknown) => void setServerIssues(form, error),
    };
    if (church) edit.mutate(values, after);
    else create.mutate({ ...values, slug, contactName, email }, after);
  });
  return (
    <Dialog
      open
      onOpenChange={leave}
      title={church ? 'Edit Organization' : 'Create Organization'}
      dirty={formState.isDirty && !isPending}
    >
      <DialogForm
        onSubmit={(event) => void submit(event)}
        onCancel={leave}
        submit={church ? 'Update Organization' : 'Create Organization'}
        pending={isPending}
        pendingLabel={church ? 'Updating...' : 'Creating...'}
      >
        <DraftNote draft={draft} />
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label="Name" error={errors.name?.message}>
            {(control) => <Input {...control} autoComplete="off" {...register('name')} />}
          </Field>
          <Field
            label="Slug"
            help="Its address: letters, digits and hyphens."
            error={errors.slug?.message}
          >
            {(control) => (
              <Input
                {...control}
                autoComplete="off"
                readOnly={church !== null}
                {...register('slug')}
              />
            )}
          </Field>
          {!church && (
            <>
              <Field label="Contact person" error={errors.contactName?.message}>
                {(control) => (
                  <Input {...control} autoComplete="off" {...register('contactName')} />
                )}
              </Field>
              <Field
                label="Email"
                help="They get an email, and become the first administrator by its link."
                error={errors.email?.message}
              >
                {(control) => (
                  <Input {...control} type="email" autoComplete="off" {...register('email')} />
                )}
              </Field>
            </>
          )}
          <Field label="Website" optional error={errors.website?.message}>
            {(control) => <Input {...control} type="url" {...register('website')} />}
          </Field>
          <Field label="Phone" optional error={errors.phone?.message}>
            {(control) => <Input {...control} type="tel" {...register('phone')} />}
          </Field>
        </div>
        <Field label="Address" optional error={errors.address?.message}>
          {(control) => <Input {...control} {...register('address')} />}
        </Field>
        <Field label="Plan" error={errors.subscriptionPlan?.message}>
          {(control) => (
            <Select {...control} {...register('subscriptionPlan')}>
              {offered.map(({ id, name, price }) => (
                <option key={id} value={id}>
                  {name}, ${price} a month
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Field label="Description" optional error={errors.description?.message}>
          {(control) => <Textarea {...control} {...register('description')} />}
        </Field>
      </DialogForm>
    </Dialog>
  );
}
