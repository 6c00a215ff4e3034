import { z } from 'zod';
import { isCalendarDate } from '#libs/calendar';
import { text, timestamp } from '../common.js';
import { contentBase, contentTimes, contentTitle, creator } from './content.js';

export const announcementPriorities = ['high', 'normal', 'low'] as const;

/**
 * `expiresAt` is the first moment at which members do not see the announcement anymore, and
 * `lastDay` the last date on which they see it, in the time zone of the church (`YYYY-MM-DD`).
 */
export const announcement = z.object({
  ...contentBase,
  ...contentTimes,
  content: z.string(),
  priority: z.enum(announcementPriorities),
  expiresAt: timestamp.nullable(),
  lastDay: z.string().nullable(),
  isExpired: z.boolean(),
  creator,
});
export type Announcement = z.infer<typeof announcement>;

const contentTooShort = 'Content must be at least 10 characters';
/** The first and the last year lack a day in some time zones. */
const isYearOfDates = (year: number) => year > 1900 && year < 2999;

const content = text(10_000, contentTooShort).pipe(z.string().min(10, contentTooShort));
/**
 * A date (its whole day still counts, in the church's zone), or a moment. Moments have the years of
 * calendar dates, too.
 */
const expiresAt = z
  .union(
    [
      z.literal(''),
      z.string().refine(isCalendarDate, 'Please enter a valid date'),
      z.iso
        .datetime({ offset: true, local: true, error: 'Please enter a valid date' })
        .refine((moment) => isYearOfDates(Number(moment.slice(0, 4))), 'Please enter a valid date'),
    ],
    { error: 'Please enter a valid date' },
  )
  .nullish();

export const createAnnouncement = z.strictObject({
  title: contentTitle,
  content,
  priority: z.enum(announcementPriorities).default('normal'),
  isActive: z.boolean().default(true),
  expiresAt,
});
export type CreateAnnouncement = z.input<typeof createAnnouncement>;
export const editAnnouncement = z.strictObject({
  title: contentTitle.optional(),
  content: content.optional(),
  priority: z.enum(announcementPriorities).optional(),
  isActive: z.boolean().optional(),
  expiresAt,
});
export type EditAnnouncement = z.input<typeof editAnnouncement>;
