import { z } from 'zod';
import { amountOutput, dateOutput, id, timestamp } from '../common.js';

/** The changes of the books that the card "Today" lists, by their names in the audit log. */
export const bookChanges = [
  'donation.recorded',
  'donation.corrected',
  'donation.deleted',
  'donation.restored',
  'import.committed',
  'import.undone',
] as const;
export type BookChange = (typeof bookChanges)[number];

/** The figures of the card "Today" for the staff. A field is null for users who may not see it. */
export const givingToday = z.object({
  /** today's date in the church's time zone */
  date: dateOutput,
  /** the total of this calendar month */
  month: amountOutput,
  /**
   * the totals of the same month a year ago: up to the same day of the month, and of the whole
   * month
   */
  lastYear: z.object({ sameDays: amountOutput, whole: amountOutput }),
  /** imports that nobody has finished, the newest first; null for users who may not import */
  imports: z
    .array(
      z.object({
        id,
        fileName: z.string(),
        status: z.enum(['needs_mapping', 'ready', 'failed']),
        createdAt: timestamp,
      }),
    )
    .nullable(),
  /** the latest changes, the newest first; null for users who may not manage donations */
  changes: z
    .array(
      z.object({
        at: timestamp,
        what: z.enum(bookChanges),
        who: z.string(),
        /** the giver's name, or for an import the name of its file */
        whose: z.string(),
        donationId: id.nullable(),
        importId: id.nullable(),
        amount: amountOutput.nullable(),
        /** the new amount of a corrected donation */
        becomes: amountOutput.nullable(),
        /** the number of donations of an import */
        donations: z.number().int().nullable(),
      }),
    )
    .nullable(),
});
export type GivingToday = z.infer<typeof givingToday>;
