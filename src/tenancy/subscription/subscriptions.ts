import { Inject, Injectable } from '@nestjs/common';
import type Stripe from 'stripe';
import type { z } from 'zod';
import {
  plans,
  trialDays,
  type createSubscription,
  type Plan,
  type planChange,
  type PlanPreview,
  type SubscriptionResult,
} from '#libs/contracts';
import type { Tx } from '#libs/database';
import { badRequest, conflict } from '#libs/http';
import { Config } from '../../ops/config.js';
import { ChurchUsers } from '../church-facts.js';
import { planInForce, type StoredSubscription } from './stored-subscription.js';
import { previewRequest, toPlanPreview } from './plan-preview.js';
import { hasCard } from './cards.js';
import { Catalog } from './catalog.js';
import { Customers } from './customers.js';
import { StripeAccount } from './stripe.js';
import { hasOurDiscount, isInForce, isOver, trialEnd } from './subscription-state.js';
import { SubscriptionSync } from './subscription-sync.js';
import { storePromoCode } from './subscription.sql.js';
import {
  type PlanChoice,
  type NewSubscription,
  withoutCancellation,
  subscriptionChange,
  prorationOf,
  describeSubscription,
  assertPlanAllowed,
} from './plan-change.js';

/** The plan that a user has chosen for a church. */
interface ChosenPlan {
  church: StoredSubscription;
  choice: PlanChoice;
  metadata: NewSubscription['metadata'];
  actorId: string;
}

/**
 * Creates, changes, cancels and resumes the subscription of a church. Only its state at Stripe
 * counts (`SubscriptionSync`).
 */
@Injectable()
export class Subscriptions {
  constructor(
    @Inject(StripeAccount) private readonly stripe: StripeAccount,
    @Inject(Catalog) private readonly catalog: Catalog,
    @Inject(Customers) private readonly customers: Customers,
    @Inject(SubscriptionSync) private readonly sync: SubscriptionSync,
    @Inject(Config) private readonly config: Config,
    @Inject(ChurchUsers) private readonly users: ChurchUsers,
  ) {}

  /** Returns a promo code as it is configured, or null if it is unknown. */
  promoCode(code: string): string | null {
    return this.config.PROMO_CODES.find((known) => known === code.trim().toUpperCase()) ?? null;
  }

  /**
   * Creates the church's subscription, or changes its plan. Until the card is confirmed, the
   * subscription does not count, the promo code is only reserved, and another attempt changes the
   * same subscription. If the card was confirmed but the program did not learn it, the same choice
   * again returns the subscription.
   * @throws HttpError 400, 402, 409, 502, 503
   */
  async choose(
    organizationId: string,
    actorId: string,
    { planId, promoCode, prorationDate }: z.output<typeof createSubscription>,
  ): Promise<SubscriptionResult> {
    const choice = await this.#readChoice(planId, promoCode);
    const customer = await this.customers.findOrCreate(organizationId);
    return this.sync.withLock(organizationId, async (tx, church) => {
      await assertPlanAllowed(tx, this.users, choice, church);
      const metadata = { organization: organizationId, plan: choice.plan.id };
      const { current, hadTrial } = await this.sync.readFromStripe(tx, church);
      const chosenPlan: ChosenPlan = { church, choice, metadata, actorId };
      if (current && isInForce(current, church.subscriptionId))
        return this.#changePlan(tx, current, chosenPlan, prorationDate);
      const trial = hadTrial ? null : trialEndOf(church);
      return this.#startPlan(tx, current, chosenPlan, { customer, trial });
    });
  }

