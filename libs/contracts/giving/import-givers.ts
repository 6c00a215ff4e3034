import { z } from 'zod';
import { amountOutput, id, page, searchText, timestamp } from '../common.js';
import { donorKinds } from './donations.js';

const giverDonor = z.object({ id, name: z.string(), kind: z.enum(donorKinds) });

/** The reason `why` of a candidate who has the email address that the file gives. */
export const sameEmailAddress = 'same email address';

/** A giver of a donation file, with all of the giver's rows. */
export const importGiver = z.object({
  key: z.string(),
  /** the name in the file; empty if it has none */
  name: z.string(),
  email: z.string().nullable(),
  rows: z.number().int(),
  amount: amountOutput,
  /** the donor of the gifts; a guest who will be created at the commit has an id already */
  donor: giverDonor.nullable(),
  /** the donors who may be the giver, with the reason, the likeliest first */
  candidates: z.array(giverDonor.extend({ email: z.string().nullable(), why: z.string() })),
  /** whether a user must choose the donor */
  open: z.boolean(),
});
export type ImportGiver = z.infer<typeof importGiver>;

export const importGiversQuery = z.strictObject({
  ...page,
  open: z
    .enum(['true', 'false'])
    .transform((value) => value === 'true')
    .optional(),
});

/**
 * `guest` without `donorId` is the guest with that name and email address, or a new guest. `apart`
 * is a new guest although there is one with that name.
 */
export const giverAnswers = ['member', 'guest', 'apart'] as const;
export type GiverAnswer = (typeof giverAnswers)[number];

export const answerImportGivers = z.strictObject({
  givers: z.array(z.string().max(1000)).min(1, 'Say which givers.').max(10_000),
  answer: z.enum(giverAnswers),
  donorId: id.optional(),
});
export type AnswerImportGivers = z.input<typeof answerImportGivers>;

/** An answer of the church about a giver, which is remembered for later files. */
export const importAnswer = z.object({
  id,
  kind: z.enum(['giver']),
  /** the name and address that the files have */
  name: z.string(),
  email: z.string().nullable(),
  answer: z.enum(giverAnswers),
  /** the donor; null for a guest who is found by name and address, or created */
  donor: giverDonor.nullable(),
  answeredAt: timestamp,
});
export type ImportAnswer = z.infer<typeof importAnswer>;

/** `search`: a part of the name or email address in the file, or of the donor's name. */
export const importAnswersQuery = z.strictObject({
  ...page,
  donorId: id.optional(),
  search: searchText.optional(),
});
