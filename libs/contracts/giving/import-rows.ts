import { z } from 'zod';
import { amountOutput, id, page } from '../common.js';
import { rowStates, rowFilters, rowActions } from './import-row-states.js';
import { importFields } from './imports.js';

/** One row of the review. */
export const importRow = z.object({
  /**
   * its number in a spreadsheet, where the header is row 1; in a file with a column for each fund
   * another number, which only tells rows apart
   */
  row: z.number().int(),
  /**
   * where people find it in the file: "3", or "3, Offering" in a file with a column for each fund
   */
  rowName: z.string(),
  state: z.enum(rowStates),
  message: z.string().nullable(),
  /**
   * the group of the problem: `email`, `amount`, `paymentMethod`, `date`, `columns`, `name`,
   * `duplicate` or `held`
   */
  problem: z.string().nullable(),
  /** the text of each field, with the changes of a user */
  values: z.partialRecord(z.enum(importFields), z.string()),
  /**
   * every cell as the file has it, in the order of `columns` of the import; empty for older
   * imports, which kept none
   */
  record: z.array(z.string()),
  /**
   * the values that were understood; null for a text that was not understood, and for an empty cell
   */
  read: z.object({
    date: z.string().nullable(),
    amount: amountOutput.nullable(),
    paymentMethod: z.string().nullable(),
    campaign: z.string().nullable(),
  }),
  /** the fields whose values a user has set */
  changed: z.array(z.enum(importFields)),
  /** whether a user has changed or decided anything of this row alone, which `reset` undoes */
  repaired: z.boolean(),
  /**
   * everything that is wrong with a rejected row, each with the field that must be set; null if no
   * field can repair it
   */
  issues: z.array(z.object({ field: z.enum(importFields).nullable(), message: z.string() })),
  donor: z
    .object({ id, name: z.string(), kind: z.enum(['member', 'guest', 'unidentified']) })
    .nullable(),
  /** members with exactly this name, to choose from */
  candidates: z.array(z.object({ id, name: z.string(), email: z.string() })),
  /**
   * the amount that the donation `like`, or that of the row `likeRow`, will have if the row is
   * accepted; null if it will be deleted
   */
  proposal: z.object({ amount: amountOutput.nullable() }).nullable(),
  likeRow: z.number().int().nullable(),
  /** the `rowName` of `likeRow` */
  likeRowName: z.string().nullable(),
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
  /**
   * a text in any cell of the row, in a value that was set, or in the name of the giver, in upper
   * or lower case
   */
  q: z.string().max(200).optional(),
};
export const importRowsQuery = z.strictObject({ ...page, ...whichRows });
export const importRowsCsvQuery = z.strictObject({ state: z.enum(rowStates).optional() });
export const importRowsSumQuery = z.strictObject(whichRows);
/** The number of all rows that a filter finds, and the sum of their amounts. */
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

/** Undoes the change with that number if it is the last one; without a number, the last one. */
export const undoImportRows = z.strictObject({ number: z.number().int().min(1).optional() });

/** What undoing an import would do. */
export const undoPreview = z.object({
  donations: z.number().int(),
  amount: amountOutput,
  /** donations of the import that were changed afterwards, and are voided as well */
  corrected: z.array(
    z.object({
      donationId: id,
      donorName: z.string(),
      importedAmount: amountOutput,
      currentAmount: amountOutput,
    }),
  ),
  alreadyVoided: z.number().int(),
  /** guests that only this import created and that have nothing else; they are removed */
  guests: z.array(z.object({ id, name: z.string() })),
  /**
   * Earlier donations that the import corrected or took back. They are restored; those that a user
   * has changed since (`byHand`) only on request. `currentAmount` is null for a deleted donation.
   */
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
/** Whether donations that the import changed, and a user changed afterwards, are restored. */
export const undoImportBody = z.strictObject({ changed: z.enum(['restore', 'keep']).optional() });

export type UndoPreview = z.infer<typeof undoPreview>;
