import type { AuditEntry, Role } from '#libs/contracts';
import { roleLabels } from '../../../lib/vocabulary';

/** What the log's actions are called; one that is not here is shown as it is. */
export const actionLabels: Record<string, string> = {
  'signed-in': 'Signed in',
  registered: 'Registered',
  'email-verified': 'E-mail address confirmed',
  'account-taken-over': 'Entry made by hand taken over',
  'password-changed': 'Password changed',
  'mfa-enabled': 'Two-factor turned on',
  'mfa-disabled': 'Two-factor turned off',
  'member-approved': 'Access approved',
  'member-added': 'Member added by hand',
  'member-changed': 'Member changed',
  'role-changed': 'Role changed',
  'member-suspended': 'Member suspended',
  'member-reactivated': 'Member reactivated',
  'member-removed': 'Member removed',
  'setting-changed': 'Church setting changed',
  'site-image-added': 'Picture of the site added',
  'site-image-changed': 'Picture of the site changed',
  'site-image-removed': 'Picture of the site deleted',
  'ledger.read': 'Ledger read',
  'ledger.exported': 'Ledger exported',
  'ledger.donor': 'Donations of a giver read',
  'import.uploaded': 'Import uploaded',
  'import.commit': 'Import committed',
  'import.undo': 'Import undone',
};

export const labelOf = (action: string) => actionLabels[action] ?? action;

const fieldLabels: Record<string, string> = { firstName: 'first name', lastName: 'last name', email: 'e-mail address', phone: 'phone' };
const roleOf = (value: unknown) => roleLabels[value as Role];

/** What exactly, where the entry says more than its action: "Member → Secretary". */
export function detailsOf({ action, details }: AuditEntry): string {
  if (action === 'role-changed') return `${roleOf(details.from)} → ${roleOf(details.to)}`;
  if (action === 'member-added') return `as ${roleOf(details.role)}`;
  if (Array.isArray(details.fields)) return (details.fields as string[]).map((field) => fieldLabels[field] ?? field).join(', ');
  if (action.startsWith('ledger.') && action !== 'ledger.donor') return typeof details.year === 'number' ? String(details.year) : 'all years';
  return '';
}