  /** Changes the plan of the subscription in force, or stores it if it has the plan already. */
  async #changePlan(
    tx: Tx,
    current: Stripe.Subscription,
    { church, choice, metadata, actorId }: ChosenPlan,
    prorationDate: number | undefined,
  ): Promise<SubscriptionResult> {
    const isStored = current.id === church.subscriptionId && planInForce(church) !== null;
    if (!isStored && isAsChosen(current, choice)) {
      await this.sync.store(tx, current, actorId);
      return describeSubscription(current, true);
    }
    const change = subscriptionChange(current, choice);
    await reservePromoCode(tx, choice.code ?? church.promoCode);
    const changed = await this.stripe.update(current.id, {
      ...change,
      metadata,
      ...prorationOf(prorationDate),
    });
    await this.sync.store(tx, changed, actorId);
    return describeSubscription(changed, true);
  }

  /**
   * Starts the chosen plan of a church that has no subscription in force: creates a subscription,
   * or uses the one that is not confirmed yet.
   */
  async #startPlan(
    tx: Tx,
    current: Stripe.Subscription | null,
    { choice: { code, price, discounts }, metadata, actorId }: ChosenPlan,
    { customer, trial }: Pick<NewSubscription, 'customer' | 'trial'>,
  ): Promise<SubscriptionResult> {
    await reservePromoCode(tx, code);
    const newSubscription = { customer, price, discounts, metadata, trial };
    const created = await this.#createOrChange(current, newSubscription);
    const counts = isInForce(created, null); // true if the customer already has a card
    if (counts) await this.sync.store(tx, created, actorId);
    return describeSubscription(created, counts);
  }

  /**
   * Returns what a change of the plan will cost, without changing anything.
   * @throws HttpError 400, 409 for a church without a subscription and if `choose` would refuse,
   *   502, 503
   */
  async preview(
    organizationId: string,
    { planId, promoCode }: z.output<typeof planChange>,
  ): Promise<PlanPreview> {
    const choice = await this.#readChoice(planId, promoCode);
    return this.sync.withLock(organizationId, async (tx, church) => {
      await assertPlanAllowed(tx, this.users, choice, church);
      const { current } = await this.sync.readFromStripe(tx, church);
      if (!current || !isInForce(current, church.subscriptionId))
        throw conflict('Your church has no subscription by card.');
      const change = subscriptionChange(current, choice);
      const prorationDate = Math.floor(Date.now() / 1000);
      const request = previewRequest(current, change, prorationDate);
      const invoice = await this.stripe.call((stripe) => stripe.invoices.createPreview(request));
      return toPlanPreview(invoice, current, choice, prorationDate);
    });
  }

  /**
   * Cancels the subscription at the end of the paid period, or at once if it is paused. Or revokes
   * the cancellation, or resumes a paused subscription.
   * @param ends true to cancel
   * @throws HttpError 409 if the church has no subscription
   */
  async setToEnd(organizationId: string, actorId: string, ends: boolean): Promise<void> {
    const isDone = await this.sync.withLock(organizationId, async (tx, church) => {
      const { current } = await this.sync.readFromStripe(tx, church);
      if (!current || !isInForce(current, church.subscriptionId)) return false;
      await this.sync.store(
        tx,
        await (ends ? this.#cancel(current) : this.#keep(current)),
        actorId,
      );
      return true;
    });
    if (!isDone) throw conflict('Your church has no subscription by card.');
  }

  #cancel(current: Stripe.Subscription): Promise<Stripe.Subscription> {
    return current.status === 'paused'
      ? this.stripe.cancelNow(current.id)
      : this.stripe.update(current.id, { cancel_at_period_end: true });
  }

  /**
   * Revokes the cancellation, or resumes a paused subscription.
   * @throws HttpError 409 if it is paused and there is no card
   */
  async #keep(current: Stripe.Subscription): Promise<Stripe.Subscription> {
    if (current.status !== 'paused')
      return this.stripe.update(current.id, withoutCancellation(current));
    if (!(await hasCard(this.stripe, current)))
      throw conflict(
        'There is no card to charge. Please add one under “Card and Invoices”, then resume.',
      );
    return this.stripe.resume(current.id);
  }

  async #readChoice(planId: Plan['id'], promoCode: string | null | undefined): Promise<PlanChoice> {
    const plan = plans.find(({ id }) => id === planId)!;
    const code = promoCode ? this.promoCode(promoCode) : null;
    if (promoCode && !code) throw noSuchCode();
    return {
      plan,
      code,
      price: await this.catalog.priceOf(plan),
      discounts: code ? [{ coupon: await this.catalog.coupon() }] : '',
    };
  }

  /**
   * Creates a subscription, or changes the one that is not confirmed yet. Stripe cannot change a
   * subscription whose first payment is due, so it is replaced by a new one.
   */
  async #createOrChange(
    current: Stripe.Subscription | null,
    { customer, price, discounts, metadata, trial }: NewSubscription,
  ): Promise<Stripe.Subscription> {
    const item = current?.items.data[0];
    if (current && !isOver(current) && item) {
      if (current.status === 'trialing' && trial) {
        return this.stripe.update(current.id, {
          items: [{ id: item.id, price }],
          discounts,
          metadata,
          trial_end: trial,
          proration_behavior: 'none',
        });
      }
      const isSame =
        current.status === 'incomplete' &&
        item.price.id === price &&
        hasOurDiscount(current) === (discounts !== '');
      if (isSame) return current;
      await this.stripe.discard(current);
    }
    return this.stripe.create({
      customer,
      items: [{ price }],
      metadata,
      payment_behavior: 'default_incomplete',
      payment_settings: {
        save_default_payment_method: 'on_subscription',
        payment_method_types: ['card'],
      },
      ...(discounts ? { discounts } : {}),
      ...(trial
        ? {
            trial_end: trial,
            trial_settings: { end_behavior: { missing_payment_method: 'cancel' } },
          }
        : {}),
    });
  }
}

export const noSuchCode = () =>
  badRequest('Invalid Promo Code', [
    { path: 'promoCode', message: 'Please check your promo code and try again.' },
  ]);

/** Whether a subscription has the chosen price, and the discount of a promo code. */
const isAsChosen = (subscription: Stripe.Subscription, { code, price }: PlanChoice): boolean =>
  subscription.items.data[0]?.price.id === price && (code === null || hasOurDiscount(subscription));

/** Returns the end of the trial that a church has with its first subscription, in Unix seconds. */
const trialEndOf = ({ status, trialEndsAt }: StoredSubscription): number =>
  trialEnd(status === 'trial' ? trialEndsAt : null, new Date(), trialDays.subscription);

const reservePromoCode = (tx: Tx, code: string | null) => storePromoCode(tx, { code });
