/**
 * The permissions: which roles may do what, by the tables of both specification documents. The
 * server checks each route against it (`@Allow('…')`), and the web client decides by it which
 * navigation it shows. The table is about approved users who are not suspended. Pending and
 * suspended users are checked before (`portalAccessOf`).
 */
export const roles = ['admin', 'pastor', 'secretary', 'support', 'member'] as const;
export type Role = (typeof roles)[number];

/** Roles in a sentence. Emails state them beside a name, because people can take any name. */
export const roleWords: Record<Role, string> = {
  admin: 'administrator',
  pastor: 'pastor',
  secretary: 'secretary',
  support: 'support staff',
  member: 'member',
};

const everyone: readonly Role[] = roles;
const staff: readonly Role[] = ['admin', 'pastor', 'secretary'];
const adminAndSecretary: readonly Role[] = ['admin', 'secretary'];
const adminAndPastor: readonly Role[] = ['admin', 'pastor'];
const ticketStaff: readonly Role[] = ['admin', 'secretary', 'support'];
const adminOnly: readonly Role[] = ['admin'];
const nobody: readonly Role[] = [];

export const policy = {
  // everyone signed in and approved
  'portal.use': everyone,
  'giving.own': everyone,
  'pledge.own': everyone,
  'message.send': everyone,
  'ticket.use': everyone,
  'profile.own': everyone,
  // giving
  'donation.manage': adminAndSecretary,
  'donation.import': adminAndSecretary,
  'donation.guest': staff,
  'ledger.read': staff,
  'fundraiser.manage': adminAndSecretary,
  // people
  'member.list': adminAndSecretary,
  'member.manage': adminAndSecretary,
  'member.approve': adminAndSecretary,
  'role.change': adminOnly,
  'role.overview': adminOnly,
  'audit.read': adminOnly,
  // publishing
  'event.manage': staff,
  'announcement.manage': staff,
  'brothers.manage': adminAndPastor,
  'message.answer': adminAndPastor,
  'study.publish': adminAndPastor,
  'content.manage': adminOnly,
  'content.upload': staff,
  'link.edit': adminOnly,
  'appearance.manage': adminOnly,
  'setting.manage': adminOnly,
  // support and subscription
  'ticket.external': adminOnly,
  'ticket.answer': ticketStaff,
  'subscription.manage': adminOnly,
  // platform: only super administrators may do this, not a role of a church (`isSuperAdmin`)
  'organization.manage': nobody,
} satisfies Record<string, readonly Role[]>;

export type Action = keyof typeof policy;

/** The name of each action on the page of roles. */
export const permissionLabels: Record<Action, string> = {
  'portal.use': 'Use the members portal',
  'giving.own': 'See own giving history',
  'pledge.own': 'Make and change own pledge',
  'message.send': 'Write to the pastor',
  'ticket.use': 'Open support tickets',
  'profile.own': 'Change own profile and settings',
  'donation.manage': 'Record, correct and delete donations',
  'donation.import': 'Import donations from files',
  'donation.guest': 'Record guest donations',
  'ledger.read': 'Read the church ledger',
  'fundraiser.manage': 'Manage fundraising campaigns',
  'member.list': 'See the list of members',
  'member.manage': 'Add, change, suspend and remove members',
  'member.approve': 'Approve new members',
  'role.change': 'Change roles',
  'role.overview': 'See roles and permissions',
  'audit.read': 'Read the audit log',
  'event.manage': 'Manage events',
  'announcement.manage': 'Manage announcements',
  'brothers.manage': 'Manage Brothers in Christ',
  'message.answer': 'Answer messages to the pastor',
  'study.publish': 'Publish Bible studies',
  'content.manage': 'Manage resources, sermons and nuggets',
  'content.upload': 'Upload pictures, audio and documents',
  'link.edit': 'Edit social links',
  'appearance.manage': 'Change the church’s appearance',
  'setting.manage': 'Change the church’s settings',
  'ticket.external': 'Contact Church Connect support',
  'ticket.answer': 'Answer support tickets (secretaries: about gifts)',
  'subscription.manage': 'Manage the subscription',
  'organization.manage': 'Manage organizations',
};

/**
 * The actions of a super administrator. Routes of a church are not among them, except those of
 * external tickets, which belong to both sides.
 */
export const superAdminMay: readonly Action[] = [
  'organization.manage',
  'ticket.use',
  'ticket.answer',
];

export interface Actor {
  role: Role;
  isApproved: boolean;
  isSuspended: boolean;
  isSuperAdmin: boolean;
  organizationId: string | null;
}

/**
 * Returns whether a user may use the portal (`open`), or why not. Admins and super administrators
 * always may.
 */
export function portalAccessOf(actor: Actor): 'open' | 'pending' | 'suspended' {
  if (actor.role === 'admin' || actor.isSuperAdmin) return 'open';
  if (actor.isSuspended) return 'suspended';
  return actor.isApproved ? 'open' : 'pending';
}

export function may(actor: Actor, action: Action): boolean {
  if (portalAccessOf(actor) !== 'open') return false;
  if (actor.isSuperAdmin && superAdminMay.includes(action)) return true;
  return actor.organizationId !== null && policy[action].includes(actor.role);
}

/** The actions that staff may do while their church is read-only: pay and answer (ruling 13). */
const always: readonly Action[] = [
  'subscription.manage',
  'organization.manage',
  'message.answer',
  'ticket.external',
  'ticket.answer',
];
/** Returns whether staff may not perform an action while their church is read-only. */
export const isStaffWork = (action: Action): boolean =>
  !policy[action].some((role) => role === 'member') && !always.includes(action);

/** Reads a role as other systems and older data spell it: `Admin`, `Pastor`, `admin_assistant`. */
export function readRole(text: string): Role {
  const role = text.toLowerCase();
  if (role === 'admin_assistant') return 'secretary';
  return roles.find((known) => known === role) ?? 'member';
}
