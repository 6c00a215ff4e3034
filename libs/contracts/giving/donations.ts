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

/** The payment methods that the CSV template accepts. */
export const templateMethods = ['Cash', 'CashApp', 'Zeffy'] as const;
/** All payment methods. */
export const paymentMethods = ['Cash', 'Check', 'CashApp', 'Zeffy', 'Card', 'Other'] as const;
/**
 * All payment methods in the order of a member's donation: the three of the specification come
 * first (ruling 25).
 */
export const memberMethods = [...templateMethods, 'Check', 'Card', 'Other'] as const;
export type PaymentMethod = (typeof paymentMethods)[number];
const methodInput = <T extends string>(methods: readonly T[], names: string) =>
  z.enum(methods, {
    error: ({ input }) =>
      `Invalid payment method "${typeof input === 'string' ? input : ''}". Must be ${names}`,
  });
const memberMethod = methodInput(memberMethods, 'Cash, CashApp, Zeffy, Check, Card, or Other');
const guestMethod = methodInput(paymentMethods, 'Cash, Check, CashApp, Zeffy, Card, or Other');
/** The methods that the card "Digital" counts. The card "Cash" counts Cash alone. */
export const digitalMethods: readonly PaymentMethod[] = ['CashApp', 'Zeffy', 'Card'];
export const generalFund = 'General Fund';
/** The name that the ledger shows for donations without a known giver. */
export const unidentifiedGiver = 'Unidentified giver';

export const donorKinds = ['member', 'guest', 'unidentified'] as const;
export type DonorKind = (typeof donorKinds)[number];

/** Whether a donation is as it was recorded, was changed, or was deleted. */
export const donationStates = ['standing', 'corrected', 'deleted'] as const;

/**
 * The current version of a donation; of a deleted one, its last version. `If-Match` compares
 * `version`.
 */
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
  /** when this version was recorded; of a deleted donation, when it was deleted */
  recordedAt: timestamp,
});
export type Donation = z.infer<typeof donation>;

/** The fields of a donation that its giver may see. */
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

/**
 * All fields are optional. A donation of a guest stays one of a guest, with a guest's methods and
 * name.
 */
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

/** A question before a donation is recorded: whether its values look like a mistake. */
export const giftCheckQuery = z.strictObject({
  userId: id.optional(),
  guestFirstName: optionalText(100),
  guestLastName: optionalText(100),
  guestEmail: optionalText(254),
  amount: amountInput(),
  date: dateInput.optional(),
  transactionId: optionalText(200),
});
export const giftCheck = z.object({
  /** days from today, in the church's time zone, to a date in the future; 0 for other dates */
  daysAhead: z.number().int(),
  /** the number of current donations of the same giver, amount and day */
  again: z.number().int(),
  /**
   * the median of the giver's donations since two years ago; null if there are fewer than three in
   * this time
   */
  usual: amountOutput.nullable(),
  /** null for a new giver */
  donorName: z.string().nullable(),
  /**
   * the current donation of the same giver with the same transaction number, or with the same
   * amount and a day at most seven days before or after; null if there is none
   */
  like: z.object({ donationId: id, date: z.string(), amount: amountOutput }).nullable(),
});
export type GiftCheck = z.infer<typeof giftCheck>;

export const donationSorts = ['date', 'amount', 'name', 'paymentMethod', 'campaign'] as const;

/**
 * `state`: `standing` (the default) lists all donations that count, `corrected` those of them that
 * were changed, and `deleted` those that do not count anymore.
 */
export const donationFilter = z.strictObject({
  state: z.enum(donationStates).optional(),
  search: searchText.optional(),
  year: year.optional(),
  from: dateInput.optional(),
  to: dateInput.optional(),
  minAmount: amountInput().optional(),
  maxAmount: amountInput().optional(),
  /** the user who recorded or imported the donation */
  addedBy: id.optional(),
  paymentMethod: z.enum(paymentMethods).optional(),
  campaign: searchText.optional(),
  donorId: id.optional(),
  importId: id.optional(),
  /** the id of one donation, which is listed in every state */
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

/** The figures of the cards of Member Donations, for all donations that match the filter. */
export const donationSummary = z.object({
  amount: amountOutput,
  records: z.number().int(),
  cash: z.number().int(),
  digital: z.number().int(),
});
export type DonationSummary = z.infer<typeof donationSummary>;

/**
 * The values that current donations have, for the filters of Member Donations and for suggestions.
 */
export const donationChoices = z.object({
  /** the newest year first */
  years: z.array(z.number().int()),
  /** the General Fund first, then by title */
  campaigns: z.array(z.string()),
  /**
   * The comparison keys of all names that find a campaign: also former names, and campaigns without
   * donations. Any other name in a donation creates a campaign.
   */
  campaignKeys: z.array(z.string()),
  /** the users who recorded or imported donations, sorted by name */
  recorders: z.array(z.object({ id, name: z.string() })),
  /** committed imports, also undone ones, the newest first */
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
/** A change in the history of a donation. The first one is the recording. */
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
 * The donation that a ticket is about, with its changes, the recording first. Its giver sees
 * figures and dates. Only users who keep the books see who changed it and why, the giver's name,
 * and the id for a correction; others get null.
 */
export const gift = z.object({
  /** `moved`: the donation turned out to be another person's */
  state: z.enum(['standing', 'corrected', 'deleted', 'moved']),
  donationId: id.nullable(),
  version: z.number().int().nullable(),
  changes: z.array(
    z.object({
      what: z.enum(['recorded', 'corrected', 'voided', 'restored', 'moved']),
      when: timestamp,
      who: z.string().nullable(),
      why: z.string().nullable(),
      /** the version after the change; null if the donation was deleted or moved */
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
