import { api } from '../api';

/**
 * Tells the server that the user has opened an item. The server counts one view for each user and
 * day. Failures are ignored.
 */
export function countView(
  kind: 'nuggets' | 'brothers-in-christ' | 'bible-studies',
  id: string,
): void {
  void api(`/api/${kind}/${id}/view`, { method: 'POST' }).catch(() => undefined);
}
