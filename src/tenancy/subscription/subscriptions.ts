import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import type Stripe from 'stripe';
import type { z } from 'zod';
import { formatLong, todayIn } from '#libs/calendar';
import { plans, promoDiscount, trialDays, type createSubscription, type Plan, type SubscriptionMade } from '#libs/contracts';
import { Database, type Tx } from '#libs/database';
import { badRequest, conflict, HttpError } from '#libs/http';
import { Jobs } from '#libs/jobs';
import { Mail } from '#libs/mail';
import { formatUsd } from '#libs/money';
import { baseUrl, Config } from '../../config.js';
import { timeZoneOf } from '../organization.js';
import { readBooks, writeBooks, type ChurchBooks } from './books.js';
import { tellAdmins } from './letters.js';
import { StripeAccount } from './stripe.js';
import { chosenOf, isInForce, isOver, pendingSetUp, stateOf, trialEnd, usedTrial } from './subscription-state.js';

const dayMs = 86_400_000;

/**
 * A church's one subscription. Stripe has the truth of it; under a lock of the church it is asked, and the books are
 * brought up to what it says, so that events may come late, twice or in any order.
 */
@Injectable()
export class Subscriptions implements OnApplicationBootstrap, OnApplicationShutdown {
  #own: Promise<Database> | undefined;

  constructor(
    @Inject(Database) private readonly db: Database,
    @Inject(StripeAccount) private readonly stripe: StripeAccount,
    @Inject(Mail) private readonly mail: Mail,
    @Inject(Jobs) private readonly jobs: Jobs,
    @Inject(Config) private readonly config: Config,
  ) {}

  /** @returns the code as it is kept @throws HttpError 400 */
  assertPromoCode(code: string): string {
    const known = this.config.PROMO_CODES.find((one) => one === code.trim().toUpperCase());
    if (!known) throw badRequest('Invalid Promo Code', [{ path: 'promoCode', message: 'Please check your promo code and try again.' }]);
    return known;
  }

