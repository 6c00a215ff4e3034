import { useState } from 'react';
import type { Role, StaffUser } from '#libs/contracts';
import { Dialog, DialogForm } from '../../../components/ui/overlay/dialog';
import { Field } from '../../../components/ui/form/field';
import { Select } from '../../../components/ui/form/input';
import { staleVersion } from '../../../lib/forms/stale-version';
import { fullName } from '../../../lib/queries/people';
import { roleLabels, roleNames } from '../../../lib/vocabulary';
import { useEditMember } from './change-members';
import { MemberConflict } from './member-conflict';

export interface RoleDialogProps {
  person: StaffUser;
  isSelf: boolean;
  onClose: () => void;
  onSaved: (person: StaffUser) => void;
}

/**
 * Changes the role of a user. The user is signed out, and has the new role from the next sign-in
 * on.
 */
export default function RoleDialog({ person, isSelf, onClose, onSaved }: RoleDialogProps) {
  const [role, setRole] = useState<Role>(person.role);
  const edit = useEditMember();
  const name = fullName(person) || person.email;
  const mayBeAdmin =
    person.role === 'admin' || (person.isApproved && !person.isSuspended && person.emailVerified);
  // The admin sees the unconfirmed address here and confirms it by sending it. Without it, the
  // server refuses the role.
  const address = person.emailVerified
    ? ''
    : `They have not confirmed their email address. Whoever owns ${person.email} gets this role. `;
  const help =
    `${address}${isSelf ? 'You are' : 'They are'} signed out everywhere and ` +
    `${isSelf ? 'have' : 'get'} the new role at the next sign-in.`;
  const change = (before: StaffUser) => {
    const body = before.emailVerified ? { role } : { role, email: before.email };
    edit.mutate({ person: before, body }, { onSuccess: close });
  };
  const close = (savedUser: StaffUser) => {
    onSaved(savedUser);
    onClose();
  };
  const stale = staleVersion(edit);
  if (stale) {
    return (
      <MemberConflict
        current={stale}
        mine={{ ...stale, role }}
        pending={edit.isPending}
        onClose={onClose}
        onKeepTheirs={() => close(stale)}
        onUseMine={() => change(stale)}
      />
    );
  }
  return (
    <Dialog open onOpenChange={onClose} title={`Role of ${name}`} size="sm">
      <DialogForm
        onSubmit={(event) => {
          event.preventDefault();
          if (edit.isPending) return;
          if (role === person.role) onClose();
          else change(person);
        }}
        onCancel={onClose}
        submit="Change role"
        pending={edit.isPending}
        pendingLabel="Changing role..."
      >
        <Field
          label="Role"
          help={
            mayBeAdmin
              ? help
              : `${help} Only somebody who is approved, not suspended, and has confirmed ` +
                'their email address can become an administrator.'
          }
        >
          {(control) => (
            <Select
              {...control}
              value={role}
              onChange={(event) =>
                setRole(roleNames.find((known) => known === event.target.value) ?? person.role)
              }
            >
              {roleNames
                .filter((roleName) => roleName !== 'admin' || mayBeAdmin)
                .map((roleName) => (
                  <option key={roleName} value={roleName}>
                    {roleLabels[roleName]}
                  </option>
                ))}
            </Select>
          )}
        </Field>
      </DialogForm>
    </Dialog>
  );
}
