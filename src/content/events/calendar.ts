import ICAL from 'ical.js';
import { tzlib_get_ical_block } from 'timezones-ical-library';
import { instantAt } from '#libs/calendar';
import { calendarText } from '../plain-text.js';
import type { EventEntity } from './event.entity.js';

export type CalendarEvent = Pick<
  EventEntity,
  | 'id'
  | 'title'
  | 'description'
  | 'location'
  | 'seriesStart'
  | 'durationMinutes'
  | 'recurrence'
  | 'exceptions'
  | 'sequence'
  | 'updatedAt'
  | 'webexLink'
>;

/**
 * A calendar as programs read it (RFC 5545): each event once, with its rule and what it leaves out, by the clocks of the
 * church's zone. An event keeps its UID, and counts its changes, so that a program replaces what it has.
 * @param name of the calendar, where it is one that is subscribed to
 */
export function calendarOf(
  events: readonly CalendarEvent[],
  timeZone: string,
  name?: string,
): string {
  const calendar = new ICAL.Component('vcalendar');
  calendar.addPropertyWithValue('version', '2.0');
  calendar.addPropertyWithValue('prodid', '-//Church Connect//EN');
  calendar.addPropertyWithValue('method', 'PUBLISH');
  // the library escapes nothing in a property that it does not know: the name has to be one line
  if (name) calendar.addPropertyWithValue('x-wr-calname', calendarText(name).replaceAll('\n', ' '));
  const [zone] = tzlib_get_ical_block(timeZone);
  if (zone)
    calendar.addSubcomponent(
      new ICAL.Component(ICAL.parse(zone) as ConstructorParameters<typeof ICAL.Component>[0]),
    );
  for (const event of events) calendar.addSubcomponent(entryOf(event, timeZone));
  return `${calendar.toString()}\r\n`;
}

function entryOf(event: CalendarEvent, timeZone: string): ICAL.Component {
  const entry = new ICAL.Component('vevent');
  const add = (name: string, value: unknown) => entry.addPropertyWithValue(name, value);
  const at = (name: string, local: string) => {
    add(name, ICAL.Time.fromDateTimeString(local)).setParameter('tzid', timeZone);
  };
  add('uid', `${event.id}@church-connect`);
  add('sequence', event.sequence);
  add('dtstamp', ICAL.Time.fromJSDate(event.updatedAt, true));
  at('dtstart', event.seriesStart);
  add('duration', ICAL.Duration.fromSeconds(event.durationMinutes * 60));
  add('summary', calendarText(event.title));
  add('description', calendarText(event.description));
  add('location', calendarText(event.location));
  // an address is not escaped: no line break may be in it
  if (event.webexLink) add('url', event.webexLink.replace(/\s/g, ''));
  if (event.recurrence) add('rrule', ICAL.Recur.fromString(inUtc(event.recurrence, timeZone)));
  for (const date of event.exceptions) at('exdate', `${date}${event.seriesStart.slice(10)}`);
  return entry;
}

/** Where a series has a zone, its end is said in UTC (RFC 5545, 3.3.10): a bare date means its whole day. */
function inUtc(rule: string, timeZone: string): string {
  return rule.replace(
    /UNTIL=(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)(\d\d))?(Z?)/,
    (
      whole,
      year: string,
      month: string,
      day: string,
      hour = '23',
      minute = '59',
      second = '59',
      utc: string,
    ) => {
      if (utc) return whole;
      const moment = instantAt(
        `${year}-${month}-${day}T${hour as string}:${minute as string}:${second as string}`,
        timeZone,
      );
      return `UNTIL=${moment.toISOString().replace(/[-:]|\.\d+/g, '')}`;
    },
  );
}
