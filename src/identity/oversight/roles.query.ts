import {
  permissionLabels,
  policy,
  readRole,
  roles,
  type Action,
  type Role,
  type RolesOverview,
} from '#libs/contracts';
import type { Tx } from '#libs/database';
import { listMembersByName } from '../members/members.sql.js';

const actions = Object.keys(policy) as Action[];
const permissionsOf = (role: Role) =>
  actions
    .filter((action) => policy[action].some((known) => known === role))
    .map((action) => permissionLabels[action]);

/** Returns the users of the church by role, and the permissions of each role. */
export async function rolesOverviewOf(tx: Tx): Promise<RolesOverview> {
  const people = await listMembersByName(tx);
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

const byRole = <Value>(valueFor: (role: Role) => Value) =>
  Object.fromEntries(roles.map((role) => [role, valueFor(role)])) as Record<Role, Value>;
