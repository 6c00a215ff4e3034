import { noop, type QueryClient } from '@tanstack/react-query';
import { may, type User } from '#libs/contracts';
import { firstStepsQuery } from '../../lib/queries/first-steps';
import { givingTodayQuery } from '../../lib/queries/giving-today';

/**
 * Loads the cards at the top of the staff's dashboard. Failures are ignored here; the cards show
 * them.
 */
export async function loadStaffCards(client: QueryClient, user: User): Promise<void> {
  // Load the code of the card at the same time; otherwise it would be requested only after the
  // page's own code.
  await Promise.all([
    import('../../features/giving/today/today-card'),
    client.query(givingTodayQuery).catch(noop),
    may(user, 'setting.manage') && client.query(firstStepsQuery).catch(noop),
  ]);
}
