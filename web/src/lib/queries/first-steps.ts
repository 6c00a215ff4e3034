import { queryOptions } from '@tanstack/react-query';
import type { FirstSteps } from '#libs/contracts';
import { api } from '../api';

/** What a new church does first. Done on other screens: never from before. */
export const firstStepsQuery = queryOptions({
  queryKey: ['first-steps'],
  queryFn: ({ signal }) => api('/api/church/first-steps', { signal }),
  staleTime: 0,
});

/** Whether the list is still of use: something is left to do, and nobody put it away. */
export const hasFirstSteps = ({ isPutAway, ...steps }: FirstSteps) =>
  !isPutAway && Object.values(steps).includes(false);
