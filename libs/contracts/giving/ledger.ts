import { z } from 'zod';
import { amountOutput, id, page, searchText, sortOf, year } from '../common.js';
import { donorKinds } from './donations.js';

export const ledgerSorts = ['name', 'year', 'total', 'count'] as const;
export const asOf = z
  .string()
  .regex(/^(\d{4}-\d{2}-\d{2}|\d{1,15})$/, 'Please enter a date (YYYY-MM-DD) or a journal number');
export const ledgerFilter = z.strictObject({
  year: year.optional(),
  search: searchText.optional(),
  sort: sortOf(ledgerSorts).default('name'),
  asOf: asOf.optional(),
});
export const ledgerQuery = ledgerFilter.extend(page);
export type LedgerQuery = z.infer<typeof ledgerQuery>;
export const ledgerRow = z.object({
  donorId: id,
  name: z.string(),
  kind: z.enum(donorKinds),
  year: z.number().int(),
  total: amountOutput,
  count: z.number().int(),
});
export type LedgerRow = z.infer<typeof ledgerRow>;
/**
 * The totals of all rows that match the filter. `rows` counts them: a donor has one for each year.
 */
export const ledgerTotals = z.object({
  amount: amountOutput,
  donations: z.number().int(),
  donors: z.number().int(),
  rows: z.number().int(),
});
export const ledger = z.object({
  rows: z.array(ledgerRow),
  totals: ledgerTotals,
  years: z.array(z.number().int()),
  /** The day on which the first gift of all was recorded. Only answers with `asOf` have it. */
  begins: z.string().nullable().optional(),
});
export type Ledger = z.infer<typeof ledger>;

/**
 * Selects the donations of a row of the ledger: those that count, now or at an earlier moment, or
 * deleted ones.
 */
export const behindQuery = z.strictObject({
  asOf: asOf.optional(),
  state: z.enum(['standing', 'deleted']).optional(),
});

/**
 * The totals of each month of a year, for the charts, now or at an earlier moment. `months` has
 * twelve amounts.
 */
export const givingByMonthQuery = z.strictObject({ year, asOf: asOf.optional() });
export const givingByMonth = z.object({ year: z.number().int(), months: z.array(amountOutput) });
export type GivingByMonth = z.infer<typeof givingByMonth>;
