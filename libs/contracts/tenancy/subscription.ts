import { z } from 'zod';
import { text, timestamp } from '../common.js';
import { subscriptionStatuses } from './organization.js';
import { planIds } from './plans.js';

const invalidCode = 'Invalid Promo Code';
export const promoCodeRequest = z.strictObject({
  code: text(50, invalidCode).pipe(z.string().min(1, invalidCode)),
});
export const promoCodeChecked = z.object({ code: z.string(), /** percent */ discount: z.number() });
export type PromoCodeChecked = z.infer<typeof promoCodeChecked>;

/** The client of the specification may send a `discount`, but the server decides it (ruling 5). */
export const createSubscription = z.strictObject({
  planId: z.enum(planIds),
  promoCode: text(50).nullish(),
  discount: z.unknown().optional(),
  /**
   * the `prorationDate` of the preview that the user saw, so that Stripe charges the amount that it
   * showed
   */
  prorationDate: z.number().int().optional(),
});
export const subscriptionResult = z.object({
  /**
   * the secret of the SetupIntent (`seti_…`) or the PaymentIntent (`pi_…`) for which the card must
   * be confirmed; null if the plan is changed already
   */
  clientSecret: z.string().nullable(),
  /** percent */
  discount: z.number(),
  /** the end of the free time; null: the first month is charged at once */
  trialEndsAt: timestamp.nullable(),
});
export type SubscriptionResult = z.infer<typeof subscriptionResult>;

/** A discount at Stripe: of a promo code, or given by the operator at Stripe. */
export const subscriptionDiscount = z.object({
  percent: z.number().nullable(),
  /** the discount in dollars, if it is no percentage */
  amount: z.string().nullable(),
  /** the end of the discount; null: it does not end */
  until: timestamp.nullable(),
  /** whether it applies only to the next payment */
  isOnce: z.boolean(),
});
export type SubscriptionDiscount = z.infer<typeof subscriptionDiscount>;

/** The subscription of a church. */
export const subscription = z.object({
  /** whether this server can accept cards */
  isSetUp: z.boolean(),
  publishableKey: z.string().nullable(),
  /** the plan of the church; null during the trial without a plan */
  planId: z.enum(planIds).nullable(),
  status: z.enum(subscriptionStatuses),
  /** whether a card pays for it, now or after the trial */
  isByCard: z.boolean(),
  /** the price in dollars per month after discounts */
  price: z.string(),
  discounts: z.array(subscriptionDiscount),
  /** whether it is paused at Stripe: then nothing is charged until it is resumed */
  isPaused: z.boolean(),
  /** whether the operator has paused the church and stopped its payments */
  isCollectionStopped: z.boolean(),
  /** whether the church has a second subscription at Stripe, so that it may be charged twice */
  hasSecond: z.boolean(),
  /** whether Stripe has cards and invoices of the church, even after the end; for administrators */
  hasBilling: z.boolean(),
  trialEndsAt: timestamp.nullable(),
  renewsAt: timestamp.nullable(),
  /** the end of a canceled subscription */
  endsAt: timestamp.nullable(),
  /** the free days if the church subscribes by card now; 0 if it has used them already */
  trialDays: z.number().int(),
  /** a promo code that was entered earlier and not used yet; only for administrators */
  promoCode: z.string().nullable(),
});
export type Subscription = z.infer<typeof subscription>;

export const billingPortal = z.object({ url: z.string() });
export type BillingPortal = z.infer<typeof billingPortal>;

export const planChange = createSubscription.pick({ planId: true, promoCode: true });
/** The costs of a change of the plan, as Stripe calculates them. */
export const planPreview = z.object({
  /** the items of the next payment with Stripe's descriptions, in dollars */
  lines: z.array(z.object({ description: z.string(), amount: z.string() })),
  /** the next payment in dollars */
  total: z.string(),
  dueAt: timestamp,
  /** the later payments in dollars per month */
  monthly: z.string(),
  /** unix seconds; the request of the change contains it, too */
  prorationDate: z.number().int(),
});
export type PlanPreview = z.infer<typeof planPreview>;

export const invoiceStatuses = ['open', 'paid', 'void', 'uncollectible'] as const;
export const subscriptionInvoice = z.object({
  id: z.string(),
  number: z.string(),
  date: timestamp,
  /** dollars */
  amount: z.string(),
  status: z.enum(invoiceStatuses),
  pdfUrl: z.string().nullable(),
  /** Stripe's page for an open invoice, where the bank may ask for a confirmation */
  payUrl: z.string().nullable(),
});
export type SubscriptionInvoice = z.infer<typeof subscriptionInvoice>;
