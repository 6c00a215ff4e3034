import type { GridSearch } from '../../lib/search-grid';

/** The search parameters of the list of events. */
export interface EventSearch extends GridSearch {
  when?: 'upcoming' | 'past' | undefined;
}

/**
 * Returns the options of the query. Upcoming events are sorted from the earliest to the latest; all
 * events and past events from the latest to the earliest.
 */
export const eventOptions = ({ q, when, active, sort }: EventSearch) => ({
  q,
  active,
  sort: sort ?? (when === 'upcoming' ? 'date' : '-date'),
  upcoming: when && String(when === 'upcoming'),
});
