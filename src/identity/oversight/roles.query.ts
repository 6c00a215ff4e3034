import {
  permissionLabels,
  policy,
  readRole,
  roles,
  type Action,
  type Role,
  type RoleMember,
  type RolesOverview,
} from '#libs/contracts';
import type { Tx } from '#libs/database';

const actions = Object.keys(policy) as Action[];
const permissionsOf = (role: Role) =>
  actions
    .filter((action) => policy[action].some((known) => known === role))
    .map((action) => permissionLabels[action]);

/** Everybody of the church under their role, and what each role may do, read from the permission table. */
export async function rolesOverviewOf(tx: Tx): Promise<RolesOverview> {
  const people = await tx.sql<RoleMember & { role: string }>(
    `select u.id, u.first_name as "firstName", u.last_name as "lastName", u.email, coalesce(a.is_super_admin, false) as "isSuperAdmin",
            u.is_approved as "isApproved", u.is_suspended as "isSuspended", u.role
       from app_user u left join account a on a.id = u.account_id
      where u.organization_id = $1 and u.removed_at is null order by u.first_name, u.last_name, u.id`,
    [tx.organizationId],
  );
  const members = (role: Role) =>
    people
      .filter((person) => readRole(person.role) === role)
      .map(({ role: _, ...person }) => person);
  return {
    totalUsers: people.length,
    roleGroups: byRole(members),
    rolePermissions: byRole(permissionsOf),
  };
}

const byRole = <Value>(of: (role: Role) => Value) =>
  Object.fromEntries(roles.map((role) => [role, of(role)])) as Record<Role, Value>;
