import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import type Stripe from 'stripe';
import { invoiceStatuses, type SubscriptionInvoice } from '#libs/contracts';
import { Database, type Tx } from '#libs/database';
import { conflict } from '#libs/http';
import { Jobs } from '#libs/jobs';
import { toDecimal } from '#libs/money';
import {
  readStoredSubscription,
  storeEnd,
  type StoredSubscription,
} from './stored-subscription.js';
import { StripeAccount } from './stripe.js';
import { isInForce } from './subscription-state.js';
import { SubscriptionSync } from './subscription-sync.js';
import { storeCustomer } from './subscription.sql.js';

const maxInvoices = 24;

/**
 * The churches as Stripe's customers: their records and invoices at Stripe, and Stripe's customer
 * portal.
 */
@Injectable()
export class Customers implements OnApplicationBootstrap {
  constructor(
    @Inject(Database) private readonly db: Database,
    @Inject(StripeAccount) private readonly stripe: StripeAccount,
    @Inject(SubscriptionSync) private readonly sync: SubscriptionSync,
    @Inject(Jobs) private readonly jobs: Jobs,
  ) {}

  /**
   * Returns the id of the church's customer at Stripe. Creates the customer if the church has none
   * or Stripe no longer knows it. Events of Stripe are assigned to churches by this id.
   */
  async findOrCreate(organizationId: string): Promise<string> {
    return this.sync.withLock(organizationId, async (tx, church) => {
      if (church.customerId && (await this.#isKnown(church.customerId))) return church.customerId;
      if (church.subscriptionId) await storeEnd(tx, church);
      const customer = await this.stripe.call((stripe) =>
        stripe.customers.create({ ...factsOf(church), metadata: { organization: organizationId } }),
      );
      await storeCustomer(tx, { organizationId, customerId: customer.id });
      return customer.id;
    });
  }

  /**
   * Returns the address of Stripe's pages for cards and invoices.
   * @throws HttpError 409 if the church is no customer of Stripe
   */
  async portal(organizationId: string, returnUrl: string): Promise<string> {
    const { customerId } = await this.db.tenant(organizationId, readStoredSubscription);
    if (!customerId) throw conflict('Your church has no subscription by card.');
    const session = await this.stripe.find((stripe) =>
      stripe.billingPortal.sessions.create({ customer: customerId, return_url: returnUrl }),
    );
    if (!session)
      throw conflict(
        'Stripe has no cards and invoices of your church anymore. ' +
          'Please choose a plan to begin anew.',
      );
    return session.url;
  }

  /** Lists the newest invoices, newest first, without drafts. */
  async invoices(organizationId: string): Promise<SubscriptionInvoice[]> {
    const { customerId } = await this.db.tenant(organizationId, readStoredSubscription);
    const list =
      customerId &&
      (await this.stripe.find((stripe) =>
        stripe.invoices.list({ customer: customerId, limit: maxInvoices }),
      ));
    return list ? list.data.flatMap(toInvoices) : [];
  }

  /**
   * Starts a job that updates the customer at Stripe after the church's name, email address or
   * pause has changed.
   */
  async scheduleUpdate(tx: Tx, organizationId: string): Promise<void> {
    if (!this.stripe.isSetUp) return;
    const rows = await tx.query
      .selectFrom('organization')
      .select('id')
      .where('id', '=', organizationId)
      .where('stripeCustomerId', 'is not', null)
      .execute();
    if (rows.length > 0) await this.jobs.send(tx, 'tell-stripe', { organizationId });
  }

  async onApplicationBootstrap(): Promise<void> {
    if (this.stripe.isSetUp)
      await this.jobs.work('tell-stripe', (data) =>
        this.#updateStripe((data as { organizationId: string }).organizationId),
      );
  }

  /** Sends the stored name, email address and pause of the church to Stripe. */
  async #updateStripe(organizationId: string): Promise<void> {
    await this.sync.withLock(organizationId, async (tx, church) => {
      const { customerId, isCollectionStopped: isStopped } = church;
      if (!customerId || !(await this.#isKnown(customerId))) return;
      const { current } = await this.sync.readFromStripe(tx, church);
      if (
        current &&
        isInForce(current, church.subscriptionId) &&
        isStopped !== isStoppedByUs(current)
      ) {
        await this.stripe.update(current.id, {
          pause_collection: isStopped ? { behavior: 'void' } : '',
          metadata: { collection: isStopped ? 'stopped' : '' },
        });
      }
      await this.stripe.call((stripe) =>
        stripe.customers.update(customerId, {
          ...factsOf(church),
          ...(church.email ? {} : { email: '' }),
        }),
      );
    });
  }

  async #isKnown(customerId: string): Promise<boolean> {
    const customer = await this.stripe.find((stripe) => stripe.customers.retrieve(customerId));
    return customer !== null && !customer.deleted;
  }
}

/**
 * Whether the program has paused the collection. A pause that was set by hand at Stripe is left as
 * it is.
 */
const isStoppedByUs = ({ metadata }: Stripe.Subscription) => metadata.collection === 'stopped';

const factsOf = ({ name, email }: StoredSubscription) => ({ name, ...(email ? { email } : {}) });

function toInvoices({
  id,
  number,
  status,
  status_transitions: { finalized_at: finalizedAt },
  created,
  total,
  invoice_pdf: pdf,
  hosted_invoice_url: url,
}: Stripe.Invoice): SubscriptionInvoice[] {
  const knownStatus = invoiceStatuses.find((invoiceStatus) => invoiceStatus === status);
  if (!knownStatus) return [];
  const date = new Date((finalizedAt ?? created) * 1000).toISOString();
  return [
    {
      id,
      number: number ?? id,
      date,
      amount: toDecimal(BigInt(total)),
      status: knownStatus,
      pdfUrl: pdf ?? null,
      payUrl: knownStatus === 'open' ? (url ?? null) : null,
    },
  ];
}
