import { z } from 'zod';
import { errorBody } from '../common.js';
import {
  createOrganization,
  editOrganization,
  organization,
  organizationContact,
  pauseOrganization,
} from '../tenancy/organization.js';
import {
  billingPortal,
  createSubscription,
  planChange,
  planPreview,
  promoCodeChecked,
  promoCodeRequest,
  subscription,
  subscriptionInvoice,
  subscriptionResult,
} from '../tenancy/subscription.js';
import { planIds } from '../tenancy/plans.js';
import { route } from './route.js';

export const organizationsRoutes = {
  list: route({
    method: 'GET',
    path: '/api/organizations',
    summary: 'Lists all churches with what they use',
    access: 'organization.manage',
    answer: z.array(organization),
  }),
  create: route({
    method: 'POST',
    path: '/api/organizations',
    summary: 'Creates a church',
    access: 'organization.manage',
    body: createOrganization,
    status: 201,
    answer: organization,
    idempotencyKey: false,
  }),
  change: route({
    method: 'PUT',
    path: '/api/organizations/{id}',
    summary: 'Changes a church',
    access: 'organization.manage',
    body: editOrganization,
    answer: organization,
    idempotencyKey: false,
  }),
  pause: route({
    method: 'POST',
    path: '/api/organizations/{id}/pause',
    summary: 'Pauses a church',
    access: 'organization.manage',
    body: pauseOrganization,
    answer: organization,
    idempotencyKey: false,
  }),
  resume: route({
    method: 'POST',
    path: '/api/organizations/{id}/resume',
    summary: 'Ends the pause of a church',
    access: 'organization.manage',
    answer: organization,
    idempotencyKey: false,
  }),
  contact: route({
    method: 'POST',
    path: '/api/organizations/{id}/contact',
    summary:
      'Sends the email that makes the first administrator of a church, again or to another address',
    access: 'organization.manage',
    body: organizationContact,
    answer: organization,
    idempotencyKey: false,
  }),
} as const;

/** `plan`: the smallest plan that has room for the church, if the chosen one is too small. */
const planTooSmall = errorBody.extend({ plan: z.enum(planIds).optional() });

export const subscriptionRoutes = {
  one: route({
    method: 'GET',
    path: '/api/subscription',
    summary: 'Returns the plan of the church',
    access: 'portal.use',
    answer: subscription,
  }),
  check: route({
    method: 'POST',
    path: '/api/promo-codes/check',
    summary: 'Checks whether a promo code is valid',
    access: 'public',
    body: promoCodeRequest,
    answer: promoCodeChecked,
  }),
  create: route({
    method: 'POST',
    path: '/api/create-subscription',
    summary: 'Starts a subscription, or starts it again with the same or another plan',
    access: 'subscription.manage',
    body: createSubscription,
    status: 201,
    answer: subscriptionResult,
    idempotencyKey: false,
    errors: [502],
    errorAnswers: { 409: planTooSmall },
  }),
  preview: route({
    method: 'POST',
    path: '/api/subscription/preview',
    summary: 'Returns what another plan would cost, as Stripe calculates it',
    access: 'subscription.manage',
    body: planChange,
    answer: planPreview,
    idempotencyKey: false,
    errorAnswers: { 409: planTooSmall },
  }),
  invoices: route({
    method: 'GET',
    path: '/api/subscription/invoices',
    summary: 'Lists the invoices of the church at Stripe, newest first',
    access: 'subscription.manage',
    answer: z.array(subscriptionInvoice),
  }),
  refresh: route({
    method: 'POST',
    path: '/api/subscription/refresh',
    summary: 'Reads the state of the subscription from Stripe now',
    access: 'subscription.manage',
    answer: subscription,
    idempotencyKey: false,
  }),
  cancel: route({
    method: 'POST',
    path: '/api/subscription/cancel',
    summary: 'Ends the subscription at the end of the period that is paid',
    access: 'subscription.manage',
    answer: subscription,
    idempotencyKey: false,
  }),
  resume: route({
    method: 'POST',
    path: '/api/subscription/resume',
    summary: 'Takes the cancellation of the subscription back',
    access: 'subscription.manage',
    answer: subscription,
    idempotencyKey: false,
  }),
  portal: route({
    method: 'POST',
    path: '/api/subscription/portal',
    summary: 'Returns the address of Stripe’s pages for cards and invoices',
    access: 'subscription.manage',
    answer: billingPortal,
    idempotencyKey: false,
  }),
} as const;

export const stripeWebhookRoutes = {
  receive: route({
    method: 'POST',
    path: '/api/stripe/webhook',
    summary: 'Receives the signed events of Stripe',
    access: 'public',
    rawBody: { media: ['application/json'] },
    answer: z.object({ received: z.literal(true) }),
  }),
} as const;
