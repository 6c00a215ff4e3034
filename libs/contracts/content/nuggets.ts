import { z } from 'zod';
import {
  contentBase,
  contentDescription,
  contentPage,
  contentTimes,
  contentTitle,
  optionalWebAddress,
  pictureAddress,
  pictureUrl,
  tagList,
} from './content.js';

export const nuggetCategories = ['inspirational', 'teaching', 'worship', 'testimony'] as const;
export const nuggetTags = [
  'Faith',
  'Hope',
  'Love',
  'Grace',
  'Salvation',
  'Prayer',
  'Forgiveness',
  'Discipleship',
  'Wisdom',
  'Peace',
  'Family',
  'Worship',
  'Gospel',
  'Spiritual Growth',
  'Leadership',
];

export const nuggetQuery = z.strictObject({
  category: z.enum(nuggetCategories).optional(),
  ...contentPage,
});

export const nugget = z.object({
  ...contentBase,
  ...contentTimes,
  description: z.string(),
  videoUrl: z.string(),
  thumbnailUrl: z.string().nullable(),
  pictureUrl,
  durationSeconds: z.number().int(),
  category: z.enum(nuggetCategories),
  tags: z.array(z.string()),
  viewCount: z.number().int(),
});
export type Nugget = z.infer<typeof nugget>;

const tooLong = 'A nugget lasts 10 to 300 seconds';
const missingVideo = 'Please enter the link to the video';
export const nuggetInput = z.strictObject({
  title: contentTitle,
  description: contentDescription,
  videoUrl: optionalWebAddress
    .refine((address) => address !== null, missingVideo)
    .transform((address) => address),
  thumbnailUrl: pictureAddress,
  durationSeconds: z.number(tooLong).int(tooLong).min(10, tooLong).max(300, tooLong).default(60),
  category: z.enum(nuggetCategories).default('inspirational'),
  tags: tagList,
  isActive: z.boolean().default(true),
});
export type NuggetInput = z.input<typeof nuggetInput>;
