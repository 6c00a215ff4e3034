import { z } from 'zod';
import { id, searchText } from './common.js';

export const searchKinds = [
  'screen',
  'act',
  'person',
  'resource',
  'sermon',
  'event',
  'nugget',
  'announcement',
  'study',
  'brother',
] as const;
export const searchQuery = z.strictObject({ q: searchText });
/** `to`: a path of the client; `id` of a screen or an act is its path. */
export const searchResult = z.object({
  kind: z.enum(searchKinds),
  id: z.union([id, z.string()]),
  title: z.string(),
  to: z.string(),
});
export type SearchResult = z.infer<typeof searchResult>;
