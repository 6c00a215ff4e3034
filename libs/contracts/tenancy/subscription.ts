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
  /** unix seconds of the preview that was shown, so that what is charged is what it said */
  prorationDate: z.number().int().optional(),
});
export const subscriptionMade = z.object({
  /**
   * the secret of the SetupIntent (`seti_…`) or the PaymentIntent (`pi_…`) for which the card must
   * be confirmed; null if the plan is changed already
   */
  clientSecret: z.string().nullable(),
  /** percent */
  discount: z.number(),
  /** until when nothing is charged; null: the first month is charged at once */
  trialEndsAt: timestamp.nullable(),
});
export type SubscriptionMade = z.infer<typeof subscriptionMade>;

/** What is taken off, as Stripe has it: by a promo code, or by hand at Stripe. */
export const subscriptionDiscount = z.object({
  percent: z.number().nullable(),
  /** dollars, where it is no percentage */
  amount: z.string().nullable(),
  /** null: for good */
  until: timestamp.nullable(),
  /** of the next payment only */
  isOnce: z.boolean(),
});
export type SubscriptionDiscount = z.infer<typeof subscriptionDiscount>;

/** What a church has subscribed to. */
export const subscription = z.object({
  /** whether cards can be taken here at all */
  isSetUp: z.boolean(),
  publishableKey: z.string().nullable(),
  /** the church's plan; null while it has none but its trial */
  planId: z.enum(planIds).nullable(),
  status: z.enum(subscriptionStatuses),
  /** whether a card pays for it, now or after its trial */
  isByCard: z.boolean(),
  /** dollars a month, discounts taken off */
  price: z.string(),
  discounts: z.array(subscriptionDiscount),
  /** at Stripe: nothing is charged, and nothing goes on, until it is resumed */
  isPaused: z.boolean(),
  /** whoever runs the portal has paused the church, and nothing is collected meanwhile */
  isCollectionStopped: z.boolean(),
  /** another one is in force at Stripe beside it: the church may be charged twice */
  hasSecond: z.boolean(),
  /** whether Stripe has cards and invoices of the church, even after the end; for administrators */
  hasBilling: z.boolean(),
  trialEndsAt: timestamp.nullable(),
  renewsAt: timestamp.nullable(),
  /** set when it was canceled */
  endsAt: timestamp.nullable(),
  /** days free with a first subscription by card; 0 once they were used */
  trialDays: z.number().int(),
  /** named at registration or at an earlier try, and not used up yet; for administrators */
  promoCode: z.string().nullable(),
});
export type Subscription = z.infer<typeof subscription>;

export const billingPortal = z.object({ url: z.string() });
export type BillingPortal = z.infer<typeof billingPortal>;

export const planChange = createSubscription.pick({ planId: true, promoCode: true });
/** What changing the plan will cost, as Stripe reckons it. */
export const planPreview = z.object({
  /** of the next payment, in Stripe's words; dollars */
  lines: z.array(z.object({ description: z.string(), amount: z.string() })),
  /** dollars of the next payment */
  total: z.string(),
  dueAt: timestamp,
  /** dollars a month after that */
  monthly: z.string(),
  /** unix seconds; sent with the change itself */
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
  /** Stripe's page where an open one is paid, and where the bank may ask */
  payUrl: z.string().nullable(),
});
export type SubscriptionInvoice = z.infer<typeof subscriptionInvoice>;
