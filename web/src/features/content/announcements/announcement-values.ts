import type { Announcement } from '#libs/contracts';

/** The values of the form of an announcement. */
export interface AnnouncementValues {
  title: string;
  content: string;
  priority: Announcement['priority'];
  isActive: boolean;
  /** The last day (`YYYY-MM-DD`), or empty. */
  expiresAt: string;
}
