import { z } from 'zod';
import { id, page, timestamp, searchText } from '../common.js';
import { importFields, wordFields } from './imports.js';

/** A remembered file format: the answers that users gave about files with the same header. */
export const importLayout = z.object({
  id,
  /** the name of the last file that was read with this format; null if it is not known */
  fileName: z.string().nullable(),
  /** the known source whose files these are: "PayPal activity" */
  sourceName: z.string().nullable(),
  /**
   * the columns with a meaning, by their headers; older formats have no headers, so that their
   * columns are named by numbers ("Column 3")
   */
  columns: z.array(z.object({ header: z.string(), field: z.enum(importFields) })),
  /** the values for absent columns and empty cells */
  defaults: z.object({ paymentMethod: z.string().nullable(), campaign: z.string().nullable() }),
  /** what the words of its columns mean; `answer` as in the mapping's `words` */
  words: z.array(z.object({ field: z.enum(wordFields), word: z.string(), answer: z.string() })),
  answeredAt: timestamp,
});
export type ImportLayout = z.infer<typeof importLayout>;

/** `search`: a part of the file name, of the giving service's name, or of a column header. */
export const importLayoutsQuery = z.strictObject({ ...page, search: searchText.optional() });
