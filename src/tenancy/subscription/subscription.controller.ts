import { Body, Controller, Get, HttpCode, Inject, Post, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { createSubscription, may, promoCodeRequest, promoDiscount, trialDays, type BillingPortal, type PromoCodeChecked, type Subscription, type SubscriptionMade } from '#libs/contracts';
import { Database } from '#libs/database';
import { Allow, CurrentActor, OwnTransaction, parse, Public, Throttle, type ChurchActor } from '#libs/http';
import { baseUrl, Config } from '../../config.js';
import { planInForce, readBooks } from './books.js';
import { StripeAccount } from './stripe.js';
import { Subscriptions } from './subscriptions.js';

/** A church's plan. Stripe is asked in between, so these calls open their transactions themselves. */
@Controller('api')
@OwnTransaction()
export class SubscriptionController {
  constructor(
    @Inject(Database) private readonly db: Database,
    @Inject(Subscriptions) private readonly subscriptions: Subscriptions,
    @Inject(StripeAccount) private readonly stripe: StripeAccount,
    @Inject(Throttle) private readonly throttle: Throttle,
    @Inject(Config) private readonly config: Config,
  ) {}

  @Get('subscription')
  @Allow('portal.use')
  async one(@CurrentActor() actor: ChurchActor): Promise<Subscription> {
    const church = await this.db.tenant(actor.organizationId, readBooks);
    const { STRIPE_PUBLISHABLE_KEY: publishableKey = null } = this.config;
    const text = (instant: Date | null) => instant?.toISOString() ?? null;
    return {
      isSetUp: this.stripe.isSetUp && publishableKey !== null, publishableKey, planId: planInForce(church), status: church.status,
      isByCard: church.subscriptionId !== null && church.status !== 'canceled' && church.status !== 'expired',
      price: church.price, trialEndsAt: text(church.trialEndsAt), renewsAt: text(church.renewsAt), endsAt: text(church.endsAt),
      trialDays: church.cardTrialUsedAt ? 0 : trialDays.subscription, promoCode: may(actor, 'subscription.manage') ? church.promoCode : null,
    };
  }

  /** Guessing at codes is slowed down. */
  @Post('promo-codes/check')
  @HttpCode(200)
  @Public()
  async check(@Req() { ip }: FastifyRequest, @Body() body: unknown): Promise<PromoCodeChecked> {
    const { code } = parse(promoCodeRequest, body);
    const guesser = `promo-code ${ip}`; // apart from those who fail to sign in
    await this.throttle.assertMayTry(guesser, guesser);
    try {
      return { code: this.subscriptions.assertPromoCode(code), discount: promoDiscount };
    } catch (error) {
      await this.throttle.failed(guesser, guesser);
      throw error;
    }
  }

  @Post('create-subscription')
  @Allow('subscription.manage')
  create(@CurrentActor() { organizationId, id }: ChurchActor, @Body() body: unknown): Promise<SubscriptionMade> {
    return this.subscriptions.choose(organizationId, id, parse(createSubscription, body));
  }

  @Post('subscription/refresh')
  @HttpCode(200)
  @Allow('subscription.manage')
  async refresh(@CurrentActor() actor: ChurchActor): Promise<Subscription> {
    await this.subscriptions.refresh(actor.organizationId, actor.id);
    return this.one(actor);
  }

  @Post('subscription/cancel')
  @HttpCode(200)
  @Allow('subscription.manage')
  async cancel(@CurrentActor() actor: ChurchActor): Promise<Subscription> {
    await this.subscriptions.setToEnd(actor.organizationId, actor.id, true);
    return this.one(actor);
  }

  @Post('subscription/resume')
  @HttpCode(200)
  @Allow('subscription.manage')
  async resume(@CurrentActor() actor: ChurchActor): Promise<Subscription> {
    await this.subscriptions.setToEnd(actor.organizationId, actor.id, false);
    return this.one(actor);
  }

  /** The way back leads to the host that asked only if that is the church's. */
  @Post('subscription/portal')
  @HttpCode(200)
  @Allow('subscription.manage')
  async portal(@CurrentActor() { organizationId }: ChurchActor, @Req() request: FastifyRequest): Promise<BillingPortal> {
    const base = new URL(baseUrl(this.config));
    if (request.hostChurch) base.host = request.host;
    return { url: await this.subscriptions.portal(organizationId, `${base.origin}/subscribe`) };
  }
}
