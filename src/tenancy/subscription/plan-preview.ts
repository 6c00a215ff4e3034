import type Stripe from 'stripe';
import { promoDiscount, type PlanPreview } from '#libs/contracts';
import { dollars, type PlanChoice, type subscriptionChange } from './plan-change.js';
import { discountedPrice } from './subscription-state.js';

type Change = ReturnType<typeof subscriptionChange>;

/**
 * Returns the request to Stripe for the invoice that a change would cause.
 * @param prorationDate the moment of the change, in Unix seconds
 */
export function previewRequest(
  current: Stripe.Subscription,
  change: Change,
  prorationDate: number,
): Stripe.InvoiceCreatePreviewParams {
  const { discounts, items, proration_behavior } = change;
  const { cancel_at: cancelAt, cancel_at_period_end: atPeriodEnd } = change;
  return {
    subscription: current.id,
    subscription_details: {
      items,
      proration_behavior,
      proration_date: prorationDate,
      ...(cancelAt === undefined ? {} : { cancel_at: cancelAt }),
      ...(atPeriodEnd === undefined ? {} : { cancel_at_period_end: atPeriodEnd }),
    },
    ...(discounts ? { discounts } : {}),
  };
}

/** Describes to the client the invoice that a change of the plan would cause. */
export function toPlanPreview(
  invoice: Stripe.Invoice,
  current: Stripe.Subscription,
  { plan, discounts }: PlanChoice,
  prorationDate: number,
): PlanPreview {
  const due = invoice.next_payment_attempt ?? current.items.data[0]!.current_period_end;
  const monthly = discounts
    ? Math.round(plan.price * (100 - promoDiscount))
    : discountedPrice(plan.price * 100, current);
  return {
    lines: invoice.lines.data.map(({ description, amount }) => ({
      description: description ?? plan.name,
      amount: dollars(amount),
    })),
    total: dollars(Math.max(0, invoice.amount_due)),
    dueAt: new Date(due * 1000).toISOString(),
    monthly: dollars(monthly),
    prorationDate,
  };
}
