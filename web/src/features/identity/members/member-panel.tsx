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
import { waitsForAddress } from './change-members';
import { actLooks, actsOn, type MemberAct } from './member-actions';
import { dayOf } from './member-columns';
import { NoAccountBadge, StateBadge, stateOf, UnverifiedBadge } from './member-state';
import { phoneWords } from '../../../lib/phone-words';

export interface MemberPanelProps {
  person: StaffUser | null;
  me: User | null | undefined;
  /** Of the church, to name who approved and suspended. */
  people: readonly StaffUser[];
  onAct: (act: MemberAct, person: StaffUser) => void;
  /** What others know of a person who may give. */
  more?: (person: StaffUser) => ReactNode;
  onClose: () => void;
}

export default function MemberPanel({
  person,
  me,
  people,
  onAct,
  more,
  onClose,
}: MemberPanelProps) {
  const acts = person ? actsOn(person, me) : [];
  // whoever waits for approval is no giver yet
  const seesGiving = Boolean(me && may(me, 'donation.manage') && person?.isApproved);
  return (
    <SidePanel
      open={person !== null}
      onClose={onClose}
      title={person ? fullName(person) || person.email : ''}
      description={person ? roleLabels[person.role] : undefined}
      footer={
        person &&
        (seesGiving || acts.length > 0) && (
          <>
            {seesGiving && (
              <Button asChild size="sm">
                <Link to="/admin/member-donations" search={{ donorId: person.id }}>
                  <HandCoins aria-hidden className="size-4" />
                  See giving
                </Link>
              </Button>
            )}
            {acts.map((act) => {
              const { label, icon: Icon, danger } = actLooks[act];
              return (
                <Button
                  key={act}
                  size="sm"
                  variant={danger ? 'quietDanger' : 'secondary'}
                  onClick={() => onAct(act, person)}
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

function Details({ person, people }: { person: StaffUser; people: readonly StaffUser[] }) {
  const by = (id: string | null) => {
    const one = people.find((other) => other.id === id);
    return one ? ` by ${fullName(one) || one.email}` : '';
  };
  const facts = [
    { label: 'Email', value: person.email },
    { label: 'Phone', value: phoneWords(person.phone) },
    { label: 'Member since', value: formatLong(dayOf(person.memberSince ?? person.createdAt)) },
    {
      label: 'Approved',
      value: person.approvedAt && `${formatMoment(person.approvedAt)}${by(person.approvedBy)}`,
    },
    {
      label: 'Suspended',
      value: person.suspendedAt && `${formatMoment(person.suspendedAt)}${by(person.suspendedBy)}`,
    },
    { label: 'Reason', value: person.suspendedReason },
    {
      label: 'Two-factor',
      value: person.isManuallyCreated ? null : person.mfaEnabled ? 'On' : 'Off',
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
      {waitsForAddress(person) && (
        <p className="mt-4 text-ink-2">
          A link was sent to {person.email}. Until they have confirmed it, they sign in with the
          address that they had before.
        </p>
      )}
    </>
  );
}
