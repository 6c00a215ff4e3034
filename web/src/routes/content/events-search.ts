import type { GridSearch } from '../../lib/search-grid';

/** Where somebody is among the events. */
export interface EventSearch extends GridSearch {
  when?: 'upcoming' | 'past' | undefined;
}

/** What the server is asked for: of all events the latest first, of those to come the next. */
export const eventOptions = ({ q, when, active, sort }: EventSearch) => ({
  q,
  active,
  sort: sort ?? (when === 'upcoming' ? 'date' : '-date'),
  upcoming: when && String(when === 'upcoming'),
});
