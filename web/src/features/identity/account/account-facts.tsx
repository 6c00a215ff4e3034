import { CircleCheck, Hourglass } from 'lucide-react';
import { formatLong } from '#libs/calendar';
import type { User } from '#libs/contracts';
import { Badge } from '../../../components/ui/badge';
import { Card } from '../../../components/ui/card';

const roleNames: Record<User['role'], string> = {
  admin: 'Administrator',
  pastor: 'Pastor',
  secretary: 'Secretary',
  support: 'Support',
  member: 'Member',
};

/** The facts of an account: member since, state, role and id. */
export function AccountFacts({ user, full = false }: { user: User; full?: boolean }) {
  return (
    <Card title="Account">
      <dl className="space-y-3 [&_dt]:text-label [&_dt]:text-ink-2">
        <div>
          <dt>Member since</dt>
          <dd>{formatLong((user.memberSince ?? user.createdAt).slice(0, 10))}</dd>
        </div>
        {full && (
          <div>
            <dt>Account status</dt>
            <dd className="mt-0.5">
              {user.isApproved ? (
                <Badge tone="good" icon={CircleCheck}>
                  Approved
                </Badge>
              ) : (
                <Badge tone="hold" icon={Hourglass}>
                  Pending
                </Badge>
              )}
            </dd>
          </div>
        )}
        <div>
          <dt>{full ? 'Role' : 'Account type'}</dt>
          <dd>{user.isSuperAdmin ? 'Super Administrator' : roleNames[user.role]}</dd>
        </div>
        <div>
          <dt>{full ? 'User ID' : 'Account ID'}</dt>
          <dd className="font-mono text-grid break-all">
            {full ? user.id : `${user.id.slice(0, 8)}…`}
          </dd>
        </div>
      </dl>
    </Card>
  );
}
