import type Stripe from 'stripe';
import { checkEvent, includable } from './answers.js';
import { missing } from './refusal.js';

export interface StripeEvent {
  id: string;
  type: string;
  customer: string;
  object: object;
}

/**
 * The objects of a test account, and the events that it has sent. Objects refer to each other by
 * id, as in answers without expanded fields.
 */
export class Store {
  readonly customers = new Map<string, Stripe.Customer>();
  readonly deletedCustomers = new Set<string>();
  readonly prices = new Map<string, Stripe.Price>();
  readonly coupons = new Map<string, Stripe.Coupon>();
  readonly discounts = new Map<string, Stripe.Discount>();
  readonly cards = new Map<string, Stripe.PaymentMethod>();
  readonly setups = new Map<string, Stripe.SetupIntent>();
  readonly subscriptions = new Map<string, Stripe.Subscription>();
  readonly invoices = new Map<string, Stripe.Invoice>();
  readonly events: StripeEvent[] = [];
  #serial = 0;

  id = (prefix: string) => `${prefix}_test${String(++this.#serial).padStart(6, '0')}`;

  customer = (id: string, param?: string) => this.#of('customer', this.customers, id, param);
  subscription = (id: string) => this.#of('subscription', this.subscriptions, id);
  invoice = (id: string) => this.#of('invoice', this.invoices, id);
  price = (id: string, param?: string) => this.#of('price', this.prices, id, param);
  coupon = (id: string, param?: string) => this.#of('coupon', this.coupons, id, param);

  /** Removes all objects, as if the keys had been changed from test to live. */
  forgetAll(): void {
    for (const all of this.#all) all.clear();
  }

  /** @throws Error if Stripe does not send such an event, or not in this form */
  emit(type: string, customer: string, object: object): void {
    const shownObject = this.shown(object);
    checkEvent(type, shownObject);
    this.events.push({ id: this.id('evt'), type, customer, object: shownObject });
  }

  /**
   * Returns an object as Stripe's API answers it: references that are not expanded are ids, and
   * fields that must be requested are left out.
   */
  shown(object: object, expand: string[] = []): object {
    const copy = structuredClone(object) as Record<string, unknown>;
    if (copy.object === 'invoice')
      for (const name of includable)
        if (!expand.some((path) => path.split('.')[0] === name)) Reflect.deleteProperty(copy, name);
    if (copy.object === 'list')
      copy.data = (object as { data: object[] }).data.map((item) => this.shown(item));
    for (const path of expand) {
      const [first = ''] = path.split('.');
      const deeperPaths = expand.flatMap((other) =>
        other.startsWith(`${first}.`) ? [other.slice(first.length + 1)] : [],
      );
      const open = (value: unknown): unknown => {
        if (Array.isArray(value)) return value.map(open);
        const target = typeof value === 'string' ? this.#find(value) : value;
        return typeof target === 'object' && target !== null
          ? this.shown(target, deeperPaths)
          : value;
      };
      copy[first] = open((object as Record<string, unknown>)[first]);
    }
    return copy;
  }

  get #all(): Map<string, object>[] {
    return [
      this.customers,
      this.prices,
      this.coupons,
      this.discounts,
      this.cards,
      this.setups,
      this.subscriptions,
      this.invoices,
    ];
  }

  #find(id: string): object | undefined {
    return this.#all.map((all) => all.get(id)).find((object) => object !== undefined);
  }

  #of<T>(objectKind: string, all: Map<string, T>, id: string, param?: string): T {
    const storedObject = all.get(id);
    if (!storedObject) throw missing(objectKind, id, param);
    return storedObject;
  }
}

export function add<T extends { id: string }>(to: Map<string, T>, object: T): T {
  to.set(object.id, object);
  return object;
}
