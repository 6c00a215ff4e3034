import type { Action } from '#libs/contracts';

/** What is done rather than gone to: each leads to its page and opens its very dialog there, or to the page of its form. */
export interface Act {
  label: string;
  to: string;
  dialog?: string;
  /** Whoever may do that finds it. */
  action: Action;
}

export const acts: readonly Act[] = [
  {
    label: 'Add donation',
    to: '/admin/member-donations',
    dialog: 'add',
    action: 'donation.manage',
  },
  {
    label: 'Record guest donation',
    to: '/admin/church-ledger',
    dialog: 'guest',
    action: 'donation.guest',
  },
  { label: 'Invite people', to: '/admin/members', dialog: 'invite', action: 'member.manage' },
  { label: 'Add member', to: '/admin/members', dialog: 'add', action: 'member.manage' },
  { label: 'Import members', to: '/admin/members', dialog: 'import', action: 'member.manage' },
  {
    label: 'Create campaign',
    to: '/admin/fundraisers',
    dialog: 'create',
    action: 'fundraiser.manage',
  },
  {
    label: 'Create announcement',
    to: '/admin/announcements',
    dialog: 'create',
    action: 'announcement.manage',
  },
  { label: 'Add event', to: '/admin/events/new', action: 'event.manage' },
  { label: 'Add resource', to: '/admin/content/resources/new', action: 'content.manage' },
  { label: 'Add sermon', to: '/admin/content/sermons/new', action: 'content.manage' },
  { label: 'Create ticket', to: '/support', dialog: 'create', action: 'ticket.use' },
  {
    label: 'Create organization',
    to: '/admin/organizations',
    dialog: 'create',
    action: 'organization.manage',
  },
];
