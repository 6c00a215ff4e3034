import { Body, Controller, Inject, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import {
  may,
  promoDiscount,
  trialDays,
  type BillingPortal,
  type PlanPreview,
  type PromoCodeChecked,
  type Subscription,
  type SubscriptionInvoice,
  type SubscriptionResult,
} from '#libs/contracts';
import { routes } from '#libs/contracts/routes';
import { Database } from '#libs/database';
import {
  CurrentActor,
  OwnTransaction,
  parse,
  RateLimiter,
  type ChurchActor,
  Route,
} from '#libs/http';
import { baseUrl, Config } from '../../ops/config.js';
import {
  planInForce,
  readStoredSubscription,
  type StoredSubscription,
} from './stored-subscription.js';
import { checkPromoCode } from './promo-code.js';
import { Customers } from './customers.js';
import { StripeAccount } from './stripe.js';
import { Subscriptions } from './subscriptions.js';
import { SubscriptionSync } from './subscription-sync.js';

/** The subscription of a church. The methods call Stripe, so they open their own transactions. */
@Controller()
@OwnTransaction()
export class SubscriptionController {
  constructor(
    @Inject(Database) private readonly db: Database,
    @Inject(Subscriptions) private readonly subscriptions: Subscriptions,
    @Inject(Customers) private readonly customers: Customers,
    @Inject(SubscriptionSync) private readonly sync: SubscriptionSync,
    @Inject(StripeAccount) private readonly stripe: StripeAccount,
    @Inject(RateLimiter) private readonly rateLimiter: RateLimiter,
    @Inject(Config) private readonly config: Config,
  ) {}

  @Route(routes.subscription.one)
  async read(@CurrentActor() actor: ChurchActor): Promise<Subscription> {
    const church = await this.db.tenant(actor.organizationId, readStoredSubscription);
    if (!isOverdue(church) || !may(actor, 'subscription.manage'))
      return this.#toResponse(church, actor);
    return this.#toResponse(
      await this.sync.refresh(actor.organizationId, actor.id).catch(() => church),
      actor,
    );
  }

  /** Checks a promo code. Attempts are limited. */
  @Route(routes.subscription.check)
  async check(@Req() { ip }: FastifyRequest, @Body() body: unknown): Promise<PromoCodeChecked> {
    return {
      code: await this.#promoCode(parse(routes.subscription.check.body, body).code, ip),
      discount: promoDiscount,
    };
  }

  @Route(routes.subscription.create)
  async create(
    @CurrentActor() { organizationId, id }: ChurchActor,
    @Req() { ip }: FastifyRequest,
    @Body() body: unknown,
  ): Promise<SubscriptionResult> {
    const choice = parse(routes.subscription.create.body, body);
    if (choice.promoCode) await this.#promoCode(choice.promoCode, ip);
    return this.subscriptions.choose(organizationId, id, choice);
  }

  /** Returns what a change of the plan will cost. */
  @Route(routes.subscription.preview)
  async preview(
    @CurrentActor() { organizationId }: ChurchActor,
    @Req() { ip }: FastifyRequest,
    @Body() body: unknown,
  ): Promise<PlanPreview> {
    const choice = parse(routes.subscription.preview.body, body);
    if (choice.promoCode) await this.#promoCode(choice.promoCode, ip);
    return this.subscriptions.preview(organizationId, choice);
  }

  @Route(routes.subscription.invoices)
  invoices(@CurrentActor() { organizationId }: ChurchActor): Promise<SubscriptionInvoice[]> {
    return this.customers.invoices(organizationId);
  }

  @Route(routes.subscription.refresh)
  async refresh(@CurrentActor() actor: ChurchActor): Promise<Subscription> {
    return this.#toResponse(await this.sync.refresh(actor.organizationId, actor.id), actor);
  }

  @Route(routes.subscription.cancel)
  async cancel(@CurrentActor() actor: ChurchActor): Promise<Subscription> {
    await this.subscriptions.setToEnd(actor.organizationId, actor.id, true);
    return this.read(actor);
  }

  @Route(routes.subscription.resume)
  async resume(@CurrentActor() actor: ChurchActor): Promise<Subscription> {
    await this.subscriptions.setToEnd(actor.organizationId, actor.id, false);
    return this.read(actor);
  }

  /**
   * Returns the address of Stripe's pages. They lead back to the host of the request only if it
   * belongs to the church.
   */
  @Route(routes.subscription.portal)
  async portal(
    @CurrentActor() { organizationId }: ChurchActor,
    @Req() request: FastifyRequest,
  ): Promise<BillingPortal> {
    const base = new URL(baseUrl(this.config));
    if (request.hostChurch) base.host = request.host;
    return { url: await this.customers.portal(organizationId, `${base.origin}/subscribe`) };
  }

  #promoCode(code: string, address: string): Promise<string> {
    return checkPromoCode(this.rateLimiter, this.subscriptions, code, address);
  }

  #toResponse(church: StoredSubscription, actor: ChurchActor): Subscription {
    const text = (instant: Date | null) => instant?.toISOString() ?? null;
    const { isSetUp } = this.stripe;
    const code = church.promoCode;
    const isCodeGood =
      code !== null &&
      this.config.PROMO_CODES.includes(code) &&
      !church.usedPromoCodes.includes(code);
    return {
      isSetUp,
      publishableKey: isSetUp ? this.config.STRIPE_PUBLISHABLE_KEY! : null,
      planId: planInForce(church),
      status: church.status,
      isByCard:
        church.subscriptionId !== null &&
        church.status !== 'canceled' &&
        (church.status !== 'expired' || church.isPaused),
      price: church.price,
      discounts: church.discounts,
      isPaused: church.isPaused,
      isCollectionStopped: church.isCollectionStopped,
      hasSecond: church.secondId !== null,
      hasBilling: isSetUp && church.customerId !== null && may(actor, 'subscription.manage'),
      trialEndsAt: text(church.trialEndsAt),
      renewsAt: text(church.renewsAt),
      endsAt: text(church.endsAt),
      trialDays: church.cardTrialUsedAt ? 0 : trialDays.subscription,
      promoCode: isCodeGood && may(actor, 'subscription.manage') ? code : null,
    };
  }
}

/** Whether a due date has passed or a payment is owed, so that an event of Stripe may be late. */
function isOverdue({
  subscriptionId,
  status,
  trialEndsAt,
  renewsAt,
  endsAt,
}: StoredSubscription): boolean {
  if (subscriptionId === null || status === 'canceled' || status === 'expired') return false;
  const due = endsAt ?? (status === 'trial' ? trialEndsAt : renewsAt);
  return status === 'past_due' || (due !== null && due.getTime() < Date.now());
}
