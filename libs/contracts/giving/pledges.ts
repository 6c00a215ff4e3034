import { z } from 'zod';
import { amountInput, amountOutput, id, ignored, optionalText, timestamp } from '../common.js';

export const pledgeFrequencies = [
  'Weekly',
  'Monthly',
  'Quarterly',
  'Annually',
  'One-time',
] as const;
const pledgeAmount = amountInput('Pledge amount must be at least $1').refine(
  (cents) => cents >= 100n,
  'Pledge amount must be at least $1',
);
export const pledgeYear = z.number().int().min(2020).max(2030);
export const pledge = z.object({
  id,
  userId: id,
  year: z.number().int(),
  amount: amountOutput,
  currentAmount: amountOutput,
  frequency: z.string(),
  notes: z.string().nullable(),
  createdAt: timestamp,
  updatedAt: timestamp,
  version: z.number().int(),
});
export type Pledge = z.infer<typeof pledge>;
export const createPledge = z.strictObject({
  amount: pledgeAmount,
  year: pledgeYear,
  userId: z.string().max(100).optional(),
  frequency: z.enum(pledgeFrequencies).default('Monthly'),
  notes: optionalText(2000),
  currentAmount: ignored,
});
export type CreatePledge = z.input<typeof createPledge>;
export const editPledge = z.strictObject({
  amount: pledgeAmount.optional(),
  frequency: z.enum(pledgeFrequencies).optional(),
  notes: optionalText(2000),
});
export type EditPledge = z.input<typeof editPledge>;
