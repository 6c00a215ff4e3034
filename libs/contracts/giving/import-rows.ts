import { z } from 'zod';
import { amountOutput, id, page } from '../common.js';
import { rowStates, rowFilters, rowActions } from './import-row-states.js';
import { importFields } from './imports.js';

/** One row of the preview. `row` counts as a spreadsheet does: the header is row 1. */
export const importRow = z.object({
  row: z.number().int(),
  state: z.enum(rowStates),
  message: z.string().nullable(),
  /** groups rows with the same kind of trouble: `email`, `amount`, `paymentMethod`, `date`, `columns`, `name`, `duplicate`, `held` */
  problem: z.string().nullable(),
  /** what the row says, by its columns' meanings, as a person may have changed it */
  values: z.partialRecord(z.enum(importFields), z.string()),
  /** every cell of the row as the file has it, as `columns` of the import names them; empty for imports of before this was kept */
  record: z.array(z.string()),
  /** what of it was understood; null where it was not, or nothing stands there */
  read: z.object({
    date: z.string().nullable(),
    amount: amountOutput.nullable(),
    paymentMethod: z.string().nullable(),
    campaign: z.string().nullable(),
  }),
  /** whose values a person has set */
  changed: z.array(z.enum(importFields)),
  /** whether a person has changed or decided anything of this row alone, which `reset` takes back */
  repaired: z.boolean(),
  /** everything that is wrong with a rejected row, each with the value that has to be set for it (null: none does) */
  issues: z.array(z.object({ field: z.enum(importFields).nullable(), message: z.string() })),
  donor: z
    .object({ id, name: z.string(), kind: z.enum(['member', 'guest', 'unidentified']) })
    .nullable(),
  /** members with exactly this name, to choose from */
  candidates: z.array(z.object({ id, name: z.string(), email: z.string() })),
  /** what an accepted or held row makes of the gift `like` or of that of the row `likeRow`: its amount then, null where it is deleted */
  proposal: z.object({ amount: amountOutput.nullable() }).nullable(),
  likeRow: z.number().int().nullable(),
  /** the donation that a duplicate repeats, or that a held row looks like or takes back */
  like: z
    .object({
      donationId: id,
      date: z.string(),
      amount: amountOutput,
      paymentMethod: z.string(),
      importId: id.nullable(),
    })
    .nullable(),
});
export type ImportRow = z.infer<typeof importRow>;

const whichRows = {
  state: z.enum(rowFilters).optional(),
  problem: z.string().max(50).optional(),
  /** text that stands in any cell of the row, in what was set instead, or in its giver's name; whatever its case */
  q: z.string().max(200).optional(),
};
export const importRowsQuery = z.strictObject({ ...page, ...whichRows });
export const importRowsCsvQuery = z.strictObject({ state: z.enum(rowStates).optional() });
export const importRowsSumQuery = z.strictObject(whichRows);
/** Of all rows that a filter finds. */
export const importRowsSum = z.object({ rows: z.number().int(), amount: amountOutput });
export type ImportRowsSum = z.infer<typeof importRowsSum>;

export const repairImportRows = z
  .strictObject({
    rows: z.array(z.number().int().min(1)).min(1).max(10_000).optional(),
    ...whichRows,
    action: z.enum(rowActions),
    values: z.partialRecord(z.enum(importFields), z.string().max(2000)).optional(),
  })
  .refine(
    (body) => body.rows ?? body.state ?? body.problem ?? body.q,
    'Say which rows: rows, state, problem or q',
  );
export type RepairImportRows = z.infer<typeof repairImportRows>;

/** Takes the change of that number back, as long as it is the last one; without it the last one, whichever that is. */
export const undoImportRows = z.strictObject({ number: z.number().int().min(1).optional() });

/** What undoing would do, before it is done. */
export const undoPreview = z.object({
  donations: z.number().int(),
  amount: amountOutput,
  /** donations of the import that were changed since: they are voided too */
  corrected: z.array(
    z.object({
      donationId: id,
      donorName: z.string(),
      importedAmount: amountOutput,
      currentAmount: amountOutput,
    }),
  ),
  alreadyVoided: z.number().int(),
  /** guests whom only this import made, and who have nothing else: they are taken away with it */
  guests: z.array(z.object({ id, name: z.string() })),
  /** gifts of before that the import corrected or took back: put back as they were, those changed `byHand` since only if asked. `currentAmount` null: deleted */
  changed: z.array(
    z.object({
      donationId: id,
      donorName: z.string(),
      beforeAmount: amountOutput,
      currentAmount: amountOutput.nullable(),
      byHand: z.boolean(),
    }),
  ),
});
/** What becomes of gifts that the import changed and somebody changed by hand since. */
export const undoImportBody = z.strictObject({ changed: z.enum(['restore', 'keep']).optional() });

export type UndoPreview = z.infer<typeof undoPreview>;
