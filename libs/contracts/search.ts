import { z } from 'zod';
import { id, searchText } from './common.js';
import type { Action } from './policy.js';

export const searchKinds = ['screen', 'act', 'person', 'resource', 'sermon', 'event'] as const;
export const searchQuery = z.strictObject({ q: searchText });
/** `to`: a path of the client; `id` of a screen or an act is its path. */
export const searchResult = z.object({ kind: z.enum(searchKinds), id: z.union([id, z.string()]), title: z.string(), to: z.string() });
export type SearchResult = z.infer<typeof searchResult>;

/** Screens and acts by the right that they need, for whoever looks for them by name. */
export const screens: { kind: 'screen' | 'act'; title: string; to: string; action: Action }[] = [
  { kind: 'screen', title: 'Dashboard', to: '/', action: 'portal.use' },
  { kind: 'screen', title: 'Church Program', to: '/church-program', action: 'portal.use' },
  { kind: 'screen', title: 'Bible Study Resources', to: '/resources', action: 'portal.use' },
  { kind: 'screen', title: 'Nuggets', to: '/nuggets', action: 'portal.use' },
  { kind: 'screen', title: 'Sermon Archive', to: '/sermons', action: 'portal.use' },
  { kind: 'screen', title: 'Community', to: '/community', action: 'portal.use' },
  { kind: 'screen', title: 'Brothers in Christ', to: '/brothers-in-christ', action: 'portal.use' },
  { kind: 'screen', title: 'Donations & Giving', to: '/donations', action: 'giving.own' },
  { kind: 'screen', title: 'Message Pastor', to: '/message-pastor', action: 'message.send' },
  { kind: 'screen', title: 'Notification Settings', to: '/notifications', action: 'profile.own' },
  { kind: 'screen', title: 'My Profile', to: '/profile', action: 'profile.own' },
  { kind: 'screen', title: 'Account Settings', to: '/settings', action: 'profile.own' },
  { kind: 'screen', title: 'Events Management', to: '/admin/events', action: 'event.manage' },
  { kind: 'screen', title: 'Announcements', to: '/admin/announcements', action: 'announcement.manage' },
  { kind: 'screen', title: 'Brothers in Christ Management', to: '/admin/brothers-in-christ', action: 'brothers.manage' },
  { kind: 'screen', title: 'Pastor Dashboard', to: '/admin/pastor-dashboard', action: 'study.publish' },
  { kind: 'screen', title: 'Content', to: '/admin/content', action: 'content.manage' },
  { kind: 'screen', title: 'Members', to: '/admin/members', action: 'member.manage' },
  { kind: 'screen', title: 'User Approvals', to: '/admin/user-approvals', action: 'member.approve' },
  { kind: 'screen', title: 'Member Donations', to: '/admin/member-donations', action: 'donation.manage' },
  { kind: 'screen', title: 'Church Ledger', to: '/admin/church-ledger', action: 'ledger.read' },
  { kind: 'screen', title: 'Fundraising Campaigns', to: '/admin/fundraisers', action: 'fundraiser.manage' },
  { kind: 'screen', title: 'Roles & Permissions', to: '/admin/roles-permissions', action: 'role.overview' },
  { kind: 'screen', title: 'Audit Log', to: '/admin/audit', action: 'audit.read' },
  { kind: 'screen', title: 'Church Appearance', to: '/admin/appearance', action: 'appearance.manage' },
  { kind: 'screen', title: 'Church Settings', to: '/admin/settings', action: 'setting.manage' },
  { kind: 'screen', title: 'Subscription', to: '/subscribe', action: 'subscription.manage' },
  { kind: 'act', title: 'Import Donations', to: '/admin/donation-imports', action: 'donation.import' },
];
