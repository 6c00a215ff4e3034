import { type Action, may, type User } from '#libs/contracts';

export interface NavigationItem {
  to: string;
  label: string;
  action: Action;
  /** How many wait there is shown beside it. */
  waiting?: 'people' | 'messages';
  /** Not in the drawer of phones. */
  isSidebarOnly?: boolean;
}

export interface NavigationSection {
  /** Absent for the member menu. */
  title?: string;
  items: NavigationItem[];
}

const memberItems: NavigationItem[] = [
  { to: '/', label: 'Dashboard', action: 'portal.use' },
  { to: '/church-program', label: 'Church Program', action: 'portal.use' },
  { to: '/resources', label: 'Bible Study Resources', action: 'portal.use' },
  { to: '/nuggets', label: 'Nuggets', action: 'portal.use' },
  { to: '/sermons', label: 'Sermon Archive', action: 'portal.use' },
  { to: '/community', label: 'Community', action: 'portal.use' },
  { to: '/brothers-in-christ', label: 'Brothers in Christ', action: 'portal.use' },
  { to: '/donations', label: 'Donations & Giving', action: 'giving.own' },
  { to: '/message-pastor', label: 'Message Pastor', action: 'message.send' },
  { to: '/profile', label: 'My Profile', action: 'profile.own', isSidebarOnly: true },
];

const staffItems: NavigationItem[] = [
  { to: '/admin/pastor-dashboard', label: 'Pastor Dashboard', action: 'study.publish', waiting: 'messages' },
  { to: '/admin/events', label: 'Events Management', action: 'event.manage' },
  { to: '/admin/announcements', label: 'Announcements', action: 'announcement.manage' },
  { to: '/admin/content', label: 'Content', action: 'content.manage' },
  { to: '/admin/brothers-in-christ', label: 'Brothers Management', action: 'brothers.manage' },
  { to: '/admin/members', label: 'Members', action: 'member.manage' },
  { to: '/admin/user-approvals', label: 'User Approvals', action: 'member.approve', waiting: 'people' },
  { to: '/admin/member-donations', label: 'Member Donations', action: 'donation.manage' },
  { to: '/admin/donation-imports', label: 'Import Donations', action: 'donation.import' },
  { to: '/admin/church-ledger', label: 'Church Ledger', action: 'ledger.read' },
  { to: '/admin/fundraisers', label: 'Fundraising Campaigns', action: 'fundraiser.manage' },
  { to: '/admin/roles-permissions', label: 'Roles & Permissions', action: 'role.overview' },
  { to: '/admin/audit', label: 'Audit Log', action: 'audit.read' },
  { to: '/admin/appearance', label: 'Church Appearance', action: 'appearance.manage' },
  { to: '/admin/settings', label: 'Church Settings', action: 'setting.manage' },
  { to: '/subscribe', label: 'Subscription', action: 'subscription.manage' },
];

const platformItems: NavigationItem[] = [{ to: '/admin/organizations', label: 'Organization Management', action: 'organization.manage' }];

const titles: Partial<Record<User['role'], string>> = {
  admin: 'Admin Controls',
  pastor: 'Pastor Controls',
  secretary: 'Secretary Controls',
};

/** What the person finds in the menu: only screens that exist and that they may open. */
export function navigationOf(user: User): NavigationSection[] {
  const staff = staffItems.filter((item) => may(user, item.action));
  const title = titles[user.role];
  return [
    { items: memberItems.filter((item) => item.to === '/' || may(user, item.action)) },
    ...(title && staff.length > 0 ? [{ title, items: staff }] : []),
    ...(user.isSuperAdmin ? [{ title: 'Super Admin Controls', items: platformItems }] : []),
  ];
}

/** Admin, Pastor, Secretary, otherwise Member. */
export function roleLabel(user: User): string {
  if (user.role === 'admin') return 'Admin';
  if (user.role === 'pastor') return 'Pastor';
  return user.role === 'secretary' ? 'Secretary' : 'Member';
}

export function memberSinceLabel(user: { memberSince: string | null; createdAt: string | null }): string {
  const year = (user.memberSince ?? user.createdAt)?.slice(0, 4);
  return year ? `Member since ${year}` : 'Member';
}
