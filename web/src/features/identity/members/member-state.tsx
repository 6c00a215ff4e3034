import { BadgeAlert, CircleCheck, CirclePause, Hourglass, UserRoundX } from 'lucide-react';
import type { StaffUser } from '#libs/contracts';
import { Badge } from '../../../components/ui/badge';

export const memberStates = ['active', 'pending', 'suspended'] as const;
export type MemberState = (typeof memberStates)[number];

export const stateLabels: Record<MemberState, string> = {
  active: 'Active',
  pending: 'Pending',
  suspended: 'Suspended',
};

export function stateOf(person: Pick<StaffUser, 'isApproved' | 'isSuspended'>): MemberState {
  if (person.isSuspended) return 'suspended';
  return person.isApproved ? 'active' : 'pending';
}

const looks = {
  active: { tone: 'good', icon: CircleCheck },
  pending: { tone: 'hold', icon: Hourglass },
  suspended: { tone: 'bad', icon: CirclePause },
} as const;

export function StateBadge({ state }: { state: MemberState }) {
  return <Badge {...looks[state]}>{stateLabels[state]}</Badge>;
}

/** Marks a user that staff added by hand and that has no account yet. */
export const NoAccountBadge = () => <Badge icon={UserRoundX}>No account yet</Badge>;

export const UnverifiedBadge = () => (
  <Badge tone="hold" icon={BadgeAlert}>
    Email not confirmed
  </Badge>
);
