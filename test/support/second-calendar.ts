import ical from 'node-ical';
import type { Event } from '#libs/contracts';

/** An occurrence as another program reads it, in UTC: `2026-11-22T23:00:00.000Z`. */
export interface ReadOccurrence {
  start: string;
  end: string;
}

/** Reads the occurrences of a calendar file with a parser that the program itself does not use. */
export function occurrencesIn(file: string, from: string, to: string): ReadOccurrence[] {
  const entries = Object.values(ical.sync.parseICS(file)).filter(
    (entry) => entry?.type === 'VEVENT',
  );
  return entries.flatMap((entry) =>
    ical
      .expandRecurringEvent(entry, { from: new Date(from), to: new Date(to) })
      .map(({ start, end }) => ({ start: start.toISOString(), end: end.toISOString() })),
  );
}

/** Returns whether a calendar file contains the occurrence that the API shows for an event. */
export function hasShownOccurrence(
  file: string,
  { startsAt, endsAt }: Pick<Event, 'startsAt' | 'endsAt'>,
): boolean {
  const [start, end] = [new Date(startsAt), new Date(endsAt)];
  const occurrences = occurrencesIn(file, start.toISOString(), end.toISOString());
  return occurrences.some(
    (occurrence) =>
      occurrence.start === start.toISOString() && occurrence.end === end.toISOString(),
  );
}
