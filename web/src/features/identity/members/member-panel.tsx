import type { ReactNode } from 'react';
import { formatLong } from '#libs/calendar';
import { Link } from '@tanstack/react-router';
import { HandCoins } from 'lucide-react';
import { may, type StaffUser, type User } from '#libs/contracts';
import { Button } from '../../../components/ui/button';
import { Facts } from '../../../components/ui/facts';
import { SidePanel } from '../../../components/ui/overlay/side-panel';
import { formatMoment } from '../../../lib/format';
import { fullName } from '../../../lib/queries/people';
import { roleLabels } from '../../../lib/vocabulary';
import { hasUnconfirmedAddress } from './change-members';
import { actionLooks, allowedActions, type MemberAction } from './member-actions';
import { dayOf } from './member-columns';
import { NoAccountBadge, StateBadge, stateOf, UnverifiedBadge } from './member-state';
import { formatPhone } from '../../../lib/format-phone';

export interface MemberPanelProps {
  person: StaffUser | null;
  me: User | null | undefined;
  /** The users of the church, for the names of the users who approved and suspended. */
  people: readonly StaffUser[];
  onAction: (action: MemberAction, person: StaffUser) => void;
  /** Returns what the panel also shows about a user, such as the donations. */
  more?: (person: StaffUser) => ReactNode;
  onClose: () => void;
}

export default function MemberPanel({
  person,
  me,
  people,
  onAction,
  more,
  onClose,
}: MemberPanelProps) {
  const actions = person ? allowedActions(person, me) : [];
  // A pending user has no donations yet.
  const seesGiving = Boolean(me && may(me, 'donation.manage') && person?.isApproved);
  return (
    <SidePanel
      open={person !== null}
      onClose={onClose}
      title={person ? fullName(person) || person.email : ''}
      description={person ? roleLabels[person.role] : undefined}
      footer={
        person &&
        (seesGiving || actions.length > 0) && (
          <>
            {seesGiving && (
              <Button asChild size="sm">
                <Link to="/admin/member-donations" search={{ donorId: person.id }}>
                  <HandCoins aria-hidden className="size-4" />
                  See giving
                </Link>
              </Button>
            )}
            {actions.map((action) => {
              const { label, icon: Icon, danger } = actionLooks[action];
              return (
                <Button
                  key={action}
                  size="sm"
                  variant={danger ? 'quietDanger' : 'secondary'}
                  onClick={() => onAction(action, person)}
                >
                  <Icon aria-hidden className="size-4" />
                  {label}
                </Button>
              );
            })}
          </>
        )
      }
    >
      {person && <Details person={person} people={people} />}
      {person?.isApproved && more?.(person)}
    </SidePanel>
  );
}

/** Returns null for a person who has no account. */
function describeTwoFactor({ isManuallyCreated, mfaEnabled }: StaffUser): string | null {
  if (isManuallyCreated) return null;
  return mfaEnabled ? 'On' : 'Off';
}

function Details({ person, people }: { person: StaffUser; people: readonly StaffUser[] }) {
  const actorSuffix = (id: string | null) => {
    const person = people.find((other) => other.id === id);
    return person ? ` by ${fullName(person) || person.email}` : '';
  };
  const facts = [
    { label: 'Email', value: person.email },
    { label: 'Phone', value: formatPhone(person.phone) },
    { label: 'Member since', value: formatLong(dayOf(person.memberSince ?? person.createdAt)) },
    {
      label: 'Approved',
      value:
        person.approvedAt && `${formatMoment(person.approvedAt)}${actorSuffix(person.approvedBy)}`,
    },
    {
      label: 'Suspended',
      value:
        person.suspendedAt &&
        `${formatMoment(person.suspendedAt)}${actorSuffix(person.suspendedBy)}`,
    },
    { label: 'Reason', value: person.suspendedReason },
    {
      label: 'Two-factor',
      value: describeTwoFactor(person),
    },
  ].filter((fact) => fact.value);
  return (
    <>
      <div className="flex flex-wrap gap-1.5">
        <StateBadge state={stateOf(person)} />
        {person.isManuallyCreated ? (
          <NoAccountBadge />
        ) : (
          !person.emailVerified && <UnverifiedBadge />
        )}
      </div>
      <Facts facts={facts} />
      {hasUnconfirmedAddress(person) && (
        <p className="mt-4 text-ink-2">
          A link was sent to {person.email}. Until they have confirmed it, they sign in with the
          address that they had before.
        </p>
      )}
    </>
  );
}
