import { may, type Screen, screens, type User } from '#libs/contracts';

export interface NavigationSection {
  /** Absent for the member menu. */
  title?: string;
  items: Screen[];
}

const titles: Partial<Record<User['role'], string>> = {
  admin: 'Admin Controls',
  pastor: 'Pastor Controls',
  secretary: 'Secretary Controls',
};

const of = (part: Screen['menu']) => screens.filter(({ menu }) => menu === part);

/** What the person finds in the menu: only screens that exist and that they may open. */
export function navigationOf(user: User): NavigationSection[] {
  const staff = of('staff').filter(({ action }) => may(user, action));
  const title = titles[user.role];
  return [
    { items: of('member').filter(({ action }) => may(user, action)) },
    ...(title && staff.length > 0 ? [{ title, items: staff }] : []),
    ...(user.isSuperAdmin ? [{ title: 'Super Admin Controls', items: of('platform') }] : []),
  ];
}

/** Admin, Pastor, Secretary, otherwise Member. */
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
