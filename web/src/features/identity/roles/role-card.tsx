import { useState } from 'react';
import { Check, ChevronDown, CirclePause, Crown, Hourglass } from 'lucide-react';
import type { Role, RoleMember } from '#libs/contracts';
import { Badge } from '../../../components/ui/badge';
import { Button } from '../../../components/ui/button';
import { Card } from '../../../components/ui/card';
import { plural } from '../../../lib/format';
import { fullName } from '../../../lib/queries/people';
import { roleLabels } from '../../../lib/vocabulary';

const shownAtFirst = 5;

/** One role: its users and its permissions. */
export function RoleCard({
  role,
  people,
  permissions,
}: {
  role: Role;
  people: readonly RoleMember[];
  permissions: readonly string[];
}) {
  const [isAllShown, setAllShown] = useState(false);
  const shownPeople = isAllShown ? people : people.slice(0, shownAtFirst);
  return (
    <Card
      title={roleLabels[role]}
      actions={<span className="text-ink-2 tabular-nums">{plural(people.length, 'user')}</span>}
    >
      <div className="space-y-4">
        <div>
          <h3 className="mb-2 text-grid font-medium text-ink-2">Users</h3>
          {people.length === 0 ? (
            <p className="text-ink-2">Nobody has this role.</p>
          ) : (
            <ul className="grid gap-x-8 gap-y-2.5 md:grid-cols-2">
              {shownPeople.map((person) => (
                <Person key={person.id} person={person} />
              ))}
            </ul>
          )}
          {people.length > shownAtFirst && (
            <Button
              variant="ghost"
              size="sm"
              className="mt-2 -ml-2.5"
              aria-expanded={isAllShown}
              onClick={() => setAllShown(!isAllShown)}
            >
              {isAllShown ? 'Show fewer' : `Show all ${people.length}`}
            </Button>
          )}
        </div>
        <details className="group">
          <summary
            className={
              'inline-flex min-h-control list-none items-center gap-2 rounded-md font-medium ' +
              '[&::-webkit-details-marker]:hidden'
            }
          >
            <ChevronDown
              aria-hidden
              className={
                'size-4 shrink-0 text-ink-2 transition-transform duration-150 ' +
                'group-open:rotate-180'
              }
            />
            {plural(permissions.length, 'permission')}
          </summary>
          <ul className="mt-1 grid gap-x-6 gap-y-1.5 sm:grid-cols-2 lg:grid-cols-3">
            {permissions.map((permission) => (
              <li key={permission} className="flex gap-2">
                <Check aria-hidden className="mt-0.5 size-4 shrink-0 text-good" />
                {permission}
              </li>
            ))}
          </ul>
        </details>
      </div>
    </Card>
  );
}

function Person({ person }: { person: RoleMember }) {
  const name = fullName(person);
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
      <span className="min-w-0">
        <span className="block truncate">{name || person.email}</span>
        {name && <span className="block truncate text-label text-ink-2">{person.email}</span>}
      </span>
      <span className="flex flex-wrap gap-1.5">
        {person.isSuperAdmin && (
          <Badge tone="private" icon={Crown}>
            Super Admin
          </Badge>
        )}
        {!person.isApproved && (
          <Badge tone="hold" icon={Hourglass}>
            Pending
          </Badge>
        )}
        {person.isSuspended && (
          <Badge tone="bad" icon={CirclePause}>
            Suspended
          </Badge>
        )}
      </span>
    </li>
  );
}
