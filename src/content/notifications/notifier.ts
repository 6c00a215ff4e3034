import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import type { NewsState, NotificationType } from '#libs/contracts';
import { Database, type Tx } from '#libs/database';
import { Jobs } from '#libs/jobs';
import { tellLive } from '#libs/live';
import { Mail, Sms, type Email } from '#libs/mail';
import { readChurch, sendsNews, type ChurchRecord } from '../../tenancy/index.js';
import { baseUrl, Config } from '../../ops/config.js';
import { readNotifiableContent } from './notifiable-content.js';
import {
  claimEmails,
  closeWindow,
  noteEmailSent,
  storeNotifications,
  openWindow,
  readNewsState,
  resumeWithdrawn,
  renewNotifications,
  storeEmailOutcome,
} from './notifier.sql.js';
import { canSendTextMessages } from './text-messages.js';
import {
  notificationMessage,
  decideOutcome,
  pages,
  type NotificationOutcome,
} from './notification-rules.js';
import { unsubscribeUrl } from './unsubscribe.controller.js';

/** How long new content is collected for one email, in milliseconds. */
export const collectionTime = 15 * 60_000;
/** How many users one transaction writes to. */
const batchSize = 200;

/** The data of the job `published`. */
interface PublishedItem {
  organizationId: string;
  type: NotificationType;
  id: string;
  /** Only deliveries that were withdrawn are sent. Nobody is told of an old item as a new one. */
  isRestored?: boolean;
}

/**
 * Notifies members of new content: in the portal immediately, and by email when the content of some
 * time has been collected.
 */
@Injectable()
export class Notifier implements OnApplicationBootstrap {
  constructor(
    @Inject(Database) private readonly db: Database,
    @Inject(Jobs) private readonly jobs: Jobs,
    @Inject(Mail) private readonly mail: Mail,
    @Inject(Sms) private readonly sms: Sms,
    @Inject(Config) private readonly config: Config,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    await this.jobs.work('published', (data) => this.notifyMembers(data as PublishedItem));
    await this.jobs.work('tell-news', (data) =>
      this.sendEmails((data as { organizationId: string }).organizationId),
    );
  }

  /**
   * Notifies all members who want notifications of this kind, unless the item is hidden or over by
   * now. A restored item is not announced again. Members are notified of an item only once, even if
   * this is called again. An email that was not sent because the item was hidden at that time will
   * be sent.
   */
  async notifyMembers({
    organizationId,
    type,
    id,
    isRestored = false,
  }: PublishedItem): Promise<void> {
    await this.db.tenant(organizationId, async (tx) => {
      const content = (await readNotifiableContent(tx, [{ type, contentId: id }])).get(id);
      if (!content?.isAnnounceable) return;
      const waitsAgain = await resumeDeliveries(tx, id);
      if (isRestored) {
        if (waitsAgain) await this.#startCollecting(tx, organizationId);
        return;
      }
      const [stored] = await storeNotifications[type](tx, {
        type,
        contentId: id,
        title: content.title,
        message: notificationMessage(type, content.title),
        canSendTextMessages: await canSendTextMessages(tx, this.sms),
      });
      if (waitsAgain || stored!.outside > 0) await this.#startCollecting(tx, organizationId);
      await tellLive(tx, { kind: 'notification', id, organizationId, action: 'portal.use' });
    });
  }

  /**
   * Sends waiting emails to at most `batchSize` users. Leaves out content that was hidden
   * meanwhile, and users who no longer want emails.
   */
  async sendEmails(organizationId: string): Promise<void> {
    await this.db.tenant(organizationId, async (tx) => {
      const closed = await closeWindow.count(tx);
      if (closed > 0) await this.jobs.send(tx, 'text-news', { organizationId });
      const church = await readChurch(tx);
      const rows = await claimEmails(tx, { users: batchSize });
      const contents = await readNotifiableContent(tx, rows);
      const rowsByUser = Map.groupBy(rows, ({ userId }) => userId);
      for (const [userId, rowsOfUser] of rowsByUser) {
        const rowsByOutcome = Map.groupBy(rowsOfUser, ({ contentId, isWanted }) =>
          decideOutcome(contents.get(contentId), isWanted && sendsNews(church)),
        );
        const items = (rowsByOutcome.get('sent') ?? []).map((row) => ({
          ...row,
          title: contents.get(row.contentId)!.title,
        }));
        if (items.length > 0)
          await this.mail.send(tx, this.#email(church, organizationId, userId, items));
        for (const [outcome, decidedRows] of rowsByOutcome)
          storeOutcome(tx, userId, outcome, decidedRows);
      }
      if (rowsByUser.size === batchSize) await this.jobs.send(tx, 'tell-news', { organizationId });
    });
  }

  /** Counts the users for whom emails or text messages wait or were sent. */
  async state(tx: Tx): Promise<NewsState> {
    const [row] = await readNewsState(tx);
    return { ...row!, closesAt: row!.closesAt?.toISOString() ?? null };
  }

  /** Begins to collect new content for one email, unless this has begun. */
  async #startCollecting(tx: Tx, organizationId: string): Promise<void> {
    const closesAt = new Date(Date.now() + collectionTime);
    const opened = await openWindow.count(tx, { closesAt });
    if (opened > 0)
      await this.jobs.send(tx, 'tell-news', { organizationId }, { startAfter: closesAt });
  }

  #email(
    { name: church, slug }: ChurchRecord,
    organizationId: string,
    userId: string,
    items: TitledRow[],
  ): Email {
    const [first] = items as [TitledRow];
    const isOneType = items.every(({ type }) => type === first.type);
    const url = `${baseUrl(this.config)}/${isOneType ? pages[first.type] : 'notifications'}`;
    return {
      to: first.email,
      from: church,
      subject:
        items.length === 1
          ? notificationMessage(first.type, first.title)
          : `${items.length} new things at ${church}`,
      greeting: first.firstName ? `Dear ${first.firstName},` : 'Hello,',
      paragraphs:
        items.length === 1
          ? [`There is a new ${first.type} at ${church}: ${first.title}.`]
          : [
              `What’s new at ${church}:`,
              ...items.map(
                ({ type, title }) => `${type[0]!.toUpperCase()}${type.slice(1)}: ${title}`,
              ),
            ],
      button: { label: 'See it in the portal', url },
      notes: ['You choose what you hear of, and how, under Notification Settings in the portal.'],
      unsubscribe: unsubscribeUrl(this.config, organizationId, userId),
      listId: `news.${slug}`,
    };
  }
}

type WaitingRow = Awaited<ReturnType<typeof claimEmails>>[number];

type TitledRow = WaitingRow & { title: string };

/**
 * Puts emails and text messages back into the queue that were withdrawn because the item was hidden
 * or over.
 * @returns whether there were any such messages
 */
async function resumeDeliveries(tx: Tx, contentId: string): Promise<boolean> {
  const deliveries = await resumeWithdrawn(tx, { contentId });
  if (deliveries.length === 0) return false;
  await renewNotifications(tx, { contentId, userIds: deliveries.map(({ userId }) => userId) });
  return true;
}

function storeOutcome(
  tx: Tx,
  userId: string,
  outcome: NotificationOutcome,
  rows: WaitingRow[],
): void {
  const contentIds = rows.map(({ contentId }) => contentId);
  storeEmailOutcome.send(tx, { userId, outcome, contentIds });
  if (outcome === 'sent') noteEmailSent.send(tx, { userId, contentIds });
}
