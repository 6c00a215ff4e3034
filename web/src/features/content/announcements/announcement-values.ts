import type { Announcement } from '#libs/contracts';

/** What stands in the form of an announcement. */
export interface AnnouncementValues {
  title: string;
  content: string;
  priority: Announcement['priority'];
  isActive: boolean;
  /** the last day, or empty */
  expiresAt: string;
}
