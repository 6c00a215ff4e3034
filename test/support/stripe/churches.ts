import { expect } from '@jest/globals';
import type Stripe from 'stripe';
import type { AuditEntry, Organization, Subscription, SubscriptionResult } from '#libs/contracts';
import { startApp, type Client, type TestApp } from '../app.js';
import { waitForEmails } from '../email/emails.js';
import { StripeDouble } from './server.js';

export const card = '4242424242424242';

/** Churches that may subscribe, and the test double of Stripe. */
export class PayingChurches {
  #serial = 0;
  readonly #sent = new Set<string>();

  readonly app: TestApp;
  readonly stripe: StripeDouble;
  readonly superAdmin: Client;

  private constructor(app: TestApp, stripe: StripeDouble, superAdmin: Client) {
    this.app = app;
    this.stripe = stripe;
    this.superAdmin = superAdmin;
  }

  static async start(): Promise<PayingChurches> {
    const stripe = await StripeDouble.start();
    const app = await startApp({ env: { ...stripe.env, PROMO_CODES: 'FAITH20,HOPE20' } });
    await app.superAdmin('owner@platform.test');
    return new PayingChurches(app, stripe, app.as('owner@platform.test'));
  }

  async stop(): Promise<void> {
    await this.app.close();
    await this.stripe.stop();
  }

  /** Makes Stripe answer again, without a delay. */
  repairStripe(): void {
    this.stripe.isBroken = false;
    this.stripe.delay = 0;
  }

  /** Creates a church in its trial of seven days, with its own admin. */
  async church(
    options: { plan?: string } = {},
  ): Promise<{ id: string; admin: Client; email: string; slug: string }> {
    const slug = `paying-${++this.#serial}`;
    const id = await this.app.church(slug);
    await this.app.database.asSuperuser(
      `update organization set member_limit = 100 where id = '${id}'`,
    );
    const email = `admin@${slug}.test`;
    await this.app.person(id, { email, role: 'admin' });
    if (options.plan) await this.subscribe(this.app.as(email), options.plan);
    return { id, admin: this.app.as(email), email, slug };
  }

  async subscribe(admin: Client, planId: string, more: object = {}): Promise<void> {
    const { status, body } = await choose(admin, planId, more);
    expect(status).toBe(201);
    this.stripe.account.confirm(body.clientSecret!, card);
    expect((await admin.post('/api/subscription/refresh')).status).toBe(200);
  }

  /** Returns a church as a super administrator sees it. */
  async books(id: string): Promise<Organization> {
    return (await this.superAdmin.get<Organization[]>('/api/organizations')).body.find(
      (church) => church.id === id,
    )!;
  }

  subscriptionsOf(id: string) {
    return [...this.stripe.account.subscriptions.values()].filter(
      ({ metadata }) => metadata.organization === id,
    );
  }

  couponsOf({ discounts }: Stripe.Subscription) {
    return discounts.map(
      (discount) => this.stripe.account.discounts.get(discount as string)!.source.coupon,
    );
  }

  eventsOf(id: string) {
    const customers = new Set(this.subscriptionsOf(id).map(({ customer }) => customer));
    return this.stripe.account.events.filter(({ customer }) => customers.has(customer));
  }

  /**
   * Delivers the events about a church that Stripe has not sent yet, each of them `times` times.
   */
  async hear(id: string, times = 1): Promise<void> {
    for (const event of this.eventsOf(id)) {
      if (this.#sent.has(event.id)) continue;
      this.#sent.add(event.id);
      for (let count = 0; count < times; count++)
        expect(await this.stripe.deliver(this.app.url, event)).toBe(200);
    }
  }

  /** Waits for `atLeast` emails to an address, and returns their subjects. */
  async emails(to: string, atLeast: number): Promise<string[]> {
    return (await waitForEmails(this.app, to, atLeast)).map(({ subject }) => subject!);
  }
}

export const choose = (admin: Client, planId: string, more: object = {}) =>
  admin.post<SubscriptionResult>('/api/create-subscription', { planId, ...more });
export const readPlan = async (admin: Client) =>
  (await admin.get<Subscription>('/api/subscription')).body;
export const actions = async (admin: Client) =>
  (await admin.get<AuditEntry[]>('/api/admin/audit')).body.map(({ action }) => action);

/** Returns the number of days until a time, rounded. */
export const daysFromNow = (time: string): number =>
  Math.round((new Date(time).getTime() - Date.now()) / 86_400_000);
