import { z } from 'zod';
import {
  amountInput,
  amountOutput,
  dateInput,
  dateOutput,
  id,
  ignored,
  openingAmountInput,
  text,
} from '../common.js';

const fundraiserTitle = text(200, 'Title must be at least 3 characters').pipe(
  z.string().min(3, 'Title must be at least 3 characters'),
);
const fundraiserDescription = text(5000, 'Description must be at least 10 characters').pipe(
  z.string().min(10, 'Description must be at least 10 characters'),
);
const goal = amountInput('Goal must be at least $1').refine(
  (cents) => cents >= 100n,
  'Goal must be at least $1',
);
export const fundraiser = z.object({
  id,
  title: z.string(),
  description: z.string(),
  goal: amountOutput,
  current: amountOutput,
  donors: z.number().int(),
  startDate: dateOutput,
  endDate: dateOutput.nullable(),
  isActive: z.boolean(),
  version: z.number().int(),
});
export type Fundraiser = z.infer<typeof fundraiser>;
/** `current` is the opening amount: the sum that was raised before the portal counted gifts. */
export const createFundraiser = z.strictObject({
  title: fundraiserTitle,
  description: fundraiserDescription,
  goal,
  current: openingAmountInput.optional(),
  startDate: dateInput.nullish(),
  endDate: dateInput.nullish(),
  isActive: z.boolean().default(true),
});
export type CreateFundraiser = z.input<typeof createFundraiser>;
export const editFundraiser = z.strictObject({
  title: fundraiserTitle.optional(),
  description: fundraiserDescription.optional(),
  goal: goal.optional(),
  current: ignored,
  startDate: dateInput.optional(),
  endDate: dateInput.nullish(),
  isActive: z.boolean().optional(),
});
export type EditFundraiser = z.input<typeof editFundraiser>;
export const fundraiserQuery = z.strictObject({ active: z.enum(['true', 'false']).optional() });
