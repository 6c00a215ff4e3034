import type { AuditEntry, Role } from '#libs/contracts';
import { formatUsd, fromDecimal } from '#libs/money';
import { plural } from '../../../lib/format';
import { roleLabels } from '../../../lib/vocabulary';

const fieldLabels: Record<string, string> = {
  firstName: 'first name',
  lastName: 'last name',
  email: 'email address',
  phone: 'phone',
};
/** The reasons of refusals by their codes. Other codes are shown as they are. */
const refusals: Record<string, string> = {
  'wrong-password': 'wrong password',
  'wrong-code': 'wrong code',
  throttled: 'too many attempts',
  forbidden: 'not allowed',
  pending: 'awaiting approval',
  suspended: 'account suspended',
  'read-only': 'church is read-only',
  'cross-site': 'sent by another site',
};
const refusalOf = (code: unknown) => refusals[String(code)] ?? String(code);
const roleOf = (value: unknown) => roleLabels[value as Role];

/** Returns the details of an entry that are not part of its action: "Member → Secretary". */
export function detailsOf({ action, details }: AuditEntry): string {
  if (action === 'role-changed') return `${roleOf(details.from)} → ${roleOf(details.to)}`;
  if (action === 'member-approved' && details.unconfirmed) return 'address not confirmed';
  if (action === 'member-added') return `as ${roleOf(details.role)}`;
  if (Array.isArray(details.fields))
    return (details.fields as string[]).map((field) => fieldLabels[field] ?? field).join(', ');
  if (action === 'credentials-refused') return refusalOf(details.reason);
  if (action === 'call-refused') return `${refusalOf(details.code)}: ${String(details.route)}`;
  if (typeof details.plan === 'string')
    return `${details.plan[0]?.toUpperCase()}${details.plan.slice(1)}`;
  if (typeof details.amount === 'string') {
    const formattedAmount = formatUsd(fromDecimal(details.amount));
    if (typeof details.becomes === 'string')
      return `${formattedAmount} → ${formatUsd(fromDecimal(details.becomes))}`;
    return typeof details.donations === 'number'
      ? `${plural(details.donations, 'donation')}, ${formattedAmount}`
      : formattedAmount;
  }
  if ('year' in details)
    return typeof details.year === 'number' ? String(details.year) : 'all years';
  return '';
}