  /**
   * Makes the church's subscription, or changes its plan. Until the card is confirmed the subscription does not count,
   * and the promo code is only reserved: trying again changes the same subscription.
   * @throws HttpError 400, 402, 409, 502, 503
   */
  async choose(organizationId: string, actorId: string, { planId, promoCode }: z.output<typeof createSubscription>): Promise<SubscriptionMade> {
    const plan = plans.find(({ id }) => id === planId)!;
    const code = promoCode ? this.assertPromoCode(promoCode) : null;
    const customer = await this.#customerOf(organizationId);
    const price = await this.stripe.priceOf(plan);
    const discounts: Stripe.SubscriptionCreateParams['discounts'] = code ? [{ coupon: await this.stripe.coupon() }] : '';
    return this.#locked(organizationId, async (tx, church) => {
      if (code && church.usedPromoCodes.includes(code)) throw conflict('This promo code has already been used by your organization.');
      await assertRoom(tx, plan, church);
      const metadata = { organization: organizationId, plan: plan.id };
      const { current, hadTrial } = await this.#look(tx, church);
      if (current && isInForce(current, church.subscriptionId)) {
        const item = current.items.data[0]!;
        if (code && current.discounts.length > 0) throw conflict('Your subscription has its discount already.');
        const ends = stateOf(current, this.config.STRIPE_PRICES).endsAt !== null;
        if (item.price.id === price && !code && !ends) throw conflict(`Your church has the ${plan.name} plan already.`);
        await reserve(tx, code ?? church.promoCode);
        const changed = await this.stripe.update(current.id, {
          items: [{ id: item.id, price }], proration_behavior: 'create_prorations', metadata, ...(ends ? goingOn(current) : {}), ...(code ? { discounts } : {}),
        });
        await this.#record(tx, changed, actorId);
        return answer(changed, true);
      }
      await reserve(tx, code);
      const trial = hadTrial ? null : trialEnd(church.status === 'trial' ? church.trialEndsAt : null, new Date(), trialDays.subscription);
      const made = await this.#make(current, { customer, price, discounts, metadata, trial });
      const counts = isInForce(made, null);
      if (counts) await this.#record(tx, made, actorId); // a card is known from before
      return answer(made, counts);
    });
  }

  /** Brings the books up to what Stripe says now: after a card was confirmed in the browser, without waiting for the event. */
  async refresh(organizationId: string, actorId: string | null): Promise<ChurchBooks> {
    return this.#locked(organizationId, async (tx, church) => {
      const { current } = await this.#look(tx, church);
      if (current) await this.#record(tx, current, actorId);
      return readBooks(tx);
    });
  }

  /** At the end of what is paid for, or not any more. @throws HttpError 409 without a subscription */
  async setToEnd(organizationId: string, actorId: string, ends: boolean): Promise<void> {
    await this.#locked(organizationId, async (tx, church) => {
      const { current } = await this.#look(tx, church);
      if (!current || !isInForce(current, church.subscriptionId)) throw conflict('Your church has no subscription by card.');
      await this.#record(tx, await this.stripe.update(current.id, ends ? { cancel_at_period_end: true } : goingOn(current)), actorId);
    });
  }

  /** Stripe's own pages for cards and invoices. @throws HttpError 409 for a church that never had a subscription */
  async portal(organizationId: string, returnUrl: string): Promise<string> {
    const { customerId } = await this.db.tenant(organizationId, readBooks);
    if (!customerId) throw conflict('Your church has no subscription by card.');
    const session = await this.stripe.talk((stripe) => stripe.billingPortal.sessions.create({ customer: customerId, return_url: returnUrl }));
    return session.url;
  }

  /** An event that Stripe signed: it says only whom to look at. Its id is kept with its effect. */
  async receive({ id, type, data }: Stripe.Event): Promise<void> {
    const object = data.object as { object: string; id?: string; customer?: string | { id: string } | null };
    const customer = object.object === 'customer' ? object.id : object.customer;
    const customerId = typeof customer === 'string' ? customer : (customer?.id ?? null);
    const [church] = await this.db.platform((tx) => tx.sql<{ id: string }>('select id from organization where stripe_customer_id = $1', [customerId]));
    const keep = (tx: Tx) => tx.sql('insert into stripe_event (id, type, organization_id) values ($1, $2, $3) on conflict do nothing returning 1', [id, type, church?.id ?? null]);
    if (!church || !/^(customer\.subscription|invoice|setup_intent|payment_intent)\./.test(type)) {
      await this.db.platform(keep);
      return;
    }
    await this.#locked(church.id, async (tx, books) => {
      if ((await keep(tx)).length === 0) return;
      const { current } = await this.#look(tx, books);
      if (current) await this.#record(tx, current, null);
    });
  }

  /** Events may get lost: somebody looks again after each day on which something was to happen, and daily while a payment is owed. */
  async onApplicationBootstrap(): Promise<void> {
    if (!this.stripe.isSetUp) return;
    await this.jobs.work('check-subscription', async (data) => {
      const { organizationId } = data as { organizationId: string };
      const { status } = await this.refresh(organizationId, null);
      if (status === 'past_due') await this.db.tenant(organizationId, (tx) => this.jobs.send(tx, 'check-subscription', { organizationId }, new Date(Date.now() + dayMs)));
    });
  }

  async onApplicationShutdown(): Promise<void> {
    await (await this.#own)?.close();
  }

  /** What Stripe has of the church. The end of what counted so far is written down first: a new try must not hide it. */
  async #look(tx: Tx, church: ChurchBooks): Promise<{ current: Stripe.Subscription | null; hadTrial: boolean }> {
    const all = church.customerId ? await this.stripe.subscriptionsOf(church.customerId) : [];
    const counted = all.find(({ id }) => id === church.subscriptionId);
    if (counted && isOver(counted)) await this.#record(tx, counted, null);
    return { current: chosenOf(all, church.subscriptionId), hadTrial: church.cardTrialUsedAt !== null || all.some(usedTrial) };
  }

  /** One that is under way is changed; of one whose first payment is due Stripe changes nothing, so another takes its place. */
  async #make(current: Stripe.Subscription | null, { customer, price, discounts, metadata, trial }: NewSubscription): Promise<Stripe.Subscription> {
    const item = current?.items.data[0];
    if (current && !isOver(current) && item) {
      if (current.status === 'trialing' && trial) {
        return this.stripe.update(current.id, { items: [{ id: item.id, price }], discounts, metadata, trial_end: trial, proration_behavior: 'none' });
      }
      const isSame = current.status === 'incomplete' && item.price.id === price && current.discounts.length > 0 === (discounts !== '');
      if (isSame) return current;
      await this.stripe.discard(current);
    }
    return this.stripe.create({
      customer, items: [{ price }], metadata, payment_behavior: 'default_incomplete',
      payment_settings: { save_default_payment_method: 'on_subscription', payment_method_types: ['card'] },
      ...(discounts ? { discounts } : {}),
      ...(trial ? { trial_end: trial, trial_settings: { end_behavior: { missing_payment_method: 'cancel' } } } : {}),
    });
  }

  /** Writes down what counts: not one whose card was never confirmed. */
  async #record(tx: Tx, subscription: Stripe.Subscription, actorId: string | null): Promise<void> {
    const church = await readBooks(tx);
    const hasCounted = subscription.id === church.subscriptionId;
    if (!hasCounted && !isInForce(subscription, null)) return;
    const state = stateOf(subscription, this.config.STRIPE_PRICES);
    const changes = await writeBooks(tx, church, state, actorId);
    const due = state.endsAt ?? (state.status === 'trial' ? state.trialEndsAt : state.renewsAt);
    const known = church.endsAt ?? (church.status === 'trial' ? church.trialEndsAt : church.renewsAt);
    if (due && due.getTime() > Date.now() && (changes.length > 0 || due.getTime() !== known?.getTime())) {
      await this.jobs.send(tx, 'check-subscription', { organizationId: tx.organizationId }, new Date(due.getTime() + dayMs / 8));
    }
    const zone = await timeZoneOf(tx, tx.organizationId!);
    const inWords = (instant: Date | null) => instant && formatLong(todayIn(zone, instant));
    await tellAdmins(tx, this.mail, changes, {
      church: church.name, plan: plans.find(({ id }) => id === (state.plan ?? church.plan))?.name ?? church.plan, price: formatUsd(BigInt(state.price)),
      trialEnds: state.status === 'trial' ? inWords(state.trialEndsAt) : null, ends: inWords(state.endsAt), url: `${baseUrl(this.config)}/subscribe`,
    });
  }

  /** The church's customer record, made once: whatever comes from Stripe finds its church by it. */
  async #customerOf(organizationId: string): Promise<string> {
    return this.#locked(organizationId, async (tx, church) => {
      if (church.customerId) return church.customerId;
      const facts = { name: church.name, ...(church.email ? { email: church.email } : {}), metadata: { organization: organizationId } };
      const made = await this.stripe.talk((stripe) => stripe.customers.create(facts));
      await tx.sql('update organization set stripe_customer_id = $2, updated_at = now() where id = $1', [organizationId, made.id]);
      return made.id;
    });
  }

  /** One thing at a time about a church's subscription, in all processes; on connections of its own, because Stripe may be slow. */
  async #locked<T>(organizationId: string, work: (tx: Tx, church: ChurchBooks) => Promise<T>): Promise<T> {
    this.#own ??= this.db.another(4);
    const db = await this.#own;
    return db.tenant(organizationId, async (tx) => {
      await tx.sql(`select pg_advisory_xact_lock(hashtextextended('subscription ' || $1::text, 0))`, [organizationId]);
      return work(tx, await readBooks(tx));
    });
  }
}

