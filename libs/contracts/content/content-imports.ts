import { z } from 'zod';
import { id, timestamp } from '../common.js';

export const contentImportKinds = ['sermons', 'resources'] as const;
/** The field beside the file of `POST /api/content-imports`. */
export const newContentImport = z.strictObject({ kind: z.enum(contentImportKinds) });

/**
 * The preview of a file. Its `new` rows are published at the commit. Duplicates (the same title on
 * the same date, or of the same type) and rejected rows are left out. `rows` and `errors` contain
 * the first hundred each.
 */
export const contentImport = z.object({
  id,
  kind: z.enum(contentImportKinds),
  fileName: z.string(),
  status: z.enum(['ready', 'committed']),
  counts: z.object({
    total: z.number().int(),
    new: z.number().int(),
    duplicate: z.number().int(),
    rejected: z.number().int(),
  }),
  errors: z.array(z.object({ row: z.number().int(), message: z.string() })),
  rows: z.array(
    z.object({
      row: z.number().int(),
      state: z.enum(['new', 'duplicate', 'rejected']),
      title: z.string(),
      detail: z.string(),
    }),
  ),
  createdAt: timestamp,
  committedAt: timestamp.nullable(),
});
export type ContentImport = z.infer<typeof contentImport>;
