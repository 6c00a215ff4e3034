import { z } from 'zod';
import { id, invalidAddress, text, webAddress } from '../common.js';
import {
  contentTimes,
  contentTitle,
  contentVersion,
  creator,
  maxArticle,
  optionalWebAddress,
  pictureUrl,
  tagList,
} from './content.js';

/** A Bible study that a pastor published; its content is mini-markdown. */
export const bibleStudy = z.object({
  id,
  version: contentVersion,
  title: z.string(),
  content: z.string(),
  authorId: id.nullable(),
  author: creator,
  tags: z.array(z.string()),
  viewCount: z.number().int(),
  videoUrl: z.string().nullable(),
  pictureUrl,
  studyResources: z.array(z.string()),
  onlineTools: z.array(z.object({ name: z.string(), url: z.string() })),
  isActive: z.boolean(),
  ...contentTimes,
});
export type BibleStudy = z.infer<typeof bibleStudy>;

const contentTooShort = 'Content must be at least 10 characters';
const tool = z.strictObject({
  name: text(200, 'Please name the tool').pipe(z.string().min(1, 'Please name the tool')),
  url: webAddress.pipe(z.string().min(1, invalidAddress)),
});
export const bibleStudyInput = z.strictObject({
  title: contentTitle,
  content: text(maxArticle, contentTooShort).pipe(z.string().min(10, contentTooShort)),
  tags: tagList,
  videoUrl: optionalWebAddress,
  studyResources: z
    .array(text(500))
    .max(50)
    .nullish()
    .transform((lines) => (lines ?? []).filter((line) => line !== '')),
  onlineTools: z
    .array(tool)
    .max(50)
    .nullish()
    .transform((tools) => tools ?? []),
  isActive: z.boolean().default(true),
});
export type BibleStudyInput = z.input<typeof bibleStudyInput>;
