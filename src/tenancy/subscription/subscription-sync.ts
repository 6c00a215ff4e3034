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
/** Stripe sends the events of what happened for three days; what is older is no news. */
const maxNewsAgeMs = 3 * dayMs;
/** Before the first charge people are told. An hour more, for clocks that differ. */
const reminderMs = 3 * dayMs;

export interface StripeSubscriptions {
  current: Stripe.Subscription | null;
  hadTrial: boolean;
}

/**
 * Asks Stripe what it has of a church and brings the books up to it, with letters about what is new, one thing at a time
 * for each church: so events may come late, twice or in any order.
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

  /** One thing at a time about a church's subscription, in all processes; on connections of its own, because Stripe may be slow. */
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

  /** Brings the books up to what Stripe says now: after a card was confirmed in the browser, without waiting for the event. */
  async refresh(organizationId: string, actorId: string | null): Promise<StoredSubscription> {
    return this.withLock(organizationId, async (tx, church) => {
      const { current } = await this.readFromStripe(tx, church);
      if (current) await this.store(tx, current, actorId);
      return readStoredSubscription(tx);
    });
  }

  /**
   * What Stripe has of the church. The end of what counted so far is written down first, also where Stripe does not know it
   * anymore: a new try must not hide it.
   */
  async readFromStripe(tx: Tx, church: StoredSubscription): Promise<StripeSubscriptions> {
    const all = church.customerId ? await this.stripe.subscriptionsOf(church.customerId) : [];
    const counted = all.find(({ id }) => id === church.subscriptionId);
    if (counted && isOver(counted)) await this.store(tx, counted, null);
    if (church.subscriptionId && !counted)
      await this.#sendEmails(
        tx,
        (await storeEnd(tx, church)).map((kind) => ({ kind })),
      );
    const current = chooseSubscription(all, church.subscriptionId);
    const second = all.find((one) => one.id !== current?.id && isInForce(one, null));
    const found = await recordSecondSubscription(tx, church, second?.id ?? null);
    if (found.length > 0)
      this.#log.error({
        message: 'a church has two subscriptions in force at Stripe',
        organization: tx.organizationId,
        subscriptions: [current?.id, second?.id],
      });
    await this.#sendEmails(
      tx,
      found.map((kind) => ({ kind })),
    );
    return { current, hadTrial: church.cardTrialUsedAt !== null || all.some(hasUsedTrial) };
  }

  /** Writes down what counts: not one whose card was never confirmed. */
  async store(tx: Tx, subscription: Stripe.Subscription, actorId: string | null): Promise<void> {
    const church = await readStoredSubscription(tx);
    const hasCounted = subscription.id === church.subscriptionId;
    if (!hasCounted && !isInForce(subscription, null)) return;
    await shareCard(this.stripe, subscription);
    const state = stateOf(subscription, this.config.STRIPE_PRICES);
    const changes = await storeSubscriptionState(tx, church, state, actorId);
    await this.#scheduleChecks(tx, church, changes.length > 0);
    const invoice = subscription.latest_invoice;
    const ofPayment =
      typeof invoice === 'object' && invoice ? await this.#reasonsOfInvoice(tx, invoice) : [];
    const ofTrial = await this.#reasonsOfTrial(tx, changes.includes('subscription-started'));
    await this.#sendEmails(tx, [...changes.map((kind) => ({ kind })), ...ofPayment, ...ofTrial]);
  }

  /** Of an invoice that an event is about. */
  async recordInvoice(tx: Tx, invoice: Stripe.Invoice): Promise<void> {
    await this.#sendEmails(tx, await this.#reasonsOfInvoice(tx, invoice));
  }

  /** Events may get lost: somebody looks again three days before the trial's end, and after the day on which something is due. */
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
    const at = [
      due.getTime() + dayMs / 8,
      ...(church.status === 'trial' && !church.endsAt ? [due.getTime() - reminderMs] : []),
    ];
    for (const when of at)
      if (when > Date.now())
        await this.jobs.send(
          tx,
          'check-subscription',
          { organizationId: tx.organizationId },
          { startAfter: new Date(when) },
        );
  }

  /** @returns that it was paid, or could not be, unless that was told before */
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
    const isNews = paidAt !== null && paidAt * 1000 > Date.now() - maxNewsAgeMs;
    if (status === 'paid' && paid > 0 && isNews)
      return (await isFirstEmail(tx, `paid ${id}`))
        ? [{ kind: 'paid', amount: formatUsd(BigInt(paid)), number }]
        : [];
    if (status === 'open' && owed > 0 && attempted)
      return (await isFirstEmail(tx, `failed ${id}`))
        ? [{ kind: 'failed', amount: formatUsd(BigInt(owed)), url }]
        : [];
    return [];
  }

  /** @returns that the card is about to be charged for the first time, unless that was told before, at the start as well */
  async #reasonsOfTrial(tx: Tx, isStart: boolean): Promise<EmailReason[]> {
    const { status, trialEndsAt, endsAt, subscriptionId } = await readStoredSubscription(tx);
    if (
      status !== 'trial' ||
      endsAt ||
      !trialEndsAt ||
      trialEndsAt.getTime() > Date.now() + reminderMs + dayMs / 24
    )
      return [];
    const isFirst = await isFirstEmail(
      tx,
      `trial ${subscriptionId} ${trialEndsAt.getTime() / 1000}`,
    );
    return isFirst && !isStart ? [{ kind: 'trial-ends' }] : [];
  }

  async #sendEmails(tx: Tx, news: EmailReason[]): Promise<void> {
    if (news.length === 0) return;
    const church = await readStoredSubscription(tx);
    const zone = await timeZoneOf(tx, tx.organizationId!);
    const inWords = (instant: Date | null) => instant && formatLong(todayIn(zone, instant));
    const letters = subscriptionEmails(news, {
      church: church.name,
      plan: plans.find(({ id }) => id === church.plan)?.name ?? church.plan,
      price: formatUsd(fromDecimal(church.price)),
      trialEnds: church.status === 'trial' ? inWords(church.trialEndsAt) : null,
      renews: inWords(church.renewsAt),
      ends: inWords(church.endsAt),
      url: `${baseUrl(this.config)}/subscribe`,
    });
    if (letters.length === 0) return;
    await emailAdmins(tx, this.mail, await this.users.findAdministrators(tx), letters);
  }
}
