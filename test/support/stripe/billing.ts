import type Stripe from 'stripe';
import { missing, invalidRequest, StripeRefusal } from './refusal.js';
import { discountShape, now, paymentMethodShape, setupIntentShape } from './shapes.js';
import { invoiceShape, lineShape } from './invoice-shapes.js';
import { add, Store } from './store.js';

export const month = 30 * 86_400;
type Line = Stripe.InvoiceLineItem;

/** Invoices and the cards that pay them. */
export class Billing extends Store {
  /** the card that paid an invoice, by the id of the invoice */
  readonly paidWith = new Map<string, string>();
  /** the id of the invoice of a payment (`pi_…`), by the secret of the payment */
  readonly #payments = new Map<string, string>();
  /** the lines for the next invoice, by the id of the subscription */
  readonly #pending = new Map<string, Line[]>();

  cardOf(sub: Stripe.Subscription): string | null {
    return (
      (sub.default_payment_method as string | null) ??
      (this.customers.get(sub.customer as string)?.invoice_settings.default_payment_method as
        | string
        | null
        | undefined) ??
      null
    );
  }

  addCard(customer: string): string {
    return add(this.cards, paymentMethodShape(this.id('pm'), customer)).id;
  }

  /** Creates an unpaid invoice. A browser pays it with its confirmation secret. */
  bill(
    sub: Stripe.Subscription,
    reason: Stripe.Invoice.BillingReason,
    isFree = false,
  ): Stripe.Invoice {
    const customer = this.customer(sub.customer as string);
    const lines = isFree ? [lineShape(this.id('il'), 'Trial period', 0, sub)] : this.#linesOf(sub);
    const invoice = add(
      this.invoices,
      invoiceShape(this.id('in'), customer, sub, lines, isFree ? 0 : this.#off(sub, lines)),
    );
    const serial = customer.next_invoice_sequence!++;
    Object.assign(invoice, {
      status: 'open',
      billing_reason: reason,
      number: `${customer.invoice_prefix}-${String(serial).padStart(4, '0')}`,
      status_transitions: { ...invoice.status_transitions, finalized_at: now() },
      hosted_invoice_url: `https://invoice.stripe.com/i/acct_test/${invoice.id}`,
      invoice_pdf: `https://pay.stripe.com/invoice/acct_test/${invoice.id}/pdf`,
    });
    this.#pending.delete(sub.id);
    sub.latest_invoice = invoice.id;
    if (!isFree) this.#useOnce(sub);
    const secret = `${this.id('pi')}_secret_${Math.random().toString(36).slice(2)}`;
    this.#payments.set(secret, invoice.id);
    invoice.confirmation_secret =
      invoice.amount_due > 0 ? { client_secret: secret, type: 'payment_intent' } : null;
    this.emit('invoice.finalized', customer.id, invoice);
    if (invoice.amount_due <= 0) this.#settle(invoice, sub);
    return invoice;
  }

  /** @param card null if there is no card, or if it is declined */
  pay(invoice: Stripe.Invoice, sub: Stripe.Subscription, card: string | null): void {
    invoice.attempted = true;
    invoice.attempt_count++;
    if (card === null) {
      invoice.next_payment_attempt = now() + 3 * 86_400;
      this.emit('invoice.payment_failed', sub.customer as string, invoice);
      return;
    }
    this.paidWith.set(invoice.id, card);
    if (sub.payment_settings?.save_default_payment_method === 'on_subscription')
      sub.default_payment_method = card;
    this.#settle(invoice, sub);
  }

  #settle(invoice: Stripe.Invoice, sub: Stripe.Subscription): void {
    Object.assign(invoice, {
      status: 'paid',
      amount_paid: invoice.amount_due,
      amount_remaining: 0,
      attempted: true,
      next_payment_attempt: null,
    });
    invoice.status_transitions.paid_at = now();
    this.emit('invoice.paid', sub.customer as string, invoice);
  }

  /** @throws StripeRefusal unless the invoice is open */
  voidInvoice(id: string): Stripe.Invoice {
    const invoice = this.invoice(id);
    if (invoice.status !== 'open')
      throw invalidRequest(
        `You can only pass in open or uncollectible invoices. This invoice isn't open.`,
      );
    invoice.status = 'void';
    invoice.status_transitions.voided_at = now();
    invoice.confirmation_secret = null;
    this.emit('invoice.voided', invoice.customer as string, invoice);
    return invoice;
  }

