import { addMinutes } from '#libs/calendar';
import type { Event } from '#libs/contracts';
import type { readRecurrence, Recurrence } from '../../../lib/content/recurrence';

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

export type ReadRule = typeof readRecurrence | null;
const once: Recurrence = {
  repeat: { kind: 'none' },
  ending: { kind: 'never' },
  weekStart: 'SU',
};

/**
 * Returns the form values of an event. For a series, the form shows the first date, not the next.
 */
export function valuesOf(event: Event, read: ReadRule): EventValues {
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
    recurrence: read?.(recurrence, date) ?? once,
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
