import { Check, Minus } from 'lucide-react';
import type { Role, RolesOverview } from '#libs/contracts';
import { Card } from '../../../components/ui/card';
import { roleLabels, roleNames } from '../../../lib/vocabulary';

/** All permissions, each with the roles that have it. */
export function PermissionsTable({
  permissions,
}: {
  permissions: RolesOverview['rolePermissions'];
}) {
  const labels = [...new Set(roleNames.flatMap((role) => permissions[role]))];
  return (
    <Card title="Permissions by role">
      {/* The table is wider than a phone, so that the keyboard must be able to scroll it. The box
          is `relative`: otherwise the texts for screen readers would make the page as wide. */}
      <div
        role="group"
        aria-label="Permissions by role"
        tabIndex={0}
        className="relative -mx-4 overflow-x-auto px-4 sm:-mx-5 sm:px-5"
      >
        <table className="w-full min-w-160 text-grid">
          <thead>
            <tr className="border-b text-left">
              <th scope="col" className="py-2 pr-4 font-medium">
                Permission
              </th>
              {roleNames.map((role) => (
                <th key={role} scope="col" className="px-2 py-2 text-center font-medium">
                  {roleLabels[role]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="divide-y">
            {labels.map((label) => (
              <tr key={label}>
                <th scope="row" className="py-2 pr-4 text-left font-normal">
                  {label}
                </th>
                {roleNames.map((role) => (
                  <PermissionCell key={role} role={role} has={permissions[role].includes(label)} />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Card>
  );
}

function PermissionCell({ role, has }: { role: Role; has: boolean }) {
  const Icon = has ? Check : Minus;
  return (
    <td className="px-2 py-2 text-center">
      <Icon
        aria-hidden
        className={has ? 'mx-auto size-4 text-good' : 'mx-auto size-4 text-ink-3'}
      />
      <span className="sr-only">{`${roleLabels[role]}: ${has ? 'yes' : 'no'}`}</span>
    </td>
  );
}