  /** Returns the invoice of a payment by the secret of the payment. */
  paymentOf(secret: string): Stripe.Invoice {
    const id = this.#payments.get(secret);
    if (id === undefined) throw missing('payment_intent', secret);
    return this.invoice(id);
  }

  setupOf(secret: string): Stripe.SetupIntent {
    const setupIntent = [...this.setups.values()].find(
      ({ client_secret: clientSecret }) => clientSecret === secret,
    );
    if (!setupIntent) throw missing('setup_intent', secret);
    return setupIntent;
  }

  addSetup(customer: string): Stripe.SetupIntent {
    return add(this.setups, setupIntentShape(this.id('seti'), customer));
  }

  /** Returns the next invoice. `price` is the price after a change that is only previewed. */
  preview(
    sub: Stripe.Subscription,
    price: Stripe.Price,
    time: number,
    discounts: string[],
  ): Stripe.Invoice {
    const lines = [...this.prorations(sub, price, time), ...this.#linesOf(sub, price)];
    const invoice = invoiceShape(
      'upcoming_in_test',
      this.customer(sub.customer as string),
      sub,
      lines,
      this.#off({ ...sub, discounts }, lines),
    );
    return {
      ...invoice,
      billing_reason: 'upcoming',
      next_payment_attempt: sub.items.data[0]!.current_period_end,
    };
  }

  /**
   * Returns the lines of a change of the price: the refund of the unused time, and the rest of the
   * month at the new price. There are none during a free trial.
   */
  prorations(sub: Stripe.Subscription, price: Stripe.Price, time: number): Line[] {
    const item = sub.items.data[0]!;
    if (sub.status === 'trialing' || item.price.id === price.id) return [];
    const remainingShare =
      (item.current_period_end - time) / (item.current_period_end - item.current_period_start);
    const shareOf = ({ unit_amount: amount }: Stripe.Price) => Math.round(amount! * remainingShare);
    return [
      lineShape(this.id('il'), 'Unused time', -shareOf(item.price), sub, true),
      lineShape(this.id('il'), 'Remaining time', shareOf(price), sub, true),
    ];
  }

  addPending(sub: Stripe.Subscription, lines: Line[]): void {
    this.#pending.set(sub.id, [...(this.#pending.get(sub.id) ?? []), ...lines]);
  }

  /** @throws StripeRefusal for a coupon that does not exist or is no longer valid */
  discount(
    sub: Stripe.Subscription,
    params: Stripe.SubscriptionUpdateParams['discounts'],
  ): string[] {
    return (Array.isArray(params) ? params : []).map(({ coupon: id = '' }, index) => {
      const coupon = this.coupon(id, `discounts[${index}][coupon]`);
      if (!coupon.valid)
        throw new StripeRefusal(400, {
          type: 'invalid_request_error',
          code: 'coupon_expired',
          message: `Coupon expired: ${id}`,
          param: `discounts[${index}][coupon]`,
        });
      coupon.times_redeemed++;
      return add(this.discounts, discountShape(this.id('di'), id, sub)).id;
    });
  }

  #linesOf(sub: Stripe.Subscription, price = sub.items.data[0]!.price): Line[] {
    return [
      ...(this.#pending.get(sub.id) ?? []),
      lineShape(this.id('il'), 'One month', price.unit_amount!, sub),
    ];
  }

  #couponsOf({ discounts }: Stripe.Subscription): Stripe.Coupon[] {
    return discounts.map((id) =>
      this.coupons.get(this.discounts.get(id as string)!.source.coupon as string)!,
    );
  }

  #off(sub: Stripe.Subscription, lines: Line[]): number {
    const subtotal = lines.reduce((sum, { amount }) => sum + amount, 0);
    return this.#couponsOf(sub).reduce(
      (off, { percent_off: percent, amount_off: amount }) =>
        off + (percent === null ? (amount ?? 0) : Math.round((subtotal * percent) / 100)),
      0,
    );
  }

  #useOnce(sub: Stripe.Subscription): void {
    sub.discounts = sub.discounts.filter(
      (id) =>
        this.coupons.get(this.discounts.get(id as string)!.source.coupon as string)!.duration !==
        'once',
    );
  }
}
