import { z } from 'zod';
import { id, timestamp } from '../common.js';

export const contentImportKinds = ['sermons', 'resources'] as const;
/** The field that `POST /api/content-imports` needs in addition to the file. */
export const contentImportInput = z.strictObject({ kind: z.enum(contentImportKinds) });

/**
 * The preview of a file. Its `new` rows are published at the commit. Duplicates (sermons with the
 * same title and date, resources with the same title and type) and rejected rows are left out.
 * `rows` and `errors` contain the first hundred entries each.
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
      /** the problem of a rejected row; otherwise its date and preacher, or its type */
      detail: z.string(),
    }),
  ),
  createdAt: timestamp,
  committedAt: timestamp.nullable(),
});
export type ContentImport = z.infer<typeof contentImport>;
