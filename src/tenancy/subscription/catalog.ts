import { Inject, Injectable, Logger } from '@nestjs/common';
import type Stripe from 'stripe';
import { promoDiscount, type Plan } from '#libs/contracts';
import { HttpError } from '#libs/http';
import { Config } from '../../ops/config.js';
import { codeOf, StripeAccount } from './stripe.js';
import { couponId, lookupKey } from './subscription-state.js';

/**
 * The prices and the coupon in our account at Stripe. They are read each time, because somebody may
 * delete them there.
 */
@Injectable()
export class Catalog {
  readonly #log = new Logger('stripe');

  constructor(
    @Inject(StripeAccount) private readonly stripe: StripeAccount,
    @Inject(Config) private readonly config: Config,
  ) {}

  /**
   * Returns the id of a plan's price: the configured price or, if there is none or Stripe no longer
   * has it, the price with the plan's lookup key.
   * @throws HttpError 502 if the price is not the one that our pages show
   */
  async priceOf(plan: Plan): Promise<string> {
    const price = (await this.#findConfiguredPrice(plan)) ?? (await this.#findOrCreatePrice(plan));
    const { unit_amount: amount, currency, recurring, billing_scheme: scheme } = price;
    const isMonthly =
      recurring?.interval === 'month' &&
      recurring.interval_count === 1 &&
      recurring.usage_type === 'licensed';
    if (amount === plan.price * 100 && currency === 'usd' && scheme === 'per_unit' && isMonthly)
      return price.id;
    this.#log.error({
      message: `the price ${price.id} for ${plan.id} is not $${plan.price} a month`,
    });
    throw new HttpError(
      502,
      'The price of this plan is not set up rightly. ' +
        'Nothing was charged; please tell whoever runs this portal.',
      'payments-refused',
    );
  }

  /**
   * Returns the id of the coupon for promo codes. It is created when a church uses a promo code for
   * the first time.
   * @throws HttpError 502 if the coupon gives another discount
   */
  async coupon(): Promise<string> {
    const {
      percent_off: percent,
      duration,
      valid,
    } = (await this.#findCoupon()) ?? (await this.#createCoupon());
    if (percent === promoDiscount && duration === 'forever' && valid) return couponId;
    this.#log.error({
      message:
        `the coupon ${couponId} is not ${promoDiscount} percent for good, ` +
        'or not valid anymore',
    });
    throw new HttpError(
      502,
      'The discount of this code is not set up rightly. ' +
        'Nothing was charged; please tell whoever runs this portal.',
      'payments-refused',
    );
  }

  async #findConfiguredPrice(plan: Plan): Promise<Stripe.Price | null> {
    const id = this.config.STRIPE_PRICES[plan.id];
    if (id === undefined) return null;
    const price = await this.stripe.find((stripe) => stripe.prices.retrieve(id));
    if (price?.active) return price;
    this.#log.error({
      message:
        `STRIPE_PRICES names a price for ${plan.id} that Stripe does not have anymore; the one ` +
        'of its key is taken',
    });
    return null;
  }

  /**
   * Creates the price if it does not exist. If two are created at the same time, either of them can
   * be used.
   */
  #findOrCreatePrice(plan: Plan): Promise<Stripe.Price> {
    const key = lookupKey(plan);
    return this.stripe.call(async (stripe) => {
      const { data } = await stripe.prices.list({ lookup_keys: [key], active: true, limit: 1 });
      return (
        data[0] ??
        stripe.prices.create({
          lookup_key: key,
          transfer_lookup_key: true,
          currency: 'usd',
          unit_amount: plan.price * 100,
          recurring: { interval: 'month' },
          product_data: { name: `Church Connect ${plan.name}` },
        })
      );
    });
  }

  #findCoupon(): Promise<Stripe.Coupon | null> {
    return this.stripe.find((stripe) => stripe.coupons.retrieve(couponId));
  }

  #createCoupon(): Promise<Stripe.Coupon> {
    const coupon: Stripe.CouponCreateParams = {
      id: couponId,
      name: `${promoDiscount}% promo code`,
      percent_off: promoDiscount,
      duration: 'forever',
    };
    return this.stripe.call((stripe) =>
      stripe.coupons.create(coupon).catch((error: unknown) => {
        // a concurrent request may have created the coupon
        if (codeOf(error) !== 'resource_already_exists') throw error;
        return stripe.coupons.retrieve(couponId);
      }),
    );
  }
}
