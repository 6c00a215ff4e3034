import type Stripe from 'stripe';

/** Stripe's objects with nothing said of them yet: the types hold that every required property is there. */

export const now = () => Math.floor(Date.now() / 1000);

export function customerShape(id: string): Stripe.Customer {
  return {
    id, object: 'customer', address: null, balance: 0, created: now(), currency: null, default_source: null, delinquent: false, description: null, discount: null, email: null,
    invoice_prefix: id.slice(-8).toUpperCase(), invoice_settings: { custom_fields: null, default_payment_method: null, footer: null, rendering_options: null },
    livemode: false, metadata: {}, name: null, next_invoice_sequence: 1, phone: null, preferred_locales: [], shipping: null, tax_exempt: 'none', test_clock: null,
  };
}

export function priceShape(id: string, amount: number): Stripe.Price {
  return {
    id, object: 'price', active: true, billing_scheme: 'per_unit', created: now(), currency: 'usd', custom_unit_amount: null, livemode: false, lookup_key: null, metadata: {}, nickname: null,
    product: 'prod_made_by_hand', recurring: { interval: 'month', interval_count: 1, meter: null, trial_period_days: null, usage_type: 'licensed' },
    tax_behavior: 'unspecified', tiers_mode: null, transform_quantity: null, type: 'recurring', unit_amount: amount, unit_amount_decimal: decimal(amount),
  };
}

/** A decimal travels as text. */
const decimal = (value: number) => String(value) as unknown as Stripe.Decimal;

export function couponShape(id: string): Stripe.Coupon {
  return {
    id, object: 'coupon', amount_off: null, created: now(), currency: null, duration: 'once', duration_in_months: null, livemode: false, max_redemptions: null, metadata: {}, name: null,
    percent_off: null, redeem_by: null, times_redeemed: 0, valid: true,
  };
}

export function discountShape(id: string, coupon: string, { customer, id: subscription }: Stripe.Subscription): Stripe.Discount {
  return {
    id, object: 'discount', checkout_session: null, customer: customer, customer_account: null, end: null, invoice: null, invoice_item: null, promotion_code: null,
    source: { coupon, type: 'coupon' }, start: now(), subscription, subscription_item: null,
  };
}

export function paymentMethodShape(id: string, customer: string): Stripe.PaymentMethod {
  return {
    id, object: 'payment_method', allow_redisplay: 'unspecified', created: now(), customer, customer_account: null, livemode: false, metadata: {}, type: 'card',
    billing_details: { address: { city: null, country: 'US', line1: null, line2: null, postal_code: '10001', state: null }, email: null, name: null, phone: null, tax_id: null },
  };
}

export function setupIntentShape(id: string, customer: string): Stripe.SetupIntent {
  return {
    id, object: 'setup_intent', allowed_payment_method_types: null, application: null, automatic_payment_methods: null, cancellation_reason: null, client_secret: `${id}_secret_${Math.random().toString(36).slice(2)}`,
    created: now(), customer, customer_account: null, description: null, excluded_payment_method_types: null, last_setup_error: null, latest_attempt: null, livemode: false, mandate: null, metadata: {},
    next_action: null, on_behalf_of: null, payment_method: null, payment_method_configuration_details: null, payment_method_options: null, payment_method_types: ['card'], single_use_mandate: null,
    status: 'requires_payment_method', usage: 'off_session',
  };
}

export function itemShape(id: string, subscription: string, price: Stripe.Price, from: number, to: number): Stripe.SubscriptionItem {
  const { recurring, unit_amount: amount, unit_amount_decimal: exact, product } = price;
  return {
    id, object: 'subscription_item', billing_thresholds: null, created: now(), current_period_start: from, current_period_end: to, current_trial: null, discounts: [], metadata: {}, price, quantity: 1,
    subscription, tax_rates: [],
    plan: {
      id: price.id, object: 'plan', active: true, amount, amount_decimal: exact, billing_scheme: 'per_unit', created: price.created, currency: price.currency, interval: recurring!.interval,
      interval_count: 1, livemode: false, metadata: {}, meter: null, nickname: null, product, tiers_mode: null, transform_usage: null, trial_period_days: null, usage_type: 'licensed',
    },
  };
}

