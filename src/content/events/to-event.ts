import { may, type Event } from '#libs/contracts';
import { endOf, instantAt, withLocalEnd, withOffset } from '#libs/calendar';
import type { ChurchActor } from '#libs/http';
import { inWords } from '#libs/recurrence';
import type { EventEntity } from './event.entity.js';
import type { CurrentOccurrence } from './event-times.js';

/** How many minutes before the event members can see the link to the meeting. */
const linkMinutes = 15;

/** The facts on which the answer about an event depends. */
export interface EventReader {
  actor: ChurchActor;
  timeZone: string;
  now: Date;
  /** the current occurrence, if the stored one has ended */
  present?: CurrentOccurrence | undefined;
}

/** Returns an event as the API shows it. It is past as soon as it has ended. */
export function toEvent(
  entity: EventEntity,
  { actor, timeZone, now, present }: EventReader,
): Event {
  const date = present?.date ?? entity.date;
  const starts = instantAt(date, timeZone);
  const ends = instantAt(endOf(date, entity.durationMinutes, timeZone), timeZone);
  const rule = entity.recurrence
    ? (withLocalEnd(entity.recurrence, timeZone) ?? entity.recurrence)
    : null;
  const seesLink = may(actor, 'event.manage') || isLinkShown({ starts, ends }, now);
  return {
    id: entity.id,
    title: entity.title,
    description: entity.description,
    date,
    startsAt: withOffset(starts, timeZone),
    endsAt: withOffset(ends, timeZone),
    location: entity.location,
    isRecurring: rule !== null,
    recurrence: rule,
    repeats: rule && inWords({ start: entity.seriesStart, rule, timeZone }),
    exceptions: entity.exceptions,
    seriesStart: entity.seriesStart,
    durationMinutes: entity.durationMinutes,
    isPast: ends.getTime() <= now.getTime(),
    imageUrl: entity.imageUrl ?? null,
    pictureUrl: entity.pictureUrl ?? null,
    googleCalendarId: entity.googleCalendarId ?? null,
    webexLink: seesLink ? (entity.webexLink ?? null) : null,
    isHighlighted: entity.isHighlighted,
    isActive: entity.isActive,
    status: entity.isCanceled ? 'cancelled' : 'planned',
    createdBy: entity.createdBy ?? null,
    version: entity.version,
    createdAt: entity.createdAt.toISOString(),
    updatedAt: entity.updatedAt.toISOString(),
  };
}

/** Returns whether members see the link to the meeting now. They see it until the event ends. */
function isLinkShown({ starts, ends }: { starts: Date; ends: Date }, now: Date): boolean {
  const opens = starts.getTime() - linkMinutes * 60_000;
  return opens <= now.getTime() && now.getTime() < ends.getTime();
}
