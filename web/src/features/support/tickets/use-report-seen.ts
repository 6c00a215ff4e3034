import { useEffect, useEffectEvent } from 'react';
import type { TicketMessage } from '#libs/contracts';
import { useMarkTicketSeen } from './change-ticket';

/**
 * Tells the server what the user has seen: the ticket when its messages are loaded, and each new
 * message when the page is visible.
 */
export function useReportSeen(
  ticketId: string,
  messages: readonly TicketMessage[] | undefined,
): void {
  const { mutate } = useMarkTicketSeen(ticketId);
  const last = messages && (messages.at(-1)?.id ?? '');
  const markSeen = useEffectEvent(() => mutate(last === '' ? undefined : last));
  useEffect(() => {
    if (last === undefined) return;
    const markSeenIfVisible = () => {
      if (document.visibilityState !== 'visible') return;
      document.removeEventListener('visibilitychange', markSeenIfVisible);
      markSeen();
    };
    document.addEventListener('visibilitychange', markSeenIfVisible);
    markSeenIfVisible();
    return () => {
      document.removeEventListener('visibilitychange', markSeenIfVisible);
    };
  }, [ticketId, last]);
}
