import { useEffect } from 'react';
import { useQuery } from '@tanstack/react-query';
import { createLazyRoute } from '@tanstack/react-router';
import { UsersRound } from 'lucide-react';
import { Card } from '../../components/ui/card';
import { Page } from '../../components/ui/page';
import { PageHeader } from '../../components/ui/page-header';
import { SkeletonLines } from '../../components/ui/skeleton';
import { Stat, StatRow } from '../../components/ui/stat';
import { ErrorState } from '../../components/ui/states';
import { rolesQuery } from '../../features/identity/roles/queries';
import { PermissionsTable } from '../../features/identity/roles/permissions-table';
import { RoleCard } from '../../features/identity/roles/role-card';
import { formatCount } from '../../lib/format';
import { toastError } from '../../lib/toast';
import { roleLabels, roleNames } from '../../lib/vocabulary';

export const Route = createLazyRoute('/admin/roles-permissions')({
  component: RolesPermissionsPage,
});

function RolesPermissionsPage() {
  const { data, error, refetch, isFetching } = useQuery(rolesQuery);
  useEffect(() => {
    if (error) toastError('Failed to load roles and permissions data.');
  }, [error]);
  return (
    <Page>
      <PageHeader
        title="Roles & Permissions"
        description={
          'Who has which role, and what each role may do. Roles are changed on the page ' +
          'Members.'
        }
      />
      {error && !data ? (
        <Card>
          <ErrorState
            title="Failed to load roles and permissions data"
            error={error}
            onRetry={() => void refetch()}
            retrying={isFetching}
          />
        </Card>
      ) : (
        <>
          <StatRow label="Users by role">
            <Stat
              label="Total users"
              icon={UsersRound}
              value={data && formatCount(data.totalUsers)}
            />
            {roleNames.map((role) => (
              <Stat
                key={role}
                label={roleLabels[role]}
                value={data && formatCount(data.roleGroups[role].length)}
              />
            ))}
          </StatRow>
          <div className="space-y-4">
            {data
              ? roleNames.map((role) => (
                  <RoleCard
                    key={role}
                    role={role}
                    people={data.roleGroups[role]}
                    permissions={data.rolePermissions[role]}
                  />
                ))
              : roleNames.map((role) => (
                  <Card key={role} title={roleLabels[role]}>
                    <SkeletonLines lines={5} />
                  </Card>
                ))}
          </div>
          {data && <PermissionsTable permissions={data.rolePermissions} />}
        </>
      )}
    </Page>
  );
}
