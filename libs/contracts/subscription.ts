import { z } from 'zod';
import { text, timestamp } from './common.js';
import { subscriptionStatuses } from './organization.js';
import { planIds } from './plans.js';

const invalidCode = 'Invalid Promo Code';
export const promoCodeRequest = z.strictObject({ code: text(50, invalidCode).pipe(z.string().min(1, invalidCode)) });
export const promoCodeChecked = z.object({ code: z.string(), /** percent */ discount: z.number() });
export type PromoCodeChecked = z.infer<typeof promoCodeChecked>;

/** A `discount` from the specification's client is accepted and decided by the server (ruling 5). */
export const createSubscription = z.strictObject({ planId: z.enum(planIds), promoCode: text(50).nullish(), discount: z.unknown().optional() });
export type CreateSubscription = z.input<typeof createSubscription>;
export const subscriptionMade = z.object({
  /** of the set-up (`seti_…`) or the payment (`pi_…`) that the card is to be confirmed for; null: the plan has been changed and nothing is left to do */
  clientSecret: z.string().nullable(),
  /** percent */
  discount: z.number(),
  /** until when nothing is charged; null: the first month is charged at once */
  trialEndsAt: timestamp.nullable(),
});
export type SubscriptionMade = z.infer<typeof subscriptionMade>;

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
  /** dollars a month, discount taken off */
  price: z.string(),
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
