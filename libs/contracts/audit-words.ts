const labels = {
  'restore-accepted': 'Restore of an older copy accepted by the operator',
  'signed-in': 'Signed in',
  registered: 'Registered',
  'email-verified': 'Email address confirmed',
  'email-changed': 'Email address changed',
  'account-taken-over': 'Entry made by hand taken over',
  'password-changed': 'Password changed',
  'credentials-refused': 'Failed sign-in',
  'call-refused': 'Call refused',
  'mfa-enabled': 'Two-factor turned on',
  'mfa-disabled': 'Two-factor turned off',
  'recovery-codes-made': 'New recovery codes created',
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
  'ticket.donation': 'Viewed the gift of a support ticket',
  'message-answered': 'Message to the pastor answered',
  'news-stopped': 'Unsubscribed from news emails',
  'sms-number-confirmed': 'Number for text messages confirmed',
  'content-added': 'Content published',
  'content-changed': 'Content changed',
  'content-removed': 'Content deleted',
  'content-restored': 'Content restored',
  'content-deleted-for-good': 'Content deleted for good',
  'event-canceled': 'Event canceled',
  'event-moved': 'Event moved',
  'event-reinstated': 'Canceled event reinstated',
  'site-image-added': 'Picture of the site added',
  'site-image-changed': 'Picture of the site changed',
  'site-image-removed': 'Picture of the site deleted',
  'ledger.read': 'Viewed the ledger',
  'ledger.exported': 'Ledger exported',
  'ledger.donor': 'Viewed the donations of a giver',
  'donations.read': 'Viewed donations',
  'donation.recorded': 'Gift recorded',
  'donation.corrected': 'Gift corrected',
  'donation.deleted': 'Gift deleted',
  'donation.restored': 'Gift restored',
  'donations.exported': 'Donations exported',
  'donations.history': 'Viewed the history of a donation',
  'pledge.read': 'Viewed a pledge',
  'import.uploaded': 'Import uploaded',
  'import.read': 'Viewed import rows',
  'import.exported': 'Rows of an import exported',
  'import.answered': 'Givers of an import named',
  'import.change-undone': 'Change of import rows or givers undone',
  'import.answers-read': 'Viewed remembered givers',
  'import.answer-forgotten': 'Remembered giver forgotten',
  'import.layouts-read': 'Viewed remembered file formats',
  'import.layout-forgotten': 'Remembered file format forgotten',
  'import.committed': 'Import committed',
  'import.undone': 'Import undone',
  'import.deleted': 'Draft of an import deleted',
  'audit.exported': 'Audit log exported',
};

/** The names of the actions of the audit log. An action without a name is shown as it is stored. */
export const auditLabels: Readonly<Record<string, string>> = labels;

export const auditLabelOf = (action: string) => auditLabels[action] ?? action;

/** The groups of actions by which the audit log can be filtered. */
export const auditGroups = ['changes', 'views', 'access'] as const;
export type AuditGroup = (typeof auditGroups)[number];

/** The actions by which users read data. */
const views: (keyof typeof labels)[] = [
  'ticket.donation',
  'ledger.read',
  'ledger.exported',
  'ledger.donor',
  'donations.read',
  'donations.exported',
  'donations.history',
  'pledge.read',
  'import.read',
  'import.exported',
  'import.answers-read',
  'import.layouts-read',
  'audit.exported',
];
/** Sign-ins, and changes of passwords and second factors. */
const access: (keyof typeof labels)[] = [
  'signed-in',
  'registered',
  'email-verified',
  'email-changed',
  'account-taken-over',
  'password-changed',
  'credentials-refused',
  'call-refused',
  'mfa-enabled',
  'mfa-disabled',
  'recovery-codes-made',
  'mfa-reset',
];

/** Returns which actions are in a group: `actions`, or all except them. */
export function actionsOfGroup(group: AuditGroup): { excludesActions: boolean; actions: string[] } {
  // Changes are named by what they are not, because the actions of old entries may have no label.
  if (group === 'changes') return { excludesActions: true, actions: [...views, ...access] };
  return { excludesActions: false, actions: group === 'views' ? views : access };
}
