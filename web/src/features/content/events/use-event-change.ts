import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Event } from '#libs/contracts';
import { api, explain } from '../../../lib/api';
import { ifMatch, isStale } from '../../../lib/forms/stale-version';
import { toast, toastError } from '../../../lib/toast';

/** What happens to an event. Members are told at once if `tell`. */
export type EventChange =
  | { kind: 'cancel'; message: string; tell: boolean }
  | { kind: 'move'; date: string; location: string; tell: boolean };

function send({ id, version }: Event, change: EventChange): Promise<Event> {
  const headers = ifMatch(version);
  const { tell } = change;
  if (change.kind === 'cancel') {
    const body = { message: change.message, tell };
    return api(`/api/events/${id}/cancel`, { method: 'POST', body, headers });
  }
  const body = { date: change.date, location: change.location, tell };
  return api(`/api/events/${id}/move`, { method: 'POST', body, headers });
}

/** Cancels or moves an event, unless another user has saved it since it was loaded. */
export function useEventChange(event: Event) {
  const client = useQueryClient();
  const refresh = () =>
    client.invalidateQueries({ predicate: ({ queryKey }) => queryKey.includes('events') });
  const participleOf = (kind: EventChange['kind']) => {
    if (kind === 'cancel') return 'Canceled';
    return event.status === 'cancelled' ? 'Reinstated' : 'Moved';
  };
  return useMutation({
    mutationFn: (change: EventChange) => send(event, change),
    onSuccess: ({ title }, { kind, tell }) => {
      const notificationText = tell ? 'Members are told now.' : 'Members were not told.';
      toast(`Event ${participleOf(kind)}`, notificationText, { detail: title });
      return refresh();
    },
    onError: (error, { kind }) => {
      const failed = `Event Not ${participleOf(kind)}`;
      if (isStale(error)) toastError(explain(error), undefined, failed);
      else toastError('Nothing was changed.', error, failed);
      return refresh();
    },
  });
}
