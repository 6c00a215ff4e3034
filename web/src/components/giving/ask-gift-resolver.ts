import { zodResolver } from '@hookform/resolvers/zod';
import type { z } from 'zod';
import { ticketInput } from '#libs/contracts';
import type { QuestionValues } from './ask-gift-values';

export default zodResolver<QuestionValues, unknown, QuestionValues>(
  ticketInput.pick({ subject: true, description: true }) as unknown as z.ZodType<
    QuestionValues,
    QuestionValues
  >,
);
