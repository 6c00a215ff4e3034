import { z } from 'zod';
import { text } from '../common.js';
import {
  contentBase,
  contentFile,
  contentTimes,
  maxArticle,
  optionalWebAddress,
  pictureUrl,
  textOrNull,
  uploadId,
} from './content.js';

export const brothersTags = ['wisdom', 'understanding', 'principle', 'promise', 'precept'] as const;

/** An item of the men's library: an article, a video, audio, or several of them. */
export const brothersContent = z.object({
  ...contentBase,
  ...contentTimes,
  description: z.string().nullable(),
  content: z.string().nullable(),
  youtubeUrl: z.string().nullable(),
  audioFileUrl: z.string().nullable(),
  file: contentFile.nullable(),
  pictureUrl,
  tags: z.array(z.enum(brothersTags)),
  viewCount: z.number().int(),
});
export type BrothersContent = z.infer<typeof brothersContent>;

/** Tags as a list, or joined by commas as the specification's form sends them. */
const tags = z
  .union([
    z.string().transform((joined) =>
      joined
        .split(',')
        .map((tag) => tag.trim())
        .filter(Boolean),
    ),
    z.array(z.string()),
  ])
  .nullish()
  .transform((chosenTags) => [...new Set(chosenTags ?? [])])
  .pipe(z.array(z.enum(brothersTags)));
/** A boolean, or its text in a multipart form. */
const flag = z.union([z.boolean(), z.enum(['true', 'false']).transform((word) => word === 'true')]);

/**
 * The fields of `POST` and `PUT /api/brothers-in-christ`. The audio is the multipart file
 * `audioFile`, or an earlier upload with the id `uploadId`.
 */
export const brothersInput = z.strictObject({
  title: text(255, 'Title is required').pipe(z.string().min(1, 'Title is required')),
  description: textOrNull(5_000),
  content: textOrNull(maxArticle),
  youtubeUrl: optionalWebAddress,
  tags,
  isActive: flag.default(true),
  uploadId,
  keepFile: flag.default(true),
});
export type BrothersInput = z.input<typeof brothersInput>;
export const needsContent = 'At least one content type (article, video, or audio) is required';
