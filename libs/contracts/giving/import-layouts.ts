import { z } from 'zod';
import { id, page, timestamp } from '../common.js';
import { importFields, wordFields } from './imports.js';

/** How the church's files with one header are read: answered once, and not asked again. */
export const importLayout = z.object({
  id,
  /** of the last file that was read so; null where it is not known */
  fileName: z.string().nullable(),
  /** the known source whose files these are: "PayPal activity" */
  sourceName: z.string().nullable(),
  /**
   * the columns with a meaning, by their headers; where those were not kept yet they have numbers
   * ("Column 3")
   */
  columns: z.array(z.object({ header: z.string(), field: z.enum(importFields) })),
  /** used where the column is absent or the cell is empty */
  defaults: z.object({ paymentMethod: z.string().nullable(), campaign: z.string().nullable() }),
  /** what the words of its columns mean; `answer` as in the mapping's `words` */
  words: z.array(z.object({ field: z.enum(wordFields), word: z.string(), answer: z.string() })),
  answeredAt: timestamp,
});
export type ImportLayout = z.infer<typeof importLayout>;

export const importLayoutsQuery = z.strictObject(page);
