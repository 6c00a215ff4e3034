import { queryOptions } from '@tanstack/react-query';
import type { FirstSteps } from '#libs/contracts';
import { api } from '../api';

/**
 * The first steps of a new church. They are done on other screens, so the loader of the dashboard
 * loads them at each visit. The card, which is rendered a moment later, does not load them a second
 * time.
 */
export const firstStepsQuery = queryOptions({
  queryKey: ['first-steps'],
  queryFn: ({ signal }) => api('/api/church/first-steps', { signal }),
  staleTime: 10_000,
});

/** Whether the list is still shown: a step is left, and no user has hidden the list. */
export const hasFirstSteps = ({ isPutAway, ...steps }: FirstSteps) =>
  !isPutAway && Object.values(steps).includes(false);
