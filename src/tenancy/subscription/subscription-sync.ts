import { Inject, Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import type Stripe from 'stripe';
import { formatLong, todayIn } from '#libs/calendar';
import { plans } from '#libs/contracts';
import { Database, lockName, type Tx } from '#libs/database';
import { Jobs } from '#libs/jobs';
import { Mail } from '#libs/mail';
import { formatUsd, fromDecimal } from '#libs/money';
import { subscriptionEmails, emailAdmins, type EmailReason } from './emails.js';
import { ChurchUsers } from '../church-facts.js';
import { baseUrl, Config } from '../../ops/config.js';
import { timeZoneOf } from '../organization.js';
import {
  isFirstEmail,
  readStoredSubscription,
  storeSubscriptionState,
  storeEnd,
  recordSecondSubscription,
  type StoredSubscription,
} from './stored-subscription.js';
import { shareCard } from './cards.js';
import { StripeAccount } from './stripe.js';
import {
  chooseSubscription,
  isInForce,
  isOver,
  stateOf,
  hasUsedTrial,
} from './subscription-state.js';

const dayMs = 86_400_000;
/** Stripe repeats events for three days. Older payments cause no email. */
const maxNewsAgeMs = 3 * dayMs;
/**
 * How long before the first charge the admins are told. `clockToleranceMs` is added, because clocks
 * differ.
 */
const reminderMs = 3 * dayMs;
const clockToleranceMs = dayMs / 24;

/** The subscriptions of a church at Stripe. */
export interface StripeSubscriptions {
  /** the subscription that `chooseSubscription` chose; null if the church has none */
  current: Stripe.Subscription | null;
  /** whether the church has used its one trial with a card */
  hadTrial: boolean;
}

/**
 * Reads the subscriptions of a church from Stripe, stores their state, and sends emails about
 * changes. Webhooks may arrive late, twice or in any order, because the state is always read from
 * Stripe. A lock lets only one process work on a church at a time.
 */
@Injectable()
export class SubscriptionSync implements OnApplicationShutdown {
  readonly #log = new Logger('stripe');
  #connections: Promise<Database> | undefined;

  constructor(
    @Inject(Database) private readonly db: Database,
    @Inject(StripeAccount) private readonly stripe: StripeAccount,
    @Inject(Mail) private readonly mail: Mail,
    @Inject(Jobs) private readonly jobs: Jobs,
    @Inject(Config) private readonly config: Config,
    @Inject(ChurchUsers) private readonly users: ChurchUsers,
  ) {}

  async onApplicationShutdown(): Promise<void> {
    await (await this.#connections)?.close();
  }

  /**
   * Runs `work` while no other process works on the church's subscription. It uses separate
   * database connections, because Stripe may be slow.
   */
  async withLock<T>(
    organizationId: string,
    work: (tx: Tx, church: StoredSubscription) => Promise<T>,
  ): Promise<T> {
    this.#connections ??= this.db.openPool(4);
    const db = await this.#connections;
    return db.tenant(organizationId, async (tx) => {
      await lockName(tx, { name: `subscription ${organizationId}` });
      return work(tx, await readStoredSubscription(tx));
    });
  }

  /**
   * Reads and stores the current state at Stripe without waiting for an event, for example after a
   * card was confirmed.
   */
  async refresh(organizationId: string, actorId: string | null): Promise<StoredSubscription> {
    return this.withLock(organizationId, async (tx, church) => {
      const { current } = await this.readFromStripe(tx, church);
      if (current) await this.store(tx, current, actorId);
      return readStoredSubscription(tx);
    });
  }

  /**
   * Reads the subscriptions of the church from Stripe. If the stored subscription has ended, or
   * Stripe no longer knows it, the end is stored first, so that a new subscription does not hide
   * it.
   */
  async readFromStripe(tx: Tx, church: StoredSubscription): Promise<StripeSubscriptions> {
    const all = church.customerId ? await this.stripe.subscriptionsOf(church.customerId) : [];
    const storedSubscription = all.find(({ id }) => id === church.subscriptionId);
    if (storedSubscription && isOver(storedSubscription))
      await this.store(tx, storedSubscription, null);
    if (church.subscriptionId && !storedSubscription)
      await this.#sendEmails(
        tx,
        (await storeEnd(tx, church)).map((kind) => ({ kind })),
      );
    const current = chooseSubscription(all, church.subscriptionId);
    const second = all.find((other) => other.id !== current?.id && isInForce(other, null));
    const changes = await recordSecondSubscription(tx, church, second?.id ?? null);
    if (changes.length > 0)
      this.#log.error({
        message: 'a church has two subscriptions in force at Stripe',
        organization: tx.organizationId,
        subscriptions: [current?.id, second?.id],
      });
    await this.#sendEmails(
      tx,
      changes.map((kind) => ({ kind })),
    );
    return { current, hadTrial: church.cardTrialUsedAt !== null || all.some(hasUsedTrial) };
  }

  /**
   * Stores the state of a subscription, unless it never counted because its card was not confirmed.
   */
  async store(tx: Tx, subscription: Stripe.Subscription, actorId: string | null): Promise<void> {
    const church = await readStoredSubscription(tx);
    const hasCounted = subscription.id === church.subscriptionId;
    if (!hasCounted && !isInForce(subscription, null)) return;
    await shareCard(this.stripe, subscription);
    const state = stateOf(subscription, this.config.STRIPE_PRICES);
    const changes = await storeSubscriptionState(tx, church, state, actorId);
    await this.#scheduleChecks(tx, church, changes.length > 0);
    const invoice = subscription.latest_invoice;
    const paymentReasons =
      typeof invoice === 'object' && invoice ? await this.#reasonsOfInvoice(tx, invoice) : [];
    const trialReasons = await this.#reasonsOfTrial(tx, changes.includes('subscription-started'));
    await this.#sendEmails(tx, [
      ...changes.map((kind) => ({ kind })),
      ...paymentReasons,
      ...trialReasons,
    ]);
  }

  /** Sends the emails about an invoice. */
  async recordInvoice(tx: Tx, invoice: Stripe.Invoice): Promise<void> {
    await this.#sendEmails(tx, await this.#reasonsOfInvoice(tx, invoice));
  }

  /**
   * Schedules checks in case events are lost: three days before the trial ends, and after the next
   * due date.
   */
  async #scheduleChecks(tx: Tx, before: StoredSubscription, isNew: boolean): Promise<void> {
    const church = await readStoredSubscription(tx);
    const dueOf = ({ endsAt, status, trialEndsAt, renewsAt }: StoredSubscription) =>
      endsAt ?? (status === 'trial' ? trialEndsAt : renewsAt);
    const due = dueOf(church);
    if (
      !due ||
      due.getTime() <= Date.now() ||
      (!isNew && due.getTime() === dueOf(before)?.getTime())
    )
      return;
    const times = [
      due.getTime() + dayMs / 8,
      ...(church.status === 'trial' && !church.endsAt ? [due.getTime() - reminderMs] : []),
    ];
    for (const time of times)
      if (time > Date.now())
        await this.jobs.send(
          tx,
          'check-subscription',
          { organizationId: tx.organizationId },
          { startAfter: new Date(time) },
        );
  }

  /**
   * Returns the reason for an email about a paid or failed invoice, unless the email was sent
   * before.
   */
  async #reasonsOfInvoice(
    tx: Tx,
    {
      id,
      status,
      amount_paid: paid,
      amount_remaining: owed,
      attempted,
      number,
      hosted_invoice_url: url = null,
      status_transitions: { paid_at: paidAt },
    }: Stripe.Invoice,
  ): Promise<EmailReason[]> {
    const isRecent = paidAt !== null && paidAt * 1000 > Date.now() - maxNewsAgeMs;
    if (status === 'paid' && paid > 0 && isRecent)
      return (await isFirstEmail(tx, `paid ${id}`))
        ? [{ kind: 'paid', amount: formatUsd(BigInt(paid)), number }]
        : [];
    if (status === 'open' && owed > 0 && attempted)
      return (await isFirstEmail(tx, `failed ${id}`))
        ? [{ kind: 'failed', amount: formatUsd(BigInt(owed)), url }]
        : [];
    return [];
  }

  /**
   * Returns the reason for an email about the coming end of the trial, unless it or the first email
   * told it before.
   */
  async #reasonsOfTrial(tx: Tx, isStart: boolean): Promise<EmailReason[]> {
    const { status, trialEndsAt, endsAt, subscriptionId } = await readStoredSubscription(tx);
    if (
      status !== 'trial' ||
      endsAt ||
      !trialEndsAt ||
      trialEndsAt.getTime() > Date.now() + reminderMs + clockToleranceMs
    )
      return [];
    const isFirst = await isFirstEmail(
      tx,
      `trial ${subscriptionId} ${trialEndsAt.getTime() / 1000}`,
    );
    return isFirst && !isStart ? [{ kind: 'trial-ends' }] : [];
  }

  async #sendEmails(tx: Tx, reasons: EmailReason[]): Promise<void> {
    if (reasons.length === 0) return;
    const church = await readStoredSubscription(tx);
    const zone = await timeZoneOf(tx, tx.organizationId!);
    const inWords = (instant: Date | null) => instant && formatLong(todayIn(zone, instant));
    const emails = subscriptionEmails(reasons, {
      church: church.name,
      plan: plans.find(({ id }) => id === church.plan)?.name ?? church.plan,
      price: formatUsd(fromDecimal(church.price)),
      trialEnds: church.status === 'trial' ? inWords(church.trialEndsAt) : null,
      renews: inWords(church.renewsAt),
      ends: inWords(church.endsAt),
      url: `${baseUrl(this.config)}/subscribe`,
    });
    if (emails.length === 0) return;
    await emailAdmins(tx, this.mail, await this.users.findAdministrators(tx), emails);
  }
}
