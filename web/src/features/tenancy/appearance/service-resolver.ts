import { z } from 'zod';
import { serviceInput } from '#libs/contracts';
import type { Recurrence } from '../../../lib/content/recurrence';
import {
  problemOf,
  applyPendingChoice,
  writeRecurrence,
} from '../../../lib/content/recurrence-changes';
import { formResolver } from '../../../lib/forms/form-resolver';
import type { ServiceValues } from './service-values';

const minutes = 'Please enter the length in minutes, from 5 to 1,440';
const schema = serviceInput.extend({
  durationMinutes: z.number(minutes).int(minutes).min(5, minutes).max(1_440, minutes),
  recurrence: z.custom<Recurrence>().transform((typed, context) => {
    const recurrence = applyPendingChoice(typed);
    const message = problemOf(recurrence, '');
    if (message) context.addIssue({ code: 'custom', message });
    return writeRecurrence(recurrence) ?? '';
  }),
});

export default formResolver<ServiceValues>()(schema);
