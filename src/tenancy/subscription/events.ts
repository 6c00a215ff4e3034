import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import type Stripe from 'stripe';
import { z } from 'zod';
import { Database, type Tx } from '#libs/database';
import { badRequest } from '#libs/http';
import { Jobs } from '#libs/jobs';
import { StripeAccount } from './stripe.js';
import { SubscriptionSync } from './subscription-sync.js';
import { insertStripeEvent } from './subscription.sql.js';

const dayMs = 86_400_000;
/**
 * The types of events that are processed. Others are only stored. `docker/stripe.md` lists the
 * events to send.
 */
const relevantTypes =
  /^(customer\.(subscription\.|updated$|deleted$)|(invoice|setup_intent|payment_intent)\.)/;

const name = z.string().regex(/^[\w.-]{1,255}$/);
/**
 * The fields of an event that the program reads. An invalid customer or object id is read as null.
 */
const stripeEvent = z.object({
  id: name,
  type: name,
  data: z.object({
    object: z.object({
      object: name.catch(''),
      id: name.nullable().catch(null),
      customer: z
        .union([name, z.object({ id: name }).transform(({ id }) => id)])
        .nullable()
        .catch(null),
    }),
  }),
});

/** Processes Stripe's events, and checks subscriptions in case events are lost. */
@Injectable()
export class StripeEvents implements OnApplicationBootstrap {
  constructor(
    @Inject(Database) private readonly db: Database,
    @Inject(StripeAccount) private readonly stripe: StripeAccount,
    @Inject(SubscriptionSync) private readonly sync: SubscriptionSync,
    @Inject(Jobs) private readonly jobs: Jobs,
  ) {}

  /**
   * Processes a signed event. Only the ids of the customer and the invoice are used; their state is
   * read from Stripe. The id of the event is stored in the same transaction as its effect.
   * @throws HttpError 400 for an invalid event
   */
  async receive(event: Stripe.Event): Promise<void> {
    const read = stripeEvent.safeParse(event);
    if (!read.success) throw badRequest('This is not an event.');
    const {
      id,
      type,
      data: { object },
    } = read.data;
    const customerId = object.object === 'customer' ? object.id : object.customer;
    const church = await this.db.platform((tx) =>
      tx.query
        .selectFrom('organization')
        .select('id')
        .where('stripeCustomerId', '=', customerId)
        .executeTakeFirst(),
    );
    const storeEvent = (tx: Tx) =>
      insertStripeEvent.count(tx, { id, type, organizationId: church?.id ?? null });
    if (!church || !relevantTypes.test(type)) {
      await this.db.platform(storeEvent);
      return;
    }
    await this.sync.withLock(church.id, async (tx, stored) => {
      if ((await storeEvent(tx)) === 0) return;
      const { current } = await this.sync.readFromStripe(tx, stored);
      if (current) await this.sync.store(tx, current, null);
      if (object.object === 'invoice' && object.id !== null)
        await this.#recordOtherInvoice(tx, object.id, customerId!, current);
    });
  }

  async onApplicationBootstrap(): Promise<void> {
    if (!this.stripe.isSetUp) return;
    await this.jobs.work('check-subscription', async (data) => {
      const { organizationId } = data as { organizationId: string };
      const { status } = await this.sync.refresh(organizationId, null);
      if (status === 'past_due')
        await this.db.tenant(organizationId, (tx) =>
          this.jobs.send(
            tx,
            'check-subscription',
            { organizationId },
            { startAfter: new Date(Date.now() + dayMs) },
          ),
        );
    });
  }

  /**
   * Records an invoice of an event, unless it is the newest one, which was recorded with its
   * subscription.
   */
  async #recordOtherInvoice(
    tx: Tx,
    id: string,
    customerId: string,
    current: Stripe.Subscription | null,
  ): Promise<void> {
    const newest = current?.latest_invoice;
    if ((typeof newest === 'object' ? newest?.id : newest) === id) return;
    const invoice = await this.stripe.find((stripe) => stripe.invoices.retrieve(id));
    const isOurs =
      (typeof invoice?.customer === 'string' ? invoice.customer : invoice?.customer?.id) ===
      customerId;
    if (invoice && isOurs) await this.sync.recordInvoice(tx, invoice);
  }
}
