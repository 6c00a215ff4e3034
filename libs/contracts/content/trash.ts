import { z } from 'zod';
import { timestamp } from '../common.js';

/** The kinds of content that the trash names. */
export const trashKinds = [
  'resource',
  'sermon',
  'event',
  'nugget',
  'announcement',
  'study',
  'brother',
] as const;
export type TrashKind = (typeof trashKinds)[number];

/** The number of days for which deleted content can be restored. */
export const daysInTrash = 30;

/** A deleted item of content, which can be restored. */
export const trashItem = z.object({
  kind: z.enum(trashKinds),
  id: z.string(),
  title: z.string(),
  deletedAt: timestamp,
  /** the name of the user who deleted the item; null if it is not known */
  deletedBy: z.string().nullable(),
  /** when the item is deleted for good */
  until: timestamp,
});
export type TrashItem = z.infer<typeof trashItem>;
