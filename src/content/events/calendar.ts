import ICAL from 'ical.js';
import { tzlib_get_ical_block } from 'timezones-ical-library';
import { endOf, seriesLines } from '#libs/calendar';
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
  | 'deletedAt'
  | 'isCanceled'
>;

/**
 * Returns a calendar file (RFC 5545). A series is one entry with its rule and skipped dates. Times
 * are local times in the time zone of the church. The UID of an event never changes, and its
 * SEQUENCE counts changes, so that calendar programs replace their copy. A deleted event is
 * canceled there, too.
 * @param name the name of a calendar to which users subscribe
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
  // The library does not escape unknown properties, so the name must have only one line.
  if (name) calendar.addPropertyWithValue('x-wr-calname', calendarText(name).replaceAll('\n', ' '));
  calendar.addSubcomponent(zoneOf(timeZone));
  for (const event of events) calendar.addSubcomponent(entryOf(event, timeZone));
  return `${calendar.toString()}\r\n`;
}

/**
 * Returns the definition of a time zone, under the name that the events use. The library has the
 * definitions of some zones only under another name (`America/Louisville` is defined as
 * `America/Kentucky/Louisville`).
 */
function zoneOf(timeZone: string): ICAL.Component {
  const text = definitionOf(timeZone) ?? definitionOf(canonicalName(timeZone));
  if (!text) throw new Error(`There is no definition of the time zone ${timeZone}.`);
  const zone = new ICAL.Component(
    ICAL.parse(text) as ConstructorParameters<typeof ICAL.Component>[0],
  );
  zone.updatePropertyWithValue('tzid', timeZone);
  return zone;
}

/**
 * Returns a name in its usual case. The settings accept any case (`america/new_york`), the library
 * not.
 */
const canonicalName = (timeZone: string): string =>
  new Intl.DateTimeFormat('en-US', { timeZone }).resolvedOptions().timeZone;

/** Returns undefined for a name that the library does not know, for which the library throws. */
function definitionOf(timeZone: string): string | undefined {
  try {
    return tzlib_get_ical_block(timeZone)[0];
  } catch {
    return undefined;
  }
}

function entryOf(event: CalendarEvent, timeZone: string): ICAL.Component {
  const entry = new ICAL.Component('vevent');
  const add = (name: string, value: unknown) => entry.addPropertyWithValue(name, value);
  const addLocalTime = (name: string, local: string) => {
    add(name, ICAL.Time.fromDateTimeString(local)).setParameter('tzid', timeZone);
  };
  add('uid', `${event.id}@church-connect`);
  add('sequence', event.sequence);
  if (event.deletedAt || event.isCanceled) add('status', 'CANCELLED');
  add('dtstamp', ICAL.Time.fromJSDate(event.updatedAt, true));
  addLocalTime('dtstart', event.seriesStart);
  addLocalTime('dtend', endOf(event.seriesStart, event.durationMinutes, timeZone));
  if (event.deletedAt) {
    // What the event was about is no longer told.
    add('summary', 'Canceled event');
    return entry;
  }
  add('summary', calendarText(event.title));
  add('description', calendarText(event.description));
  add('location', calendarText(event.location));
  // The library does not escape addresses, so they must not contain line breaks.
  if (event.webexLink) add('url', event.webexLink.replace(/\s/g, ''));
  if (event.recurrence) {
    const { seriesStart: start, recurrence: rule, exceptions } = event;
    for (const line of seriesLines({ start, rule, exceptions, timeZone }))
      entry.addProperty(ICAL.Property.fromString(line));
  }
  return entry;
}
