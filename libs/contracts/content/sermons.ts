import { z } from 'zod';
import { dateInput, dateOutput } from '../common.js';
import {
  contentBase,
  contentDescription,
  contentFile,
  contentTimes,
  contentTitle,
  optionalWebAddress,
  pictureAddress,
  pictureUrl,
  tagList,
  textOrNull,
  uploadId,
} from './content.js';

export const sermon = z.object({
  ...contentBase,
  ...contentTimes,
  description: z.string(),
  preacher: z.string().nullable(),
  date: dateOutput,
  durationMinutes: z.number().int(),
  videoUrl: z.string().nullable(),
  audioUrl: z.string().nullable(),
  file: contentFile.nullable(),
  thumbnailUrl: z.string().nullable(),
  pictureUrl,
  tags: z.array(z.string()),
});
export type Sermon = z.infer<typeof sermon>;

/**
 * The body of a new or changed sermon. If `durationMinutes` is missing, the duration of the file is
 * stored; if that is not known, the stored duration stays, or is 30 for a new sermon. `uploadId`
 * and `keepFile` mean the same as in `resourceInput`.
 */
export const sermonInput = z.strictObject({
  title: contentTitle,
  description: contentDescription,
  preacher: textOrNull(200),
  date: dateInput.optional(),
  durationMinutes: z.number().int().min(1, 'Please enter the minutes').max(1_440).optional(),
  videoUrl: optionalWebAddress,
  audioUrl: optionalWebAddress,
  uploadId,
  keepFile: z.boolean().default(true),
  thumbnailUrl: pictureAddress,
  tags: tagList,
  isActive: z.boolean().default(true),
});
export type SermonInput = z.input<typeof sermonInput>;
