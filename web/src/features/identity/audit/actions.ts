import type { AuditEntry, Role } from '#libs/contracts';
import { roleLabels } from '../../../lib/vocabulary';

/** What the log's actions are called; one that is not here is shown as it is. */
export const actionLabels: Record<string, string> = {
  'signed-in': 'Signed in',
  registered: 'Registered',
  'email-verified': 'E-mail address confirmed',
  'email-changed': 'E-mail address changed',
  'account-taken-over': 'Entry made by hand taken over',
  'password-changed': 'Password changed',
  'credentials-refused': 'Password or code refused',
  'call-refused': 'Call refused',
  'mfa-enabled': 'Two-factor turned on',
  'mfa-disabled': 'Two-factor turned off',
  'mfa-reset': 'Two-factor reset by the operator',
  'member-approved': 'Access approved',
  'member-added': 'Member added by hand',
  'member-changed': 'Member changed',
  'role-changed': 'Role changed',
  'member-suspended': 'Member suspended',
  'member-reactivated': 'Member reactivated',
  'member-removed': 'Member removed',
  'people-invited': 'People invited',
  'church-registered': 'Church registered',
  'domain-chosen': 'Domain chosen',
  'domain-verified': 'Domain verified',
  'subscription-started': 'Subscription begun',
  'plan-changed': 'Plan changed',
  'payment-failed': 'Payment failed',
  'payment-succeeded': 'Payment renewed',
  'subscription-canceled': 'Subscription canceled',
  'subscription-resumed': 'Subscription resumed',
  'subscription-paused': 'Subscription paused',
  'subscription-ended': 'Subscription ended',
  'second-subscription-found': 'Second subscription found',
  'setting-changed': 'Church setting changed',
  'feed-made': 'Personal feed made',
  'feed-ended': 'Personal feed ended',
  'podcast-opened': 'Public podcast turned on',
  'podcast-closed': 'Public podcast turned off',
  'content-imported': 'Content imported from a file',
  'ticket-changed': 'Support ticket changed',
  'ticket.donation': 'Gift of a support ticket read',
  'message-answered': 'Message to the pastor answered',
  'news-stopped': 'Letters of news stopped',
  'sms-number-confirmed': 'Number for text messages confirmed',
  'content-added': 'Content published',
  'content-changed': 'Content changed',
  'content-removed': 'Content deleted',
  'site-image-added': 'Picture of the site added',
  'site-image-changed': 'Picture of the site changed',
  'site-image-removed': 'Picture of the site deleted',
  'ledger.read': 'Ledger read',
  'ledger.exported': 'Ledger exported',
  'ledger.donor': 'Donations of a giver read',
  'donations.read': 'Donations read',
  'donations.history': 'History of a donation read',
  'pledge.read': 'Pledge read',
  'import.uploaded': 'Import uploaded',
  'import.read': 'Rows of an import read',
  'import.exported': 'Rows of an import exported',
  'import.committed': 'Import committed',
  'import.undone': 'Import undone',
  'import.deleted': 'Draft of an import deleted',
};

export const labelOf = (action: string) => actionLabels[action] ?? action;

const fieldLabels: Record<string, string> = { firstName: 'first name', lastName: 'last name', email: 'e-mail address', phone: 'phone' };
/** Why something was refused, by its code; another is shown as it is. */
const refusals: Record<string, string> = {
  'wrong-password': 'wrong password', 'wrong-code': 'wrong code', throttled: 'too many attempts', forbidden: 'not allowed', pending: 'awaiting approval',
  suspended: 'account suspended', 'read-only': 'church is read-only', 'cross-site': 'sent by another site',
};
const refusalOf = (code: unknown) => refusals[String(code)] ?? String(code);
const roleOf = (value: unknown) => roleLabels[value as Role];

/** What exactly, where the entry says more than its action: "Member → Secretary". */
export function detailsOf({ action, details }: AuditEntry): string {
  if (action === 'role-changed') return `${roleOf(details.from)} → ${roleOf(details.to)}`;
  if (action === 'member-approved' && details.unconfirmed) return 'address not confirmed';
  if (action === 'member-added') return `as ${roleOf(details.role)}`;
  if (Array.isArray(details.fields)) return (details.fields as string[]).map((field) => fieldLabels[field] ?? field).join(', ');
  if (action === 'credentials-refused') return refusalOf(details.reason);
  if (action === 'call-refused') return `${refusalOf(details.code)}: ${String(details.route)}`;
  if (typeof details.plan === 'string') return `${details.plan[0]?.toUpperCase()}${details.plan.slice(1)}`;
  if ('year' in details) return typeof details.year === 'number' ? String(details.year) : 'all years';
  return '';
}
