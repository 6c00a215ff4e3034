import { z } from 'zod';
import { isCalendarDate } from '#libs/calendar';
import { eventInput, type EventInput } from '#libs/contracts';
import type { Recurrence } from '../../../lib/content/recurrence';
import {
  problemOf,
  applyPendingChoice,
  writeRecurrence,
} from '../../../lib/content/recurrence-changes';
import { formResolver } from '../../../lib/forms/form-resolver';
import { minutesOf, type EventValues } from './event-values';

/** The shortest and the longest duration in minutes that the server accepts. */
const [shortest, longest] = [5, 20_160];
const date = z.string().refine(isCalendarDate, 'Please enter a valid date');
const time = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Please enter a valid time (HH:MM)');

/** Returns the sentence that says what is wrong with the end, or null if nothing is wrong. */
function problemOfEnd(minutes: number): string | null {
  if (minutes < shortest) return 'The end must be at least 5 minutes after the beginning';
  return minutes > longest ? 'An event lasts 14 days at most' : null;
}

/**
 * The server's rules, with date and time as the form has them. The submitted date is the date, then
 * T, then the time, then :00.
 */
const schema = eventInput
  .omit({ isRecurring: true, durationMinutes: true, seriesStart: true })
  .extend({
    date,
    time,
    endDate: date,
    endTime: time,
    firstDate: z.string().nullable(),
    recurrence: z.custom<Recurrence>().superRefine((recurrence, context) => {
      const message = problemOf(applyPendingChoice(recurrence), '');
      if (message) context.addIssue({ code: 'custom', message });
    }),
  })
  .strip() // An earlier version of the form may have stored the draft.
  .superRefine(({ recurrence, ...times }, context) => {
    const message = problemOf(applyPendingChoice(recurrence), times.date);
    if (message) context.addIssue({ code: 'custom', path: ['recurrence'], message });
    const endMessage = problemOfEnd(minutesOf(times));
    if (endMessage) context.addIssue({ code: 'custom', path: ['endTime'], message: endMessage });
  })
  .transform((values): EventInput => {
    const { date, time, endDate, endTime, firstDate, recurrence, exceptions, ...rest } = values;
    const rule = writeRecurrence(applyPendingChoice(recurrence));
    const isSeriesStill = rule !== null && firstDate !== null;
    return {
      ...rest,
      date: `${date}T${time}:00`,
      durationMinutes: minutesOf({ date, time, endDate, endTime }),
      ...(isSeriesStill ? { seriesStart: date } : {}),
      isRecurring: rule !== null,
      recurrence: rule,
      exceptions: rule === null ? [] : exceptions,
    };
  });

export default formResolver<EventValues>()(schema);
