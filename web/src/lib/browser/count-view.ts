import { api } from '../api';

/** Says that somebody looked; the server counts once a person and day. What fails is not worth a word. */
export function countView(
  kind: 'nuggets' | 'brothers-in-christ' | 'bible-studies',
  id: string,
): void {
  void api(`/api/${kind}/${id}/view`, { method: 'POST' }).catch(() => undefined);
}
