import { z } from 'zod';
import { timestamp } from '../common.js';

export const feedKinds = ['calendar', 'podcast'] as const;
export type FeedKind = (typeof feedKinds)[number];
export const newFeed = z.strictObject({ kind: z.enum(feedKinds) });
/** The secret address of a new feed. Only its hash is stored, so that it is shown only once. */
export const feedAddress = z.object({ url: z.string() });
export const feed = z.object({ kind: z.enum(feedKinds), createdAt: timestamp });
export type Feed = z.infer<typeof feed>;

/** `GET /api/church/podcast`: whether the public podcast is turned on, and its URL. */
export const publicPodcast = z.object({
  isOn: z.boolean(),
  url: z.string(),
  /** how often the podcast was turned on or off; `If-Match` compares with it */
  version: z.number().int(),
});
export type PublicPodcast = z.infer<typeof publicPodcast>;
export const changePodcast = z.strictObject({ isOn: z.boolean() });
