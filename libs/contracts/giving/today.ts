import { z } from 'zod';
import { amountOutput, dateOutput, id, timestamp } from '../common.js';

/** What is done to the books, by its name in the audit log. */
export const bookChanges = [
  'donation.recorded',
  'donation.corrected',
  'donation.deleted',
  'donation.restored',
  'import.committed',
  'import.undone',
] as const;
export type BookChange = (typeof bookChanges)[number];

/** Giving as the office finds it today. What somebody may not see is null. */
export const givingToday = z.object({
  /** where the church is */
  date: dateOutput,
  /** of this calendar month */
  month: amountOutput,
  /** of the same month a year ago: of its days up to the same one, and of all */
  lastYear: z.object({ sameDays: amountOutput, whole: amountOutput }),
  /** that somebody has yet to finish, the newest first; for whoever imports */
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
  /** the newest first; for whoever manages donations */
  changes: z
    .array(
      z.object({
        at: timestamp,
        what: z.enum(bookChanges),
        who: z.string(),
        /** the giver, or the file */
        whose: z.string(),
        donationId: id.nullable(),
        importId: id.nullable(),
        amount: amountOutput.nullable(),
        /** what a corrected amount is now */
        becomes: amountOutput.nullable(),
        /** of an import */
        donations: z.number().int().nullable(),
      }),
    )
    .nullable(),
});
export type GivingToday = z.infer<typeof givingToday>;
