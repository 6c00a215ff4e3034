import { useEffect, useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import type { Event } from '#libs/contracts';

export type EventState = 'ahead' | 'now' | 'past';
type Moments = Pick<Event, 'startsAt' | 'endsAt'>;
type Shown = Pick<Event, 'startsAt' | 'endsAt' | 'isPast'>;

/** How long before the start the server gives members the link to the meeting, in milliseconds. */
const linkBefore = 15 * 60_000;
/**
 * The delay before the server is asked after a change, in milliseconds, because the clock of this
 * device may be ahead of the server's.
 */
const grace = 3_000;
/**
 * The delay until the server is asked again if it does not report the end of the event yet, in
 * milliseconds.
 */
const retryAfter = 30_000;
/** The longest time, in milliseconds, that a timer of the browser can wait. */
const longestWait = 2 ** 31 - 1;

/** Returns whether an event is ahead, running or past at a time in milliseconds. */
export function stateOf({ startsAt, endsAt }: Moments, now: number): EventState {
  if (now >= Date.parse(endsAt)) return 'past';
  return now >= Date.parse(startsAt) ? 'now' : 'ahead';
}

/** Returns the time of the next change of the event in milliseconds, or null if there is none. */
export function nextChangeOf({ startsAt, endsAt }: Moments, now: number): number | null {
  const begins = Date.parse(startsAt);
  const changes = [begins - linkBefore, begins, Date.parse(endsAt)];
  return changes.find((moment) => moment > now) ?? null;
}

/**
 * Returns the state of an event and updates it while the page stays open. When the state changes,
 * all events are loaded again.
 */
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
