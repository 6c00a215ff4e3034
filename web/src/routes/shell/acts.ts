import type { Action } from '#libs/contracts';

/** What is done rather than gone to: each leads to its page and opens its very dialog there, or to the page of its form. */
export interface Act {
  label: string;
  to: string;
  act?: string;
  /** Whoever may do that finds it. */
  action: Action;
}

export const acts: readonly Act[] = [
  { label: 'Add donation', to: '/admin/member-donations', act: 'add', action: 'donation.manage' },
  {
    label: 'Record guest donation',
    to: '/admin/church-ledger',
    act: 'guest',
    action: 'donation.guest',
  },
  { label: 'Invite people', to: '/admin/members', act: 'invite', action: 'member.manage' },
  { label: 'Add member', to: '/admin/members', act: 'add', action: 'member.manage' },
  { label: 'Import members', to: '/admin/members', act: 'import', action: 'member.manage' },
  {
    label: 'Create campaign',
    to: '/admin/fundraisers',
    act: 'create',
    action: 'fundraiser.manage',
  },
  {
    label: 'Create announcement',
    to: '/admin/announcements',
    act: 'create',
    action: 'announcement.manage',
  },
  { label: 'Add event', to: '/admin/events/new', action: 'event.manage' },
  { label: 'Add resource', to: '/admin/content/resources/new', action: 'content.manage' },
  { label: 'Add sermon', to: '/admin/content/sermons/new', action: 'content.manage' },
  { label: 'Create ticket', to: '/support', act: 'create', action: 'ticket.use' },
  {
    label: 'Create organization',
    to: '/admin/organizations',
    act: 'create',
    action: 'organization.manage',
  },
];
