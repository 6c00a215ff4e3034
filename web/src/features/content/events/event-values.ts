import { addMinutes } from '#libs/calendar';
import type { Event } from '#libs/contracts';
import type { FieldLabels } from '../../../lib/content/compare-fields';
import type { readRecurrence, Recurrence, wordsOf } from '../../../lib/content/recurrence';

/** The values of the form of an event. */
export interface EventValues {
  title: string;
  description: string;
  date: string;
  time: string;
  endDate: string;
  endTime: string;
  /** The first day of an existing series; null for any other event. */
  firstDate: string | null;
  location: string;
  recurrence: Recurrence;
  exceptions: string[];
  imageUrl: string;
  googleCalendarId: string;
  webexLink: string;
  isHighlighted: boolean;
  isActive: boolean;
}

/** The functions that read and describe how an event repeats. */
export interface RecurrenceCode {
  readRecurrence: typeof readRecurrence;
  wordsOf: typeof wordsOf;
}
const once: Recurrence = {
  repeat: { kind: 'none' },
  ending: { kind: 'never' },
  weekStart: 'SU',
};

/**
 * Returns the form values of an event. For a series, the form shows the first date, not the next.
 */
export function valuesOf(event: Event, code: RecurrenceCode | null): EventValues {
  const {
    title,
    description,
    seriesStart,
    durationMinutes,
    location,
    recurrence,
    exceptions,
    imageUrl,
    googleCalendarId,
    webexLink,
    isHighlighted,
    isActive,
  } = event;
  const date = seriesStart.slice(0, 10);
  const end = addMinutes(seriesStart, durationMinutes);
  return {
    title,
    description,
    date,
    time: seriesStart.slice(11, 16),
    endDate: end.slice(0, 10),
    endTime: end.slice(11, 16),
    firstDate: recurrence === null ? null : date,
    location,
    recurrence: code?.readRecurrence(recurrence, date) ?? once,
    exceptions,
    imageUrl: imageUrl ?? '',
    googleCalendarId: googleCalendarId ?? '',
    webexLink: webexLink ?? '',
    isHighlighted,
    isActive,
  };
}

export const newEvent = (today: string, location: string): EventValues => ({
  title: '',
  description: '',
  date: today,
  time: '18:00',
  endDate: today,
  endTime: '19:00',
  firstDate: null,
  location,
  recurrence: once,
  exceptions: [],
  imageUrl: '',
  googleCalendarId: '',
  webexLink: '',
  isHighlighted: false,
  isActive: true,
});

type Times = Pick<EventValues, 'date' | 'time' | 'endDate' | 'endTime'>;

/** Returns the duration in minutes of local time, or NaN while a date or time is missing. */
export const minutesOf = ({ date, time, endDate, endTime }: Times): number =>
  (Date.parse(`${endDate}T${endTime}Z`) - Date.parse(`${date}T${time}Z`)) / 60_000;

/** Returns the end of an event with this duration in minutes; null while its start is not valid. */
export function calculateEnd(
  { date, time }: Pick<Times, 'date' | 'time'>,
  minutes: number,
): Pick<Times, 'endDate' | 'endTime'> | null {
  if (Number.isNaN(Date.parse(`${date}T${time}Z`))) return null;
  const end = addMinutes(`${date}T${time}:00`, minutes);
  return { endDate: end.slice(0, 10), endTime: end.slice(11, 16) };
}

function describeRecurrence(recurrence: Recurrence, code: RecurrenceCode | null): string {
  const { repeat } = recurrence;
  if (repeat.kind === 'none') return 'Does not repeat';
  if (repeat.kind === 'custom') return repeat.rule;
  return code?.wordsOf(recurrence) ?? repeat.kind;
}

/** Returns the labels of the fields, for a comparison of two versions. */
export const labelEventFields = (code: RecurrenceCode | null): FieldLabels<EventValues> => [
  ['title', 'Title'],
  ['description', 'Description'],
  ['imageUrl', 'Picture'],
  ['isHighlighted', 'Featured'],
  ['date', 'Date'],
  ['time', 'Time'],
  ['endDate', 'End date'],
  ['endTime', 'End time'],
  ['recurrence', 'Repeats', (recurrence: Recurrence) => describeRecurrence(recurrence, code)],
  ['exceptions', 'Skipped dates'],
  ['location', 'Location'],
  ['webexLink', 'WebEx link'],
  ['googleCalendarId', 'Google Calendar ID'],
  ['isActive', 'Shown to members'],
];
