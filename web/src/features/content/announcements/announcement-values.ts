import type { Announcement } from '#libs/contracts';
import type { FieldLabels } from '../../../lib/content/compare-fields';

/** The values of the form of an announcement. */
export interface AnnouncementValues {
  title: string;
  content: string;
  priority: Announcement['priority'];
  isActive: boolean;
  /** The last day (`YYYY-MM-DD`), or empty. */
  expiresAt: string;
}

/** The labels of the fields, for a comparison of two versions. */
export const announcementLabels: FieldLabels<AnnouncementValues> = [
  ['title', 'Title'],
  ['content', 'Content'],
  ['priority', 'Priority'],
  ['expiresAt', 'Expires'],
  ['isActive', 'Active'],
];

/** Returns the values of the form for an announcement; null for a new one. */
export const announcementValues = (announcement: Announcement | null): AnnouncementValues => ({
  title: announcement?.title ?? '',
  content: announcement?.content ?? '',
  priority: announcement?.priority ?? 'normal',
  isActive: announcement?.isActive ?? true,
  expiresAt: announcement?.lastDay ?? '',
});
