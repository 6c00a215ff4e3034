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
/** Of the whole filtered set; `rows` counts its rows, of which a donor has one for each year. */
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
  /** The day on which the first gift of all was recorded; only as of an earlier moment. */
  begins: z.string().nullable().optional(),
});
export type Ledger = z.infer<typeof ledger>;

/** Of what stands behind a ledger's row: what counts, now or as of an earlier moment, or what was deleted of it. */
export const behindQuery = z.strictObject({
  asOf: asOf.optional(),
  state: z.enum(['standing', 'deleted']).optional(),
});

/** Giving by month of one year, for the charts, now or as of an earlier moment; `months` has twelve amounts. */
export const givingByMonthQuery = z.strictObject({ year, asOf: asOf.optional() });
export const givingByMonth = z.object({ year: z.number().int(), months: z.array(amountOutput) });
export type GivingByMonth = z.infer<typeof givingByMonth>;
