import { BookOpenText, Building2, CalendarCog, CalendarDays, Church, CircleUserRound, CreditCard, FileUp, Flag, GraduationCap, HandCoins, HandHeart, LayoutDashboard, LibraryBig, type LucideIcon, Megaphone, MessageCircle, Mic, NotebookText, Palette, ScrollText, Shield, ShieldCheck, SlidersHorizontal, Sparkles, UserCheck, Users, UsersRound } from 'lucide-react';
import { type Action, may, type User } from '#libs/contracts';

export interface NavigationItem {
  to: string;
  label: string;
  icon: LucideIcon;
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
  { to: '/', label: 'Dashboard', icon: LayoutDashboard, action: 'portal.use' },
  { to: '/church-program', label: 'Church Program', icon: CalendarDays, action: 'portal.use' },
  { to: '/resources', label: 'Bible Study Resources', icon: GraduationCap, action: 'portal.use' },
  { to: '/nuggets', label: 'Nuggets', icon: Sparkles, action: 'portal.use' },
  { to: '/sermons', label: 'Sermon Archive', icon: Mic, action: 'portal.use' },
  { to: '/community', label: 'Community', icon: Church, action: 'portal.use' },
  { to: '/brothers-in-christ', label: 'Brothers in Christ', icon: Shield, action: 'portal.use' },
  { to: '/donations', label: 'Donations & Giving', icon: HandCoins, action: 'giving.own' },
  { to: '/message-pastor', label: 'Message Pastor', icon: MessageCircle, action: 'message.send' },
  { to: '/profile', label: 'My Profile', icon: CircleUserRound, action: 'profile.own', isSidebarOnly: true },
];

const staffItems: NavigationItem[] = [
  { to: '/admin/pastor-dashboard', label: 'Pastor Dashboard', icon: BookOpenText, action: 'study.publish', waiting: 'messages' },
  { to: '/admin/events', label: 'Events Management', icon: CalendarCog, action: 'event.manage' },
  { to: '/admin/announcements', label: 'Announcements', icon: Megaphone, action: 'announcement.manage' },
  { to: '/admin/content', label: 'Content', icon: LibraryBig, action: 'content.manage' },
  { to: '/admin/brothers-in-christ', label: 'Brothers Management', icon: HandHeart, action: 'brothers.manage' },
  { to: '/admin/members', label: 'Members', icon: UsersRound, action: 'member.manage' },
  { to: '/admin/user-approvals', label: 'User Approvals', icon: UserCheck, action: 'member.approve', waiting: 'people' },
  { to: '/admin/member-donations', label: 'Member Donations', icon: Users, action: 'donation.manage' },
  { to: '/admin/donation-imports', label: 'Import Donations', icon: FileUp, action: 'donation.import' },
  { to: '/admin/church-ledger', label: 'Church Ledger', icon: NotebookText, action: 'ledger.read' },
  { to: '/admin/fundraisers', label: 'Fundraising Campaigns', icon: Flag, action: 'fundraiser.manage' },
  { to: '/admin/roles-permissions', label: 'Roles & Permissions', icon: ShieldCheck, action: 'role.overview' },
  { to: '/admin/audit', label: 'Audit Log', icon: ScrollText, action: 'audit.read' },
  { to: '/admin/appearance', label: 'Church Appearance', icon: Palette, action: 'appearance.manage' },
  { to: '/admin/settings', label: 'Church Settings', icon: SlidersHorizontal, action: 'setting.manage' },
  { to: '/subscribe', label: 'Subscription', icon: CreditCard, action: 'subscription.manage' },
];

const platformItems: NavigationItem[] = [{ to: '/admin/organizations', label: 'Organization Management', icon: Building2, action: 'organization.manage' }];

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
