import { z } from 'zod';
import { amountOutput } from '../common.js';

const figures = {
  rows: z.number().int(),
  gross: amountOutput,
  refunds: amountOutput,
  fees: amountOutput,
  net: amountOutput,
};

/** The lines of the control total: the outcomes of the rows of a file. */
export const controlLines = [
  'recorded',
  'duplicate',
  'leftOut',
  'held',
  'rejected',
  'unreadable',
  'total',
] as const;

/**
 * The control total: `gross` is all gifts before refunds; `refunds` and `fees` are positive; net =
 * gross − refunds − fees. `file` counts the rows of the file and adds up its amount column as it
 * stands there, without the file's own totals and titles. Every row is in exactly one line:
 * `amount` adds up the amount column of its rows, and `recorded` is what the books have, or will
 * have, from them (negative where money went back). The lines add up to `file` and to `recorded`;
 * those of `total` do not count.
 */
export const importControl = z.object({
  file: z.object({ rows: z.number().int(), amount: amountOutput }),
  ...figures,
  recorded: amountOutput,
  lines: z.array(
    z.object({
      what: z.enum(controlLines),
      why: z.string(),
      rows: z.number().int(),
      amount: amountOutput,
      recorded: amountOutput,
    }),
  ),
  payouts: z.array(z.object({ payout: z.string(), ...figures })),
});
export type ImportControl = z.infer<typeof importControl>;
