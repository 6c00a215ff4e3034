import { noop, type QueryClient } from '@tanstack/react-query';
import { may, type User } from '#libs/contracts';
import { firstStepsQuery } from '../../lib/queries/first-steps';
import { givingTodayQuery } from '../../lib/queries/giving-today';

/** What staff find at the head of their dashboard. What cannot be had says so there. */
export async function askAbove(client: QueryClient, user: User): Promise<void> {
  await Promise.all([client.query(givingTodayQuery).catch(noop), may(user, 'setting.manage') && client.query(firstStepsQuery).catch(noop)]);
}
