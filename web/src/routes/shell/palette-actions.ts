import type { Action } from '#libs/contracts';

/**
 * An action of the command palette. It opens a page, and if `dialog` is set, a dialog of that page.
 */
export interface PaletteAction {
  label: string;
  to: string;
  dialog?: string;
  /** The permission that a user needs to find the action. */
  action: Action;
}

export const paletteActions: readonly PaletteAction[] = [
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
