import { month } from './billing.js';
import { now } from './shapes.js';
import { isOver, Subscriptions } from './subscriptions.js';

/**
 * Simulates a Stripe test account: its API and what happens at Stripe without a call of the portal.
 * Follows Stripe's published API description, and implements only what the portal uses.
 */
export class TestAccount extends Subscriptions {
  /** Cancels as Stripe's own pages do: with a date instead of at the end of the period. */
  cancelInPortal(id: string): void {
    const sub = this.subscription(id);
    [sub.cancel_at, sub.canceled_at] = [sub.items.data[0]!.current_period_end, now()];
    this.changed(sub);
  }

  /**
   * Replaces the customer's card, as Stripe's own pages do. Subscriptions that have a card of their
   * own keep it.
   */
  replaceCardInPortal(customerId: string): string {
    const customer = this.customer(customerId);
    const card = this.addCard(customerId);
    this.cards.get(card)!.created += this.cards.size;
    customer.invoice_settings.default_payment_method = card;
    this.emit('customer.updated', customerId, customer);
    return card;
  }

  /** Begins to replace the card by one that its bank asks about. */
  askForNewCard(id: string): void {
    const sub = this.subscription(id);
    sub.pending_setup_intent = this.addSetup(sub.customer as string).id;
  }

  /**
   * Pauses a subscription. At Stripe, an employee can do this, and the end of a trial without a
   * card can cause it.
   */
  pause(id: string): void {
    const sub = this.subscription(id);
    sub.status = 'paused';
    this.emit('customer.subscription.paused', sub.customer as string, sub);
  }

  /** Announces the end of a trial. Stripe does so three days before, or at once if less is left. */
  tellTrialEnd(id: string, days = 3): void {
    const sub = this.subscription(id);
    sub.trial_end = sub.items.data[0]!.current_period_end = now() + days * 86_400 - 60;
    this.emit('customer.subscription.trial_will_end', sub.customer as string, sub);
  }

  /** Ends the trial, and charges the card if there is one. */
  endTrial(id: string, isPaid = true): void {
    const sub = this.subscription(id);
    sub.trial_end = now() - 1;
    if (this.cardOf(sub)) this.charge(id, isPaid);
    else if (sub.trial_settings?.end_behavior.missing_payment_method === 'cancel')
      this.endSubscription(id);
  }

  /** Charges the next month, or tries again to charge an invoice that is owed. */
  charge(id: string, isPaid: boolean): void {
    const sub = this.subscription(id);
    const latestInvoice = this.invoices.get(sub.latest_invoice as string);
    if (latestInvoice?.status !== 'open')
      Object.assign(sub.items.data[0]!, {
        current_period_start: now(),
        current_period_end: now() + month,
      });
    const invoice =
      latestInvoice?.status === 'open' ? latestInvoice : this.bill(sub, 'subscription_cycle');
    if (sub.pause_collection) {
      this.voidInvoice(invoice.id);
      return;
    }
    sub.status = isPaid ? 'active' : 'past_due';
    this.pay(invoice, sub, isPaid ? this.cardOf(sub) : null);
    this.changed(sub);
  }

  /** Deletes a customer. Its subscriptions end at once, and it can have no others. */
  deleteCustomer(id: string): void {
    for (const sub of this.subscriptions.values())
      if (sub.customer === id && !isOver(sub)) this.endSubscription(sub.id);
    this.emit('customer.deleted', id, this.customer(id));
    this.customers.delete(id);
    this.deletedCustomers.add(id);
  }
}
