import type { Event } from '#libs/contracts';
import type { readRecurrence, Recurrence } from '../../../lib/recurrence';

/** What stands in the form of an event. */
export interface EventValues {
  title: string;
  description: string;
  date: string;
  time: string;
  durationMinutes: number;
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
const once: Recurrence = { repeat: { kind: 'none' }, ending: { kind: 'never' } };

/** Of a series the form shows its first day, not its next. */
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
  return {
    title,
    description,
    date,
    time: seriesStart.slice(11, 16),
    durationMinutes,
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
  durationMinutes: 60,
  location,
  recurrence: once,
  exceptions: [],
  imageUrl: '',
  googleCalendarId: '',
  webexLink: '',
  isHighlighted: false,
  isActive: true,
});
