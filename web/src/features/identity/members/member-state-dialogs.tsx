import { useState } from 'react';
import type { StaffUser } from '#libs/contracts';
import { Confirm } from '../../../components/ui/overlay/dialog';
import { Field } from '../../../components/ui/form/field';
import { Input } from '../../../components/ui/form/input';
import { fullName } from '../../../lib/queries/people';
import {
  useApproveUser,
  useReactivateMember,
  useRemoveMember,
  useSuspendMember,
} from './change-members';

interface MemberStateProps {
  person: StaffUser;
  onClose: () => void;
  onDone?: (person: StaffUser) => void;
}

export interface MemberStateDialogProps extends MemberStateProps {
  action: 'approve' | 'suspend' | 'reactivate' | 'remove';
}

/**
 * Asks before a user with an unconfirmed address is approved, or a user is suspended, reactivated
 * or removed, and says what this means.
 */
export default function MemberStateDialog({ action, ...props }: MemberStateDialogProps) {
  if (action === 'approve') return <Approve {...props} />;
  if (action === 'suspend') return <Suspend {...props} />;
  return action === 'reactivate' ? <Reactivate {...props} /> : <Remove {...props} />;
}

/** Returns a function that tells the caller who was changed, and closes the dialog. */
const finisher =
  ({ onClose, onDone }: MemberStateProps) =>
  (person: StaffUser) => {
    onDone?.(person);
    onClose();
  };

const nameOf = (person: StaffUser) => fullName(person) || person.email;

/** Only for a user with an unconfirmed address. */
function Approve(props: MemberStateProps) {
  const { person, onClose } = props;
  const finish = finisher(props);
  const approve = useApproveUser();
  return (
    <Confirm
      open
      onOpenChange={onClose}
      title={`Approve ${nameOf(person)} unconfirmed?`}
      description={
        <>
          <p>
            Nobody has confirmed yet that {person.email} is theirs: somebody else may have typed it.
          </p>
          <p className="mt-2">
            Approved people see what your church records for them, gifts found by this address
            included. Approve only if you know that it is them, or wait until they have followed the
            link that we sent.
          </p>
        </>
      }
      confirm="Approve Anyway"
      pending={approve.isPending}
      pendingLabel="Approving..."
      onConfirm={() => {
        approve.mutate(person, { onSuccess: finish });
      }}
    />
  );
}

function Suspend(props: MemberStateProps) {
  const { person, onClose } = props;
  const finish = finisher(props);
  const [reason, setReason] = useState('');
  const [isReasonMissing, setReasonMissing] = useState(false);
  const suspend = useSuspendMember();
  return (
    <Confirm
      open
      onOpenChange={onClose}
      title={`Suspend ${nameOf(person)}?`}
      description={
        'They are signed out everywhere, told by email, and see nothing of the portal ' +
        'until they are reactivated. Nothing of theirs is deleted.'
      }
      confirm="Suspend"
      pending={suspend.isPending}
      pendingLabel="Suspending..."
      onConfirm={() => {
        if (reason.trim() === '') setReasonMissing(true);
        else {
          suspend.mutate({ id: person.id, reason: reason.trim() }, { onSuccess: finish });
        }
      }}
    >
      <Field
        label="Reason"
        help="Only the office sees it."
        error={isReasonMissing && reason.trim() === '' ? 'Please give a reason.' : undefined}
      >
        {(control) => (
          <Input
            {...control}
            maxLength={500}
            autoComplete="off"
            value={reason}
            onChange={(event) => setReason(event.target.value)}
          />
        )}
      </Field>
    </Confirm>
  );
}

function Reactivate(props: MemberStateProps) {
  const { person, onClose } = props;
  const finish = finisher(props);
  const reactivate = useReactivateMember();
  return (
    <Confirm
      open
      onOpenChange={onClose}
      title={`Reactivate ${nameOf(person)}?`}
      description="They can use the portal as before, and are told by email."
      confirm="Reactivate"
      variant="primary"
      pending={reactivate.isPending}
      pendingLabel="Reactivating..."
      onConfirm={() => {
        reactivate.mutate(person, { onSuccess: finish });
      }}
    />
  );
}

function Remove(props: MemberStateProps) {
  const { person, onClose } = props;
  const finish = finisher(props);
  const remove = useRemoveMember();
  const name = nameOf(person);
  const isUnapproved = !person.isApproved;
  return (
    <Confirm
      open
      onOpenChange={onClose}
      title={isUnapproved ? `Decline ${name}?` : `Remove ${name} from the portal?`}
      description={
        isUnapproved ? (
          <p>
            Their registration is removed, and they are signed out. They may register again with the
            same email address.
          </p>
        ) : (
          <>
            <p>
              They are signed out everywhere, and their email address, phone and profile are erased.
              This cannot be undone.
            </p>
            <p className="mt-2">
              What they gave stays in the ledger under the name {name}: no donation and no total
              changes.
            </p>
          </>
        )
      }
      confirm={isUnapproved ? 'Decline' : 'Remove'}
      pending={remove.isPending}
      pendingLabel={isUnapproved ? 'Declining...' : 'Removing...'}
      onConfirm={() => {
        remove.mutate(person, { onSuccess: () => finish(person) });
      }}
    />
  );
}
