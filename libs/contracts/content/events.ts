import { z } from 'zod';
import { isCalendarDate } from '#libs/calendar';
import { id, text, timestamp } from '../common.js';
import {
  contentDescription,
  contentPage,
  contentTitle,
  contentVersion,
  optionalWebAddress,
  pictureAddress,
  pictureUrl,
  textOrNull,
} from './content.js';

const invalidDate = 'Please enter a valid date';
const localTime = /^(\d{4}-\d{2}-\d{2})T([01]\d|2[0-3]):([0-5]\d)(?::[0-5]\d(?:\.\d+)?)?$/;
/**
 * The church's own date and time, without zone: `2026-11-22T18:00:00`; without a time, the start of
 * the day.
 */
export const localDateTime = z.string(invalidDate).transform((typed, context) => {
  const [, date, hour, minute] =
    localTime.exec(isCalendarDate(typed) ? `${typed}T00:00` : typed) ?? [];
  if (date && isCalendarDate(date)) return `${date}T${hour!}:${minute!}:00`;
  context.addIssue({ code: 'custom', message: invalidDate });
  return z.NEVER;
});

export const defaultEventTime = '18:00';
export const defaultEventMinutes = 60;

export const eventQuery = z.strictObject({
  upcoming: z.enum(['true', 'false']).optional(),
  ...contentPage,
});

/**
 * A series is one entry: `date` is its next occurrence, or its last when it is over; `seriesStart`
 * its first. Both are local to the church; `startsAt` is the same moment as `date`, with its
 * offset. `repeats` says the rule in words.
 */
export const event = z.object({
  id,
  version: contentVersion,
  title: z.string(),
  description: z.string(),
  date: z.string().meta({ examples: ['2026-11-22T18:00:00'] }),
  startsAt: timestamp,
  endsAt: timestamp,
  location: z.string(),
  isRecurring: z.boolean(),
  recurrence: z.string().nullable(),
  repeats: z.string().nullable(),
  exceptions: z.array(z.string()),
  seriesStart: z.string(),
  durationMinutes: z.number().int(),
  isPast: z.boolean(),
  imageUrl: z.string().nullable(),
  pictureUrl,
  googleCalendarId: z.string().nullable(),
  webexLink: z.string().nullable(),
  isHighlighted: z.boolean(),
  isActive: z.boolean(),
  /** the words of calendar files (RFC 5545) in lower case */
  status: z.enum(['planned', 'cancelled']),
  createdBy: id.nullable(),
  createdAt: timestamp,
  updatedAt: timestamp,
});
export type Event = z.infer<typeof event>;

const locationTooShort = 'Location must be at least 3 characters';
/**
 * `isRecurring` without `recurrence` means weekly; with it, it is always true. `exceptions`: local
 * dates on which it does not happen. `seriesStart`: the first day of a series that exists, with
 * `exceptions` as they are then; without it, `date` decides whether the series moves, and
 * `exceptions` move with it.
 */
export const eventInput = z.strictObject({
  title: contentTitle,
  description: contentDescription,
  date: localDateTime,
  seriesStart: z.string().refine(isCalendarDate, invalidDate).optional(),
  location: text(255, locationTooShort).pipe(z.string().min(3, locationTooShort)),
  isRecurring: z.boolean().default(false),
  recurrence: textOrNull(500),
  exceptions: z
    .array(z.string().refine(isCalendarDate, invalidDate))
    .max(500)
    .nullish()
    .transform((dates) => [...new Set(dates ?? [])].sort()),
  durationMinutes: z.number().int().min(5).max(20_160).default(defaultEventMinutes),
  imageUrl: pictureAddress,
  googleCalendarId: textOrNull(500),
  webexLink: optionalWebAddress,
  isHighlighted: z.boolean().default(false),
  isActive: z.boolean().default(true),
});
export type EventInput = z.input<typeof eventInput>;

/** The body of `POST /api/events/{id}/cancel`. `tell`: whether members are told at once. */
export const cancelEvent = z.strictObject({ message: textOrNull(1_000), tell: z.boolean() });

/** The body of `POST /api/events/{id}/move`. Without a location, the location stays. */
export const moveEvent = z.strictObject({
  date: localDateTime,
  location: eventInput.shape.location.optional(),
  tell: z.boolean(),
});
