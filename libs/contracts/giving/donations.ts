import { z } from 'zod';
import {
  amountInput,
  amountOutput,
  dateInput,
  dateOutput,
  id,
  ignored,
  optionalText,
  page,
  searchText,
  sortOf,
  text,
  timestamp,
  year,
} from '../common.js';

/** What the admin form and the CSV template take. */
export const memberMethods = ['Cash', 'CashApp', 'Zeffy'] as const;
/** What a guest's donation, and a bank's file, may name besides. */
export const paymentMethods = ['Cash', 'Check', 'CashApp', 'Zeffy', 'Card', 'Other'] as const;
export type PaymentMethod = (typeof paymentMethods)[number];
const methodInput = <T extends string>(methods: readonly T[], names: string) =>
  z.enum(methods, {
    error: ({ input }) =>
      `Invalid payment method "${typeof input === 'string' ? input : ''}". Must be ${names}`,
  });
const memberMethod = methodInput(memberMethods, 'Cash, CashApp, or Zeffy');
const guestMethod = methodInput(paymentMethods, 'Cash, Check, CashApp, Zeffy, Card, or Other');
/** Which methods the "digital" card counts; "cash" counts Cash alone. */
export const digitalMethods: readonly PaymentMethod[] = ['CashApp', 'Zeffy', 'Card'];
export const generalFund = 'General Fund';
/** The name under which a donation without a known giver stands in the ledger. */
export const unidentifiedGiver = 'Unidentified giver';

export const donorKinds = ['member', 'guest', 'unidentified'] as const;
export type DonorKind = (typeof donorKinds)[number];

/** Whether a gift stands as it was recorded, was changed since, or was deleted. */
export const donationStates = ['standing', 'corrected', 'deleted'] as const;

/** One donation as it stands now, or, when it was deleted, as it stood last. `version` is what `If-Match` compares. */
export const donation = z.object({
  id,
  userId: id.nullable(),
  donorId: id,
  donorName: z.string(),
  donorKind: z.enum(donorKinds),
  amount: amountOutput,
  date: dateOutput,
  campaign: z.string(),
  fundraiserId: id.nullable(),
  transactionId: z.string().nullable(),
  notes: z.string().nullable(),
  paymentMethod: z.enum(paymentMethods),
  addedBy: id.nullable(),
  isManualEntry: z.boolean(),
  organizationId: id,
  guestFirstName: z.string().nullable(),
  guestLastName: z.string().nullable(),
  guestEmail: z.string().nullable(),
  guestPhone: z.string().nullable(),
  importId: id.nullable(),
  version: z.number().int(),
  state: z.enum(donationStates),
  /** when it was recorded, last changed, or deleted */
  recordedAt: timestamp,
});
export type Donation = z.infer<typeof donation>;

/** The signed-in person's own donation: what a member may see of it. */
export const ownDonation = donation.pick({
  id: true,
  userId: true,
  amount: true,
  date: true,
  campaign: true,
  paymentMethod: true,
  notes: true,
  transactionId: true,
  version: true,
  recordedAt: true,
});
export type OwnDonation = z.infer<typeof ownDonation>;

const reason = optionalText(500);

export const createDonation = z.strictObject({
  userId: z.uuid('Member is required'),
  amount: amountInput(),
  paymentMethod: memberMethod.default('Cash'),
  date: dateInput.nullish(),
  campaign: optionalText(200),
  notes: optionalText(2000),
  transactionId: optionalText(200),
  isManualEntry: ignored,
  addedBy: ignored,
});
export type CreateDonation = z.input<typeof createDonation>;

/** Any of the fields; a guest's donation stays a guest's (guest methods, guest name), a member's a member's. */
export const editDonation = z.strictObject({
  userId: z.uuid('Member is required').nullish(),
  guestFirstName: optionalText(100),
  guestLastName: optionalText(100),
  guestEmail: optionalText(254),
  guestPhone: optionalText(50),
  amount: amountInput().optional(),
  paymentMethod: guestMethod.optional(),
  date: dateInput.optional(),
  campaign: optionalText(200),
  notes: optionalText(2000),
  transactionId: optionalText(200),
  reason,
  isManualEntry: ignored,
  addedBy: ignored,
});
export type EditDonation = z.input<typeof editDonation>;

export const voidDonation = z.strictObject({ reason }).nullish();
export const restoreDonation = voidDonation;

const guestNames = 'Please fill in first name, last name, and amount.';
export const createGuestDonation = z.strictObject({
  guestFirstName: text(100, guestNames).pipe(z.string().min(1, guestNames)),
  guestLastName: text(100, guestNames).pipe(z.string().min(1, guestNames)),
  guestEmail: optionalText(254),
  guestPhone: optionalText(50),
  amount: amountInput(undefined, guestNames),
  date: dateInput.nullish(),
  paymentMethod: guestMethod.default('Cash'),
  campaign: optionalText(200),
  notes: optionalText(2000),
  transactionId: optionalText(200),
  isManualEntry: ignored,
  addedBy: ignored,
});
export type CreateGuestDonation = z.input<typeof createGuestDonation>;

