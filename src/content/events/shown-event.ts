import { may, type Event } from '#libs/contracts';
import { endOf, instantAt, withLocalEnd, withOffset } from '#libs/calendar';
import type { ChurchActor } from '#libs/http';
import { inWords } from '#libs/recurrence';
import type { EventEntity } from './event.entity.js';
import type { ShownOccurrence } from './when.js';

/** Minutes before the beginning from which members see the link to the meeting. */
const linkBefore = 15;

/** What the shown event depends on: the user who asks, the church's time zone and the present moment. */
export interface Reading {
  actor: ChurchActor;
  timeZone: string;
  now: Date;
  /** the occurrence that the event shows, if the stored one has ended */
  present?: ShownOccurrence | undefined;
}

/** An event as the API shows it. It is past when its end has passed. */
export function toEvent(one: EventEntity, { actor, timeZone, now, present }: Reading): Event {
  const date = present?.date ?? one.date;
  const starts = instantAt(date, timeZone);
  const ends = instantAt(endOf(date, one.durationMinutes, timeZone), timeZone);
  const rule = one.recurrence ? (withLocalEnd(one.recurrence, timeZone) ?? one.recurrence) : null;
  const seesLink = may(actor, 'event.manage') || isLinkShown({ starts, ends }, now);
  return {
    id: one.id,
    title: one.title,
    description: one.description,
    date,
    startsAt: withOffset(starts, timeZone),
    endsAt: withOffset(ends, timeZone),
    location: one.location,
    isRecurring: rule !== null,
    recurrence: rule,
    repeats: rule && inWords({ start: one.seriesStart, rule, timeZone }),
    exceptions: one.exceptions,
    seriesStart: one.seriesStart,
    durationMinutes: one.durationMinutes,
    isPast: ends.getTime() <= now.getTime(),
    imageUrl: one.imageUrl ?? null,
    pictureUrl: one.pictureUrl ?? null,
    googleCalendarId: one.googleCalendarId ?? null,
    webexLink: seesLink ? (one.webexLink ?? null) : null,
    isHighlighted: one.isHighlighted,
    isActive: one.isActive,
    createdBy: one.createdBy ?? null,
    createdAt: one.createdAt.toISOString(),
    updatedAt: one.updatedAt.toISOString(),
  };
}

/** Whether members see the link to the meeting: from a quarter of an hour before the beginning until the end. */
function isLinkShown({ starts, ends }: { starts: Date; ends: Date }, now: Date): boolean {
  const opens = starts.getTime() - linkBefore * 60_000;
  return opens <= now.getTime() && now.getTime() < ends.getTime();
}
