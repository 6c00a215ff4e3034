import { useEffect, useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import type { Event } from '#libs/contracts';

export type EventState = 'ahead' | 'now' | 'past';
type Moments = Pick<Event, 'startsAt' | 'endsAt'>;
type Shown = Pick<Event, 'startsAt' | 'endsAt' | 'isPast'>;

/** From so many milliseconds before the beginning the server gives members the link to the meeting. */
const linkBefore = 15 * 60_000;
/** So many milliseconds after a change the server is asked: this device's clock may be ahead of the server's. */
const grace = 3_000;
/** Milliseconds until it is asked again, where it does not say yet that the event has ended. */
const retryAfter = 30_000;
/** The longest time, in milliseconds, that a timer of the browser can wait. */
const longestWait = 2 ** 31 - 1;

/** Where an event stands at a moment, in milliseconds. */
export function stateOf({ startsAt, endsAt }: Moments, now: number): EventState {
  if (now >= Date.parse(endsAt)) return 'past';
  return now >= Date.parse(startsAt) ? 'now' : 'ahead';
}

/** When the event shows something else next, in milliseconds; null where it never does again. */
export function nextChangeOf({ startsAt, endsAt }: Moments, now: number): number | null {
  const begins = Date.parse(startsAt);
  const changes = [begins - linkBefore, begins, Date.parse(endsAt)];
  return changes.find((moment) => moment > now) ?? null;
}

/** Where an event stands, also on a page that stays open: when that changes, all events are loaded again. */
export function useEventState(event: Shown): EventState {
  const client = useQueryClient();
  const [now, setNow] = useState(Date.now);
  const change = nextChangeOf(event, now) ?? (event.isPast ? null : now + retryAfter);
  useEffect(() => {
    if (change === null) return undefined;
    const wait = Math.min(Math.max(change + grace - Date.now(), 0), longestWait);
    const timer = setTimeout(() => {
      setNow(Date.now());
      if (Date.now() >= change) void client.invalidateQueries({ queryKey: ['events'] });
    }, wait);
    return () => clearTimeout(timer);
  }, [change, now, client]);
  return stateOf(event, now);
}
