import { may, menuGroups, type Screen, screens, type User } from '#libs/contracts';

export interface NavigationGroup {
  /** Undefined if the section is too short for groups. */
  title?: string;
  items: Screen[];
}

export interface NavigationSection {
  /** Undefined for the member menu. */
  title?: string;
  groups: NavigationGroup[];
}

/** The largest number of entries that are listed without groups. */
const maxUngrouped = 8;

const staffMenuTitles: Partial<Record<User['role'], string>> = {
  admin: 'Admin Controls',
  pastor: 'Pastor Controls',
  secretary: 'Secretary Controls',
};

const screensIn = (part: Screen['menu']) => screens.filter(({ menu }) => menu === part);

/** Divides the screens of the staff into groups if there are many of them. No group is empty. */
export function divideIntoGroups(items: Screen[]): NavigationGroup[] {
  if (items.length <= maxUngrouped) return [{ items }];
  return menuGroups
    .map((title) => ({ title, items: items.filter(({ group }) => group === title) }))
    .filter((group) => group.items.length > 0);
}

/** Returns the menu of a user: screens that exist and that the user may open. */
export function navigationOf(user: User): NavigationSection[] {
  const staff = screensIn('staff').filter(({ action }) => may(user, action));
  const title = staffMenuTitles[user.role];
  return [
    { groups: [{ items: screensIn('member').filter(({ action }) => may(user, action)) }] },
    ...(title && staff.length > 0 ? [{ title, groups: divideIntoGroups(staff) }] : []),
    ...(user.isSuperAdmin
      ? [{ title: 'Super Admin Controls', groups: [{ items: screensIn('platform') }] }]
      : []),
  ];
}

/** Returns Admin, Pastor or Secretary, and Member for all other roles. */
export function roleLabel(user: User): string {
  if (user.role === 'admin') return 'Admin';
  if (user.role === 'pastor') return 'Pastor';
  return user.role === 'secretary' ? 'Secretary' : 'Member';
}

export function memberSinceLabel(user: {
  memberSince: string | null;
  createdAt: string | null;
}): string {
  const year = (user.memberSince ?? user.createdAt)?.slice(0, 4);
  return year ? `Member since ${year}` : 'Member';
}
