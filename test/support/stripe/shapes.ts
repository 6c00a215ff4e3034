import type Stripe from 'stripe';

// This file contains Stripe's objects with default values. The types ensure that all required
// properties are present.

/** Returns the present time in seconds since 1970. */
export const now = () => Math.floor(Date.now() / 1000);

export function customerShape(id: string): Stripe.Customer {
  return {
    id,
    object: 'customer',
    address: null,
    balance: 0,
    created: now(),
    currency: null,
    default_source: null,
    delinquent: false,
    description: null,
    discount: null,
    email: null,
    invoice_prefix: id.slice(-8).toUpperCase(),
    invoice_settings: {
      custom_fields: null,
      default_payment_method: null,
      footer: null,
      rendering_options: null,
    },
    livemode: false,
    metadata: {},
    name: null,
    next_invoice_sequence: 1,
    phone: null,
    preferred_locales: [],
    shipping: null,
    tax_exempt: 'none',
    test_clock: null,
  };
}

export function priceShape(id: string, amount: number): Stripe.Price {
  return {
    id,
    object: 'price',
    active: true,
    billing_scheme: 'per_unit',
    created: now(),
    currency: 'usd',
    custom_unit_amount: null,
    livemode: false,
    lookup_key: null,
    metadata: {},
    nickname: null,
    product: 'prod_made_by_hand',
    recurring: {
      interval: 'month',
      interval_count: 1,
      meter: null,
      trial_period_days: null,
      usage_type: 'licensed',
    },
    tax_behavior: 'unspecified',
    tiers_mode: null,
    transform_quantity: null,
    type: 'recurring',
    unit_amount: amount,
    unit_amount_decimal: decimal(amount),
  };
}

/** Returns a decimal as Stripe's API writes it, which is text. */
export const decimal = (value: number) => String(value) as unknown as Stripe.Decimal;

export function couponShape(id: string): Stripe.Coupon {
  return {
    id,
    object: 'coupon',
    amount_off: null,
    created: now(),
    currency: null,
    duration: 'once',
    duration_in_months: null,
    livemode: false,
    max_redemptions: null,
    metadata: {},
    name: null,
    percent_off: null,
    redeem_by: null,
    times_redeemed: 0,
    valid: true,
  };
}

export function discountShape(
  id: string,
  coupon: string,
  { customer, id: subscription }: Stripe.Subscription,
): Stripe.Discount {
  return {
    id,
    object: 'discount',
    checkout_session: null,
    customer: customer,
    customer_account: null,
    end: null,
    invoice: null,
    invoice_item: null,
    promotion_code: null,
    source: { coupon, type: 'coupon' },
    start: now(),
    subscription,
    subscription_item: null,
  };
}

export function paymentMethodShape(id: string, customer: string): Stripe.PaymentMethod {
  return {
    id,
    object: 'payment_method',
    allow_redisplay: 'unspecified',
    created: now(),
    customer,
    customer_account: null,
    livemode: false,
    metadata: {},
    type: 'card',
    billing_details: {
      address: {
        city: null,
        country: 'US',
        line1: null,
        line2: null,
        postal_code: '10001',
        state: null,
      },
      email: null,
      name: null,
      phone: null,
      tax_id: null,
    },
  };
}

export function setupIntentShape(id: string, customer: string): Stripe.SetupIntent {
  return {
    id,
    object: 'setup_intent',
    allowed_payment_method_types: null,
    application: null,
    automatic_payment_methods: null,
    cancellation_reason: null,
    client_secret: `${id}_secret_${Math.random().toString(36).slice(2)}`,
    created: now(),
    customer,
    customer_account: null,
    description: null,
    excluded_payment_method_types: null,
    last_setup_error: null,
    latest_attempt: null,
    livemode: false,
    mandate: null,
    metadata: {},
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: null,
    payment_method_types: ['card'],
    single_use_mandate: null,
    status: 'requires_payment_method',
    usage: 'off_session',
  };
}
