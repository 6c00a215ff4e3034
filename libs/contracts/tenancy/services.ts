import { z } from 'zod';
import { text, timestamp, webAddress } from '../common.js';

const time = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Please enter a valid time (HH:MM)');
/** A regular service of the church, as an administrator enters it. */
export const serviceInput = z.strictObject({
  title: text(200, 'Please name the service').pipe(z.string().min(1, 'Please name the service')),
  recurrence: text(500),
  time,
  durationMinutes: z.number().int().min(5).max(1_440).default(60),
  place: text(255).default(''),
  link: webAddress.default(''),
});
export type ServiceInput = z.input<typeof serviceInput>;
/**
 * A regular service as visitors see it: with its rule in words ("1st and 3rd Sunday") and its next
 * date.
 */
export const service = z.object({
  title: z.string(),
  recurrence: z.string(),
  time: z.string(),
  durationMinutes: z.number().int(),
  place: z.string(),
  link: z.string(),
  repeats: z.string(),
  nextStartsAt: timestamp.nullable(),
});
export type Service = z.infer<typeof service>;

const question = 'Please enter the question';
const answer = 'Please enter the answer';
export const faqEntry = z.object({ question: z.string(), answer: z.string() });
export type FaqEntry = z.infer<typeof faqEntry>;
export const faqInput = z
  .array(
    z.strictObject({
      question: text(300, question).pipe(z.string().min(1, question)),
      answer: text(3_000, answer).pipe(z.string().min(1, answer)),
    }),
  )
  .max(30);