/** Asked before a gift is recorded: what may be a slip. */
export const giftCheckQuery = z.strictObject({
  userId: id.optional(),
  guestFirstName: optionalText(100),
  guestLastName: optionalText(100),
  guestEmail: optionalText(254),
  amount: amountInput(),
  date: dateInput.optional(),
});
export const giftCheck = z.object({
  /** days from today, where the church is, to a date that is still to come; 0 for none */
  daysAhead: z.number().int(),
  /** gifts of the same giver, amount and day that stand */
  again: z.number().int(),
  /** the middle one of what the giver gave in the last two years; null before the third gift */
  usual: amountOutput.nullable(),
  /** null for a giver who is new */
  donorName: z.string().nullable(),
});
export type GiftCheck = z.infer<typeof giftCheck>;

export const donationSorts = ['date', 'amount', 'name', 'paymentMethod', 'campaign'] as const;

/** `standing` (without it, too): all that count; `corrected`: those of them that were changed since; `deleted`: those that count no more. */
export const donationFilter = z.strictObject({
  state: z.enum(donationStates).optional(),
  search: searchText.optional(),
  year: year.optional(),
  from: dateInput.optional(),
  to: dateInput.optional(),
  minAmount: amountInput().optional(),
  maxAmount: amountInput().optional(),
  /** who recorded or imported it */
  addedBy: id.optional(),
  paymentMethod: z.enum(paymentMethods).optional(),
  campaign: searchText.optional(),
  donorId: id.optional(),
  importId: id.optional(),
  /** one gift, whatever became of it */
  id: id.optional(),
});
export type DonationFilter = z.infer<typeof donationFilter>;
export const donationQuery = donationFilter.extend({
  ...page,
  sort: sortOf(donationSorts).default('-date'),
});
export type DonationQuery = z.infer<typeof donationQuery>;
export const donationsCsvQuery = donationFilter.extend({
  sort: sortOf(donationSorts).default('-date'),
});

/** The totals cards of Member Donations, over the whole filtered set. */
export const donationSummary = z.object({
  amount: amountOutput,
  records: z.number().int(),
  cash: z.number().int(),
  digital: z.number().int(),
});
export type DonationSummary = z.infer<typeof donationSummary>;

/** What the filters of Member Donations offer: what the current donations have. */
export const donationChoices = z.object({
  /** newest first */
  years: z.array(z.number().int()),
  /** the General Fund first, then by title */
  campaigns: z.array(z.string()),
  /** who recorded or imported gifts, by name */
  recorders: z.array(z.object({ id, name: z.string() })),
  /** that were recorded, the newest first, those that were undone too */
  imports: z.array(z.object({ id, fileName: z.string() })),
});
export type DonationChoices = z.infer<typeof donationChoices>;

const versionState = z.object({
  donorId: id,
  donorName: z.string(),
  amount: amountOutput,
  date: dateOutput,
  paymentMethod: z.enum(paymentMethods),
  campaign: z.string(),
  notes: z.string().nullable(),
});
/** One line of a donation's history, the recording first. */
export const donationChange = z.object({
  version: z.number().int(),
  what: z.enum(['recorded', 'imported', 'corrected', 'voided', 'import undone', 'restored']),
  who: z.object({ id: id.nullable(), name: z.string() }),
  when: timestamp,
  why: z.string().nullable(),
  journal: z.number().int(),
  importId: id.nullable(),
  before: versionState.nullable(),
  after: versionState.nullable(),
});
export type DonationChange = z.infer<typeof donationChange>;

/**
 * A gift that a question is about: what it was and what became of it, the recording first. Its giver sees figures and dates;
 * who changed it and why, its giver's name, and where to correct it, those who keep the books (null to others).
 */
export const gift = z.object({
  /** `moved`: found to be somebody else's */
  state: z.enum(['standing', 'corrected', 'deleted', 'moved']),
  donationId: id.nullable(),
  version: z.number().int().nullable(),
  changes: z.array(
    z.object({
      what: z.enum(['recorded', 'corrected', 'voided', 'restored', 'moved']),
      when: timestamp,
      who: z.string().nullable(),
      why: z.string().nullable(),
      /** what it was from then on; null once it was deleted or moved */
      amount: amountOutput.nullable(),
      date: dateOutput.nullable(),
      campaign: z.string().nullable(),
      paymentMethod: z.enum(paymentMethods).nullable(),
      donorName: z.string().nullable(),
    }),
  ),
});
export type Gift = z.infer<typeof gift>;

export const ownDonationsQuery = z.strictObject({
  userId: z.string().max(100).optional(),
  year: year.optional(),
  limit: z.coerce.number().int().min(1).max(10_000).optional(),
});
export const ownTotal = z.object({ total: amountOutput });
