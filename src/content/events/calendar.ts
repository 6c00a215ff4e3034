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
  calendar.addSubcomponent(zoneOf(timeZone));
  for (const event of events) calendar.addSubcomponent(entryOf(event, timeZone));
  return `${calendar.toString()}\r\n`;
}

/**
 * The definition of a time zone, under the name that the events give. The library has the definition of some zones only
 * under another name (`America/Louisville` is defined as `America/Kentucky/Louisville`).
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

/** The settings accept a name in any case, `america/new_york`; the library does not. */
const canonicalName = (timeZone: string): string =>
  new Intl.DateTimeFormat('en-US', { timeZone }).resolvedOptions().timeZone;

/** @returns undefined for a name that the library does not know: it throws then */
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
  const at = (name: string, local: string) => {
    add(name, ICAL.Time.fromDateTimeString(local)).setParameter('tzid', timeZone);
  };
  add('uid', `${event.id}@church-connect`);
  add('sequence', event.sequence);
  add('dtstamp', ICAL.Time.fromJSDate(event.updatedAt, true));
  at('dtstart', event.seriesStart);
  at('dtend', endOf(event.seriesStart, event.durationMinutes, timeZone));
  add('summary', calendarText(event.title));
  add('description', calendarText(event.description));
  add('location', calendarText(event.location));
  // an address is not escaped: no line break may be in it
  if (event.webexLink) add('url', event.webexLink.replace(/\s/g, ''));
  if (event.recurrence) {
    const { seriesStart: start, recurrence: rule, exceptions } = event;
    for (const line of seriesLines({ start, rule, exceptions, timeZone }))
      entry.addProperty(ICAL.Property.fromString(line));
  }
  return entry;
}
