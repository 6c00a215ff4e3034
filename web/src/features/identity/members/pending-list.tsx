import { UserCheck } from 'lucide-react';
import type { StaffUser } from '#libs/contracts';
import { Avatar } from '../../../components/ui/avatar';
import { Button } from '../../../components/ui/button';
import { formatMoment, formatRelative } from '../../../lib/format';
import { fullName } from '../../../lib/queries/people';
import { useApproveUser } from './change-members';
import { UnverifiedBadge } from './member-state';

export interface PendingListProps {
  people: readonly StaffUser[];
  onDecline: (person: StaffUser) => void;
  /** Called instead of approving at once if the user's address is not confirmed. */
  onApproveUnconfirmed: (person: StaffUser) => void;
}

/** The pending users, each with the buttons to approve and to decline. */
export function PendingList({ people, onDecline, onApproveUnconfirmed }: PendingListProps) {
  const approve = useApproveUser();
  return (
    <ul aria-label="People waiting for approval" className="divide-y rounded-lg border bg-surface">
      {people.map((person) => {
        const name = fullName(person) || person.email;
        const isBeingApproved = approve.isPending && approve.variables.id === person.id;
        return (
          <li
            key={person.id}
            className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 p-4 sm:px-5"
          >
            <div className="flex min-w-0 items-center gap-3">
              <Avatar person={person} className="size-10" />
              <div className="min-w-0">
                <p className="truncate font-medium">{name}</p>
                <p className="truncate text-ink-2">{person.email}</p>
                <p
                  className={
                    'mt-1 flex flex-wrap items-center ' + 'gap-x-3 gap-y-1 text-label text-ink-2'
                  }
                >
                  <time dateTime={person.createdAt} title={formatMoment(person.createdAt)}>
                    Registered {formatRelative(person.createdAt)}
                  </time>
                  {!person.emailVerified && <UnverifiedBadge />}
                </p>
              </div>
            </div>
            <div className="flex gap-2 max-sm:w-full max-sm:[&>*]:flex-1">
              <Button
                variant="quietDanger"
                aria-label={`Decline ${name}`}
                onClick={() => onDecline(person)}
              >
                Decline
              </Button>
              <Button
                variant="primary"
                aria-label={`Approve Access for ${name}`}
                pending={isBeingApproved}
                pendingLabel="Approving..."
                onClick={() => {
                  if (!person.emailVerified) onApproveUnconfirmed(person);
                  else if (!approve.isPending) approve.mutate(person);
                }}
              >
                <UserCheck aria-hidden className="size-4" />
                Approve Access
              </Button>
            </div>
          </li>
        );
      })}
    </ul>
  );
}
