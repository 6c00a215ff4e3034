import { CircleUserRound, FileUp, Flag, HandCoins, LayoutDashboard, type LucideIcon, NotebookText, Users } from 'lucide-react';
import { type Action, may, type User } from '#libs/contracts';

export interface NavigationItem {
  to: string;
  label: string;
  icon: LucideIcon;
  action: Action;
}

export interface NavigationSection {
  /** Absent for the member menu. */
  title?: string;
  items: NavigationItem[];
}

const memberItems: NavigationItem[] = [
  { to: '/', label: 'Dashboard', icon: LayoutDashboard, action: 'portal.use' },
  { to: '/donations', label: 'Donations & Giving', icon: HandCoins, action: 'giving.own' },
  { to: '/profile', label: 'My Profile', icon: CircleUserRound, action: 'profile.own' },
];

const staffItems: NavigationItem[] = [
  { to: '/admin/member-donations', label: 'Member Donations', icon: Users, action: 'donation.manage' },
  { to: '/admin/donation-imports', label: 'Import Donations', icon: FileUp, action: 'donation.import' },
  { to: '/admin/church-ledger', label: 'Church Ledger', icon: NotebookText, action: 'ledger.read' },
  { to: '/admin/fundraisers', label: 'Fundraising Campaigns', icon: Flag, action: 'fundraiser.manage' },
];

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
