import type { GridSearch } from '../../lib/search-grid';

/** The search parameters of the list of events. */
export interface EventSearch extends GridSearch {
  when?: 'upcoming' | 'past' | undefined;
}

/**
 * The options of the query. All and past events are listed latest first, upcoming events next
 * first.
 */
export const eventOptions = ({ q, when, active, sort }: EventSearch) => ({
  q,
  active,
  sort: sort ?? (when === 'upcoming' ? 'date' : '-date'),
  upcoming: when && String(when === 'upcoming'),
});