interface NewSubscription {
  customer: string;
  price: string;
  discounts: Stripe.SubscriptionCreateParams['discounts'];
  metadata: Record<string, string>;
  /** unix seconds; null: no trial any more */
  trial: number | null;
}

/** Undoes a cancellation: Stripe's own pages set a date, ours the end of the period. */
const goingOn = ({ cancel_at: date, cancel_at_period_end: atPeriodEnd }: Stripe.Subscription): Stripe.SubscriptionUpdateParams =>
  date !== null && !atPeriodEnd ? { cancel_at: '' } : { cancel_at_period_end: false };

function answer(subscription: Stripe.Subscription, counts: boolean): SubscriptionMade {
  const discount = subscription.discounts.length > 0 ? promoDiscount : 0;
  const trialEndsAt = subscription.status === 'trialing' && subscription.trial_end ? new Date(subscription.trial_end * 1000).toISOString() : null;
  if (counts) return { clientSecret: null, discount, trialEndsAt };
  const invoice = subscription.latest_invoice;
  const clientSecret = pendingSetUp(subscription)?.client_secret ?? (typeof invoice === 'object' ? invoice?.confirmation_secret?.client_secret : undefined);
  if (!clientSecret) throw new HttpError(502, 'The payment service gave nothing to confirm the card with. Nothing was charged; please try again.', 'payments-refused');
  return { clientSecret, discount, trialEndsAt };
}

const reserve = (tx: Tx, code: string | null) => tx.sql('update organization set promo_code = $2 where id = $1', [tx.organizationId, code]);

/** A plan smaller than the church is refused, kindly; of its own plan the limit that was agreed upon counts. */
async function assertRoom(tx: Tx, plan: Plan, church: ChurchBooks): Promise<void> {
  const room = plan.id === church.plan ? church.memberLimit : plan.memberLimit;
  if (room === null) return;
  const [row] = await tx.sql<{ members: number }>('select count(*)::int as members from app_user where organization_id = $1 and is_approved and not is_suspended and removed_at is null', [tx.organizationId]);
  const members = row!.members;
  if (members <= room) return;
  const larger = plans.find(({ memberLimit }) => memberLimit === null || memberLimit >= members)!;
  throw conflict(`Your church has ${members} members; the ${plan.name} plan has room for ${room}. The ${larger.name} plan would do.`, { plan: larger.id });
}
