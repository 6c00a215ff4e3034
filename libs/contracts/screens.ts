import type { Action } from './policy.js';

/** The groups of the staff's screens, in the order of the menu. */
export const menuGroups = ['People', 'Content', 'Giving', 'Church'] as const;
export type MenuGroup = (typeof menuGroups)[number];

/** A screen, or an action with a screen of its own. */
export interface Screen {
  to: string;
  title: string;
  /** the title in the menu, if it is shorter there */
  label?: string;
  kind?: 'act';
  /** the permission that is needed to find the screen */
  action: Action;
  /** the part of the menu that contains the screen; absent if it is not in the menu */
  menu?: 'member' | 'staff' | 'platform';
  /** the group of a screen of the staff, for a menu that is long enough for groups */
  group?: MenuGroup;
  /** the count of waiting items that the menu shows beside it */
  waiting?: 'people' | 'messages' | 'tickets';
  /** whether it is absent from the drawer on phones */
  isSidebarOnly?: true;
}

/** The named screens in the order of the menu, for the menu, the command palette and the search. */
export const screens: readonly Screen[] = [
  { to: '/', title: 'Dashboard', action: 'portal.use', menu: 'member' },
  { to: '/church-program', title: 'Church Program', action: 'portal.use', menu: 'member' },
  { to: '/resources', title: 'Bible Study Resources', action: 'portal.use', menu: 'member' },
  { to: '/nuggets', title: 'Nuggets', action: 'portal.use', menu: 'member' },
  { to: '/sermons', title: 'Sermon Archive', action: 'portal.use', menu: 'member' },
  { to: '/community', title: 'Community', action: 'portal.use', menu: 'member' },
  { to: '/brothers-in-christ', title: 'Brothers in Christ', action: 'portal.use', menu: 'member' },
  { to: '/donations', title: 'Donations & Giving', action: 'giving.own', menu: 'member' },
  { to: '/message-pastor', title: 'Message Pastor', action: 'message.send', menu: 'member' },
  {
    to: '/support',
    title: 'Support Center',
    label: 'Support',
    action: 'ticket.use',
    menu: 'member',
    waiting: 'tickets',
    isSidebarOnly: true,
  },
  { to: '/notifications', title: 'Notification Settings', action: 'profile.own' },
  {
    to: '/profile',
    title: 'My Profile',
    action: 'profile.own',
    menu: 'member',
    isSidebarOnly: true,
  },
  { to: '/settings', title: 'Account Settings', action: 'profile.own' },
  {
    to: '/admin/pastor-dashboard',
    title: 'Pastor Dashboard',
    action: 'study.publish',
    menu: 'staff',
    group: 'Content',
    waiting: 'messages',
  },
  {
    to: '/admin/events',
    title: 'Events Management',
    action: 'event.manage',
    menu: 'staff',
    group: 'Content',
  },
  {
    to: '/admin/announcements',
    title: 'Announcements',
    action: 'announcement.manage',
    menu: 'staff',
    group: 'Content',
  },
  {
    to: '/admin/content',
    title: 'Content',
    action: 'content.manage',
    menu: 'staff',
    group: 'Content',
  },
  {
    to: '/admin/brothers-in-christ',
    title: 'Brothers in Christ Management',
    label: 'Brothers Management',
    action: 'brothers.manage',
    menu: 'staff',
    group: 'Content',
  },
  { to: '/admin/trash', title: 'Trash', action: 'event.manage' },
  {
    to: '/admin/members',
    title: 'Members',
    action: 'member.manage',
    menu: 'staff',
    group: 'People',
  },
  {
    to: '/admin/user-approvals',
    title: 'User Approvals',
    action: 'member.approve',
    menu: 'staff',
    group: 'People',
    waiting: 'people',
  },
  {
    to: '/admin/member-donations',
    title: 'Member Donations',
    action: 'donation.manage',
    menu: 'staff',
    group: 'Giving',
  },
  {
    to: '/admin/donation-imports',
    title: 'Import Donations',
    kind: 'act',
    action: 'donation.import',
    menu: 'staff',
    group: 'Giving',
  },
  {
    to: '/admin/church-ledger',
    title: 'Church Ledger',
    action: 'ledger.read',
    menu: 'staff',
    group: 'Giving',
  },
  {
    to: '/admin/fundraisers',
    title: 'Fundraising Campaigns',
    action: 'fundraiser.manage',
    menu: 'staff',
    group: 'Giving',
  },
  {
    to: '/admin/roles-permissions',
    title: 'Roles & Permissions',
    action: 'role.overview',
    menu: 'staff',
    group: 'People',
  },
  { to: '/admin/audit', title: 'Audit Log', action: 'audit.read', menu: 'staff', group: 'Church' },
  {
    to: '/admin/appearance',
    title: 'Church Appearance',
    action: 'appearance.manage',
    menu: 'staff',
    group: 'Church',
  },
  {
    to: '/admin/settings',
    title: 'Church Settings',
    action: 'setting.manage',
    menu: 'staff',
    group: 'Church',
  },
  {
    to: '/subscribe',
    title: 'Subscription',
    action: 'subscription.manage',
    menu: 'staff',
    group: 'Church',
  },
  {
    to: '/admin/organizations',
    title: 'Organization Management',
    action: 'organization.manage',
    menu: 'platform',
  },
];
