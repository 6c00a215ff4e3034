import { useEffect, useEffectEvent } from 'react';
import type { TicketMessage } from '#libs/contracts';
import { useSawTicket } from './change-ticket';

/** Tells the server what was seen: the ticket once its messages are there, and each that comes after, as soon as somebody looks. */
export function useSeen(ticketId: string, messages: readonly TicketMessage[] | undefined): void {
  const { mutate } = useSawTicket(ticketId);
  const last = messages && (messages.at(-1)?.id ?? '');
  const tell = useEffectEvent(() => mutate(last === '' ? undefined : last));
  useEffect(() => {
    if (last === undefined) return;
    const look = () => {
      if (document.visibilityState !== 'visible') return;
      document.removeEventListener('visibilitychange', look);
      tell();
    };
    document.addEventListener('visibilitychange', look);
    look();
    return () => {
      document.removeEventListener('visibilitychange', look);
    };
  }, [ticketId, last]);
}
