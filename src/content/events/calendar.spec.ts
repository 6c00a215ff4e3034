import { describe, expect, it } from '@jest/globals';
import { instantAt, isTimeZone } from '#libs/calendar';
import { occurrencesIn } from '../../../test/support/second-calendar.js';
import { calendarOf, type CalendarEvent } from './calendar.js';

const event: CalendarEvent = {
  id: '01a1fc63-f841-71e3-ad8c-fa6353f799cd',
  title: 'Prayer',
  description: 'We pray.',
  location: 'Hall',
  seriesStart: '2026-03-01T18:00:00',
  durationMinutes: 60,
  recurrence: null,
  exceptions: [],
  sequence: 0,
  updatedAt: new Date('2026-02-01T12:00:00Z'),
  webexLink: null,
  deletedAt: null,
  isCanceled: false,
};
const calendar = (more: Partial<CalendarEvent>, name?: string) =>
  calendarOf([{ ...event, ...more }], 'America/New_York', name);
/** Returns the lines of a calendar file, with folded lines joined. */
const linesOf = (text: string) => text.replace(/\r\n[ \t]/g, '').split('\r\n');

describe('calendarOf', () => {
  it.each(['title', 'description', 'location'] as const)(
    'adds no line for a line break in the %s of an event',
    (field) => {
      for (const lineBreak of ['\r', '\r\n', '\n', '\n\r', '\u2028', '\u0085', '\v', '\f']) {
        const text = calendar({ [field]: `Hello${lineBreak}ATTACH:https://evil.example` });
        expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
        expect(linesOf(text).filter((line) => line.startsWith('ATTACH'))).toEqual([]);
      }
    },
  );

  it('adds no line for a line break in the name of the church', () => {
    const text = calendar({}, 'Grace\rATTACH:https://evil.example');
    expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
  });

  it('escapes line breaks of a description', () => {
    const lines = linesOf(calendar({ description: 'One\r\nTwo\rThree' }));
    expect(lines).toContain('DESCRIPTION:One\\nTwo\\nThree');
  });

  it('cancels a canceled or deleted event', () => {
    expect(linesOf(calendar({}))).not.toContain('STATUS:CANCELLED');
    expect(linesOf(calendar({ isCanceled: true }))).toContain('STATUS:CANCELLED');
    const deleted = linesOf(calendar({ deletedAt: new Date('2026-02-02T12:00:00Z') }));
    expect(deleted).toContain('STATUS:CANCELLED');
    expect(deleted.join()).not.toMatch(/Prayer|We pray|Hall/);
  });

  it('removes control characters', () => {
    const text = calendar({ title: 'Pra\u0000\u0007\u001b\u007fyer', description: 'x\u0001y' });
    // oxlint-disable-next-line no-control-regex -- the test looks for these characters
    expect(text).not.toMatch(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/);
    expect(linesOf(text)).toContain('SUMMARY:Prayer');
  });
});

/** All time zones that the settings accept: those that the platform lists, and some other names. */
const zones = [
  ...Intl.supportedValuesOf('timeZone'),
  'America/Indianapolis',
  'America/Louisville',
  'US/Eastern',
  'america/new_york',
  'Europe/Amsterdam',
  'UTC',
].filter(isTimeZone);

describe('a calendar file', () => {
  it.each(zones)('defines the time zone that its events name: %s', (zone) => {
    const file = calendarOf([event], zone);
    const lines = linesOf(file);
    const zoneAt = lines.indexOf('BEGIN:VTIMEZONE');
    const definition = lines.slice(zoneAt, lines.indexOf('END:VTIMEZONE'));
    expect(definition.filter((line) => line.startsWith('TZID:'))).toEqual([`TZID:${zone}`]);
    expect(definition).toContain('BEGIN:STANDARD');
    expect(lines).toContain(`DTSTART;TZID=${zone}:20260301T180000`);
    const start = instantAt(event.seriesStart, zone);
    const end = new Date(start.getTime() + event.durationMinutes * 60_000);
    expect(occurrencesIn(file, '2026-01-01', '2026-12-31')).toEqual([
      { start: start.toISOString(), end: end.toISOString() },
    ]);
  });
});
