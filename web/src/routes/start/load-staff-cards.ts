import { noop, type QueryClient } from '@tanstack/react-query';
import { may, type User } from '#libs/contracts';
import { firstStepsQuery } from '../../lib/queries/first-steps';
import { givingTodayQuery } from '../../lib/queries/giving-today';

/** What staff find at the head of their dashboard. What cannot be had says so there. */
export async function loadStaffCards(client: QueryClient, user: User): Promise<void> {
  // its code, too: otherwise it would be asked for only once the page's own has come
  await Promise.all([
    import('../../features/giving/today/today-card'),
    client.query(givingTodayQuery).catch(noop),
    may(user, 'setting.manage') && client.query(firstStepsQuery).catch(noop),
  ]);
}
