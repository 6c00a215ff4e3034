import { z } from 'zod';
import { amountOutput, id, page, timestamp } from './common.js';

/** What a column of a donation file can mean. `firstName`+`lastName` or `name` name a giver without email. */
export const importFields = [
  'email', 'name', 'firstName', 'lastName', 'phone', 'amount', 'paymentMethod', 'date', 'campaign', 'notes', 'transactionId',
] as const;
export type ImportField = (typeof importFields)[number];

export const dateStyles = ['ymd', 'mdy', 'dmy'] as const;
export const decimalStyles = ['point', 'comma'] as const;
export const importEncodings = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'] as const;

export const importMapping = z.strictObject({
  /** field → column number, from 0 */
  columns: z.partialRecord(z.enum(importFields), z.number().int().min(0).max(999)),
  dateStyle: z.enum(dateStyles).optional(),
  decimalStyle: z.enum(decimalStyles).optional(),
  encoding: z.enum(importEncodings).optional(),
  /** used where the column is absent or the cell is empty */
  defaults: z.strictObject({ paymentMethod: z.string().max(50).optional(), campaign: z.string().max(200).optional() }).optional(),
  /** the file's own words for a payment method → ours, e.g. `{ "ACH": "Other" }` */
  methods: z.record(z.string().max(100), z.string().max(50)).optional(),
});
export type ImportMapping = z.infer<typeof importMapping>;

/**
 * draft: `needs_mapping` (columns or an ambiguity must be decided by a person), `ready` (preview);
 * then `committing` → `committed` → `undoing` → `undone`; `failed` says why in `message` and can be committed again.
 */
export const importStatuses = ['needs_mapping', 'ready', 'committing', 'committed', 'undoing', 'undone', 'failed'] as const;
export type ImportStatus = (typeof importStatuses)[number];
export const rowStates = ['new', 'duplicate', 'held', 'rejected', 'setAside'] as const;
export type RowState = (typeof rowStates)[number];

const perState = <T extends z.ZodType>(value: T) =>
  z.object({ total: value, new: value, duplicate: value, held: value, rejected: value, setAside: value });

/** A question that the file itself does not answer; asked, never guessed. */
export const importQuestion = z.object({
  kind: z.enum(['columns', 'dateStyle', 'decimalStyle', 'encoding', 'paymentMethod']),
  message: z.string(),
  samples: z.array(z.string()),
});
export type ImportQuestion = z.infer<typeof importQuestion>;

export const importColumn = z.object({
  index: z.number().int(),
  header: z.string(),
  samples: z.array(z.string()),
  suggestion: z.enum(importFields).nullable(),
});
export type ImportColumn = z.infer<typeof importColumn>;

const problemCounts = z.array(z.object({ problem: z.string(), count: z.number().int() }));

export const donationImport = z.object({
  id,
  status: z.enum(importStatuses),
  fileName: z.string(),
  fileSize: z.number().int(),
  /** `template` or `mapped` */
  format: z.enum(['template', 'mapped']),
  encoding: z.enum(importEncodings),
  delimiter: z.string(),
  columns: z.array(importColumn),
  mapping: importMapping.nullable(),
  questions: z.array(importQuestion),
  counts: perState(z.number().int()),
  amounts: perState(amountOutput),
  /** rows of a state by the group of their trouble, as `importRow.problem` names it */
  problems: z.object({ rejected: problemCounts, held: problemCounts }),
  errors: z.array(z.object({ row: z.number().int(), message: z.string() })),
  progress: z.object({ done: z.number().int(), total: z.number().int() }).nullable(),
  message: z.string().nullable(),
  createdAt: timestamp,
  createdBy: z.object({ id, name: z.string() }),
  committedAt: timestamp.nullable(),
  undoneAt: timestamp.nullable(),
});
export type DonationImport = z.infer<typeof donationImport>;

/** One row of the preview. `row` counts as a spreadsheet does: the header is row 1. */
export const importRow = z.object({
  row: z.number().int(),
  state: z.enum(rowStates),
  message: z.string().nullable(),
  /** groups rows with the same kind of trouble: `email`, `amount`, `paymentMethod`, `date`, `columns`, `name`, `duplicate`, `held` */
  problem: z.string().nullable(),
  values: z.partialRecord(z.enum(importFields), z.string()),
  donor: z.object({ id, name: z.string(), kind: z.enum(['member', 'guest', 'unidentified']) }).nullable(),
  /** members with exactly this name, to choose from */
  candidates: z.array(z.object({ id, name: z.string(), email: z.string() })),
  /** the donation that a duplicate repeats, or that a held row looks like */
  like: z.object({ donationId: id, date: z.string(), amount: amountOutput, paymentMethod: z.string(), importId: id.nullable() }).nullable(),
});
export type ImportRow = z.infer<typeof importRow>;

export const importRowsQuery = z.strictObject({ ...page, state: z.enum(rowStates).optional(), problem: z.string().max(50).optional() });

export const repairImportRows = z
  .strictObject({
    rows: z.array(z.number().int().min(1)).min(1).max(10_000).optional(),
    state: z.enum(rowStates).optional(),
    problem: z.string().max(50).optional(),
    /**
     * `set`: change values (a member is named by `values.email`); `guest`: record under a guest's name;
     * `setAside`: leave out; `accept`: a held row is another donation, or a row set aside counts again.
     */
    action: z.enum(['set', 'guest', 'setAside', 'accept']),
    values: z.partialRecord(z.enum(importFields), z.string().max(2000)).optional(),
  })
  .refine((body) => body.rows ?? body.state ?? body.problem, 'Say which rows: rows, state or problem');
export type RepairImportRows = z.infer<typeof repairImportRows>;

/** What undoing would do, before it is done. */
export const undoPreview = z.object({
  donations: z.number().int(),
  amount: amountOutput,
  /** donations of the import that were changed since: they are voided too */
  corrected: z.array(z.object({ donationId: id, donorName: z.string(), importedAmount: amountOutput, currentAmount: amountOutput })),
  alreadyVoided: z.number().int(),
});
export type UndoPreview = z.infer<typeof undoPreview>;
