import { z } from 'zod';
import { id, timestamp } from '../common.js';
import {
  contentBase,
  contentDescription,
  contentFile,
  contentPage,
  contentTitle,
  maxArticle,
  optionalWebAddress,
  pictureAddress,
  pictureUrl,
  tagList,
  textOrNull,
  uploadId,
} from './content.js';

export const resourceTypes = ['video', 'audio', 'article', 'book'] as const;
export type ResourceType = (typeof resourceTypes)[number];
export const skillLevels = ['beginner', 'intermediate', 'advanced'] as const;
/** The topics of the form. The filter of the screen offers only the first four. */
export const topics = [
  'bible-study',
  'prayer',
  'discipleship',
  'theology',
  'worship',
  'evangelism',
] as const;

/** `all-skills` and `all-topics` are choices of the filter that select everything. */
export const resourceQuery = z.strictObject({
  skillLevel: z.enum([...skillLevels, 'all-skills']).optional(),
  topic: z.enum([...topics, 'all-topics']).optional(),
  ...contentPage,
});

export const resource = z.object({
  ...contentBase,
  description: z.string(),
  resourceType: z.enum(resourceTypes),
  skillLevel: z.enum(skillLevels),
  topic: z.enum(topics),
  durationMinutes: z.number().int(),
  addedAt: timestamp,
  updatedAt: timestamp,
  content: z.string().nullable(),
  videoUrl: z.string().nullable(),
  audioUrl: z.string().nullable(),
  articleUrl: z.string().nullable(),
  serverFileUrl: z.string().nullable(),
  file: contentFile.nullable(),
  bookTitle: z.string().nullable(),
  bookAuthor: z.string().nullable(),
  bookIsbn: z.string().nullable(),
  bookPurchaseUrl: z.string().nullable(),
  thumbnailUrl: z.string().nullable(),
  pictureUrl,
  tags: z.array(z.string()),
});
export type Resource = z.infer<typeof resource>;

/**
 * The body of `POST /api/resources`, and of `PUT`, which replaces all fields. `uploadId` names an
 * uploaded file; `keepFile` keeps the present file. The fields that the type requires must be
 * present. This schema cannot check whether there is a file; the server and the form do.
 */
export const resourceInput = z.strictObject({
  title: contentTitle,
  description: contentDescription,
  resourceType: z.enum(resourceTypes).default('article'),
  skillLevel: z.enum(skillLevels).default('beginner'),
  topic: z.enum(topics).default('bible-study'),
  durationMinutes: z.number().int().min(1, 'Please enter the minutes').max(6_000).default(15),
  content: textOrNull(maxArticle),
  videoUrl: optionalWebAddress,
  audioUrl: optionalWebAddress,
  articleUrl: optionalWebAddress,
  uploadId,
  keepFile: z.boolean().default(true),
  bookTitle: textOrNull(255),
  bookAuthor: textOrNull(255),
  bookIsbn: textOrNull(40),
  bookPurchaseUrl: optionalWebAddress,
  thumbnailUrl: pictureAddress,
  tags: tagList,
  isActive: z.boolean().default(true),
});
export type ResourceInput = z.input<typeof resourceInput>;

/**
 * Returns the field that a resource of its type lacks, with the message; null if none is missing.
 */
export function findMissingField(
  input: Pick<
    z.output<typeof resourceInput>,
    'resourceType' | 'videoUrl' | 'audioUrl' | 'articleUrl' | 'content' | 'bookTitle'
  >,
  hasFile: boolean,
): { path: string; message: string } | null {
  switch (input.resourceType) {
    case 'video':
      return input.videoUrl ? null : { path: 'videoUrl', message: 'A video needs a link to it' };
    case 'audio':
      return input.audioUrl || hasFile
        ? null
        : { path: 'audioUrl', message: 'Audio needs a link or a file' };
    case 'article':
      return input.content || input.articleUrl || hasFile
        ? null
        : { path: 'content', message: 'An article needs a text, a link or a file' };
    case 'book':
      return input.bookTitle ? null : { path: 'bookTitle', message: 'A book needs its title' };
  }
}

/** The progress of a user in a resource: `GET /api/user-resources`. */
export const userResource = z.object({
  id,
  userId: id,
  resourceId: id,
  progress: z.number().int(),
  lastAccessed: timestamp,
});
export type UserResource = z.infer<typeof userResource>;
/**
 * The number of resources for members, and how many the user began: `GET
 * /api/user-resources/counts`
 */
export const resourceCounts = z.object({ accessed: z.number().int(), total: z.number().int() });
export type ResourceCounts = z.infer<typeof resourceCounts>;
/**
 * The progress of a user in percent. The server keeps the larger value, unless the user begins
 * again (`restart`) from 0.
 */
export const progressInput = z
  .strictObject({ progress: z.number().int().min(0).max(100), restart: z.boolean().optional() })
  .refine(({ progress, restart }) => restart !== true || progress === 0, {
    path: ['progress'],
    message: 'To start again, the progress must be 0',
  });
export type ProgressInput = z.infer<typeof progressInput>;
