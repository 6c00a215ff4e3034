import { z } from 'zod';
import { timestamp } from '../common.js';

export const feedKinds = ['calendar', 'podcast'] as const;
export type FeedKind = (typeof feedKinds)[number];
export const newFeed = z.strictObject({ kind: z.enum(feedKinds) });
/** Shown this once: only its hash is kept. */
export const feedAddress = z.object({ url: z.string() });
export const feed = z.object({ kind: z.enum(feedKinds), createdAt: timestamp });
export type Feed = z.infer<typeof feed>;

/** `GET /api/church/podcast`: whether anybody may hear the church's sermons as a podcast, and where that is or would be. */
export const publicPodcast = z.object({ isOn: z.boolean(), url: z.string() });
export type PublicPodcast = z.infer<typeof publicPodcast>;
export const changePodcast = z.strictObject({ isOn: z.boolean() });
