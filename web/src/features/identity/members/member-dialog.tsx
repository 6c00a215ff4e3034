import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { type z } from 'zod';
import { createMember, type EditMember, normalizeEmail, type StaffUser } from '#libs/contracts';
import { Dialog, DialogForm } from '../../../components/ui/overlay/dialog';
import { DraftNote } from '../../../components/ui/form/draft-note';
import { Field } from '../../../components/ui/form/field';
import { Input, Select } from '../../../components/ui/form/input';
import { changedFields } from '../../../lib/forms/changed-fields';
import { setServerIssues } from '../../../lib/forms/server-issues';
import { staleVersion } from '../../../lib/forms/stale-version';
import { useDialogDraft } from '../../../lib/forms/use-draft';
import { roleLabels, roleNames } from '../../../lib/vocabulary';
import { useAddMember, useEditMember } from './change-members';
import { MemberConflict } from './member-conflict';
import { formatPhone } from '../../../lib/format-phone';

export interface MemberDialogProps {
  /** Null for a new member. */
  person: StaffUser | null;
  /** Only admins can choose another role than member. */
  withRole: boolean;
  onClose: () => void;
  onSaved: (person: StaffUser) => void;
}

/** Adds a member by hand, or edits one. */
export default function MemberDialog({ person, withRole, onClose, onSaved }: MemberDialogProps) {
  const add = useAddMember();
  const edit = useEditMember();
  const pending = add.isPending || edit.isPending;
  const form = useForm<z.input<typeof createMember>, unknown, z.output<typeof createMember>>({
    resolver: zodResolver(createMember),
    defaultValues: {
      firstName: person?.firstName ?? '',
      lastName: person?.lastName ?? '',
      email: person?.email ?? '',
      phone: formatPhone(person?.phone ?? null),
      role: 'member',
    },
  });
  const { register, handleSubmit, formState } = form;
  const draftName = person ? `${person.id}.${person.version}` : 'new';
  const { draft, leave } = useDialogDraft(form, `member.${draftName}`, onClose);
  const { errors } = formState;
  const isEmailFixed = person !== null && person.role !== 'member' && !withRole;
  const onSuccess = (savedUser: StaffUser) => {
    onSaved(savedUser);
    leave();
  };
  const onError = (error: unknown) => void setServerIssues(form, error);
  const [changes, setChanges] = useState<EditMember>({});
  const stale = staleVersion(edit);
  const change = (before: StaffUser, body: EditMember) => {
    setChanges(body);
    edit.mutate({ person: before, body }, { onSuccess, onError });
  };
  const submit = handleSubmit(({ role, ...details }) => {
    if (pending) return;
    if (person) change(person, changedFields(detailsOf(person), details));
    else add.mutate({ ...details, role }, { onSuccess, onError });
  });

  if (stale) {
    return (
      <MemberConflict
        current={stale}
        mine={{ ...stale, ...changes }}
        pending={edit.isPending}
        onClose={leave}
        onKeepTheirs={() => onSuccess(stale)}
        onUseMine={() => change(stale, changes)}
      />
    );
  }

  return (
    <Dialog
      open
      onOpenChange={leave}
      title={person ? 'Edit Member' : 'Add Member'}
      description={
        person
          ? undefined
          : 'They are a member at once. Registering with this email address later makes ' +
            'the entry their own.'
      }
      dirty={formState.isDirty && !pending}
    >
      <DialogForm
        onSubmit={(event) => void submit(event)}
        onCancel={leave}
        submit={person ? 'Update Member' : 'Add Member'}
        pending={pending}
        pendingLabel={person ? 'Updating...' : 'Adding...'}
      >
        <DraftNote draft={draft} />
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label="First name" error={errors.firstName?.message}>
            {(control) => <Input {...control} autoComplete="off" {...register('firstName')} />}
          </Field>
          <Field label="Last name" error={errors.lastName?.message}>
            {(control) => <Input {...control} autoComplete="off" {...register('lastName')} />}
          </Field>
        </div>
        <Field label="Email" error={errors.email?.message} help={emailHelp(person, isEmailFixed)}>
          {(control) => (
            <Input
              {...control}
              type="email"
              autoComplete="off"
              readOnly={isEmailFixed}
              className={isEmailFixed ? 'bg-sunken text-ink-2' : undefined}
              {...register('email')}
            />
          )}
        </Field>
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label="Phone" optional error={errors.phone?.message}>
            {(control) => (
              <Input
                {...control}
                type="tel"
                autoComplete="off"
                placeholder="555-123-4567"
                {...register('phone')}
              />
            )}
          </Field>
          {!person && withRole && (
            <Field label="Role" error={errors.role?.message}>
              {(control) => (
                <Select {...control} {...register('role')}>
                  {/* An admin must have a confirmed address. */}
                  {[...roleNames]
                    .reverse()
                    .filter((role) => role !== 'admin')
                    .map((role) => (
                      <option key={role} value={role}>
                        {roleLabels[role]}
                      </option>
                    ))}
                </Select>
              )}
            </Field>
          )}
        </div>
      </DialogForm>
    </Dialog>
  );
}

/** The fields of the form as it would send them if the user changed nothing. */
const detailsOf = ({ firstName, lastName, email, phone }: StaffUser) => ({
  firstName,
  lastName,
  email: normalizeEmail(email),
  phone: formatPhone(phone) || null,
});

function emailHelp(person: StaffUser | null, isFixed: boolean): string | undefined {
  if (isFixed) return 'Only an administrator can change this address.';
  if (person === null || person.isManuallyCreated) return undefined;
  return (
    'Where the church writes to. They sign in with it once they have confirmed it by the ' +
    'link that we send.'
  );
}
