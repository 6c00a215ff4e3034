import { zodResolver } from '@hookform/resolvers/zod';
import { z } from 'zod';
import { isCalendarDate } from '#libs/calendar';
import { eventInput, type EventInput } from '#libs/contracts';
import type { Recurrence } from '../../../lib/recurrence';
import { problemOf, writeRecurrence } from '../../../lib/recurrence-changes';
import type { EventValues } from './event-values';

const minutes = 'Please enter the length in minutes, from 5 to 20,160';

/** The server's rules, with date and time as the form has them: the submitted date is date, then T, then time, then :00. */
const schema = eventInput
  .omit({ isRecurring: true })
  .extend({
    date: z.string().refine(isCalendarDate, 'Please enter a valid date'),
    time: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Please enter a valid time (HH:MM)'),
    durationMinutes: z.number(minutes).int(minutes).min(5, minutes).max(20_160, minutes),
    recurrence: z.custom<Recurrence>().superRefine((recurrence, context) => {
      const message = problemOf(recurrence, '');
      if (message) context.addIssue({ code: 'custom', message });
    }),
  })
  .superRefine(({ recurrence, date }, context) => {
    const message = problemOf(recurrence, date);
    if (message) context.addIssue({ code: 'custom', path: ['recurrence'], message });
  })
  .transform(({ date, time, recurrence, exceptions, ...rest }): EventInput => {
    const rule = writeRecurrence(recurrence);
    return {
      ...rest,
      date: `${date}T${time}:00`,
      isRecurring: rule !== null,
      recurrence: rule,
      exceptions: rule === null ? [] : exceptions,
    };
  });

export default zodResolver<EventValues, unknown, EventInput>(
  schema as unknown as z.ZodType<EventInput, EventValues>,
);