export function subscriptionShape(id: string, customer: string): Stripe.Subscription {
  return {
    id, object: 'subscription', application: null, application_fee_percent: null, automatic_tax: { disabled_reason: null, enabled: false, liability: null }, billing_cycle_anchor: now(),
    billing_cycle_anchor_config: null, billing_mode: { flexible: { proration_discounts: 'included' }, type: 'flexible' }, billing_schedules: [], billing_thresholds: null,
    cancel_at: null, cancel_at_period_end: false, canceled_at: null, cancellation_details: { comment: null, feedback: null, feedback_option: null, reason: null }, collection_method: 'charge_automatically',
    created: now(), currency: 'usd', customer, customer_account: null, days_until_due: null, default_payment_method: null, default_source: null, default_tax_rates: [], description: null, discounts: [],
    ended_at: null, invoice_settings: { account_tax_ids: null, custom_fields: null, description: null, footer: null, issuer: { type: 'self' } },
    items: { object: 'list', data: [], has_more: false, url: `/v1/subscription_items?subscription=${id}` }, latest_invoice: null, livemode: false, managed_payments: null, metadata: {},
    next_pending_invoice_item_invoice: null, on_behalf_of: null, pause_collection: null, payment_settings: { payment_method_options: null, payment_method_types: null, save_default_payment_method: 'off' },
    pending_invoice_item_interval: null, pending_setup_intent: null, pending_update: null, schedule: null, start_date: now(), status: 'incomplete', test_clock: null, transfer_data: null,
    trial_end: null, trial_settings: { end_behavior: { billing_cycle_anchor: 'unchanged', missing_payment_method: 'create_invoice' } }, trial_start: null,
  };
}

export function lineShape(id: string, description: string, amount: number, { id: subscription, items }: Stripe.Subscription, isProration = false): Stripe.InvoiceLineItem {
  const item = items.data[0]!;
  return {
    id, object: 'line_item', amount, currency: 'usd', description, discount_amounts: [], discountable: !isProration, discounts: [], invoice: null, livemode: false, metadata: {},
    parent: { invoice_item_details: null, subscription_item_details: { invoice_item: null, proration: isProration, proration_details: { credited_items: null }, subscription, subscription_item: item.id }, type: 'subscription_item_details' },
    period: { start: item.current_period_start, end: item.current_period_end }, pretax_credit_amounts: [], pricing: null, quantity: 1, quantity_decimal: decimal(1), subscription, subtotal: amount, taxes: [],
  };
}

export function invoiceShape(id: string, customer: Stripe.Customer, { id: subscription, metadata }: Stripe.Subscription, lines: Stripe.InvoiceLineItem[], off: number): Stripe.Invoice {
  const subtotal = lines.reduce((sum, { amount }) => sum + amount, 0);
  const total = subtotal - off;
  return {
    id, object: 'invoice', account_country: 'US', account_name: 'Church Connect', account_tax_ids: null, amount_due: Math.max(0, total), amount_overpaid: 0, amount_paid: 0, amount_remaining: total, amount_shipping: 0,
    application: null, attempt_count: 0, attempted: false, automatic_tax: { disabled_reason: null, enabled: false, liability: null, provider: null, status: null }, automatically_finalizes_at: null,
    billing_reason: 'subscription_cycle', collection_method: 'charge_automatically', created: now(), currency: 'usd', custom_fields: null, customer: customer.id, customer_account: null, customer_address: null,
    customer_email: customer.email, customer_name: customer.name ?? null, customer_phone: null, customer_shipping: null, customer_tax_exempt: 'none', customer_tax_ids: [], default_payment_method: null,
    default_source: null, default_tax_rates: [], description: null, discounts: [], due_date: null, effective_at: now(), ending_balance: 0, footer: null, from_invoice: null, issuer: { type: 'self' },
    last_finalization_error: null, latest_revision: null, lines: { object: 'list', data: lines, has_more: false, url: `/v1/invoices/${id}/lines` }, livemode: false, metadata: {}, next_payment_attempt: null,
    number: null, on_behalf_of: null, parent: { quote_details: null, subscription_details: { metadata, subscription }, type: 'subscription_details' },
    payment_settings: { default_mandate: null, payment_method_options: null, payment_method_types: null }, period_end: now(), period_start: now(), post_payment_credit_notes_amount: 0,
    pre_payment_credit_notes_amount: 0, receipt_number: null, rendering: null, shipping_cost: null, shipping_details: null, starting_balance: 0, statement_descriptor: null, status: 'draft',
    status_transitions: { finalized_at: null, marked_uncollectible_at: null, paid_at: null, voided_at: null }, subtotal, subtotal_excluding_tax: subtotal, test_clock: null, total,
    total_discount_amounts: [], total_excluding_tax: total, total_pretax_credit_amounts: [], total_taxes: [], webhooks_delivered_at: null,
  };
}
