import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import type { NewsState, NotificationType } from '#libs/contracts';
import { Database, type Tx } from '#libs/database';
import { Jobs } from '#libs/jobs';
import { tellLive } from '#libs/live';
import { Mail, Sms, type Email } from '#libs/mail';
import { readChurch, type ChurchRecord } from '../../tenancy/index.js';
import { baseUrl, Config } from '../../ops/config.js';
import { newsContents } from './news-contents.js';
import {
  claimEmails,
  closeWindow,
  noteEmailSent,
  notifyMembers,
  openWindow,
  readNewsState,
  redeliver,
  renewNotifications,
  storeEmailOutcome,
} from './news.sql.js';
import { sendsTexts } from './texts.js';
import { messageOf, newsOutcome, pages, type NewsOutcome } from './told.js';
import { unsubscribeUrl } from './unsubscribe.controller.js';

/** From the first thing that is published until one email tells all of it; milliseconds. */
export const gathering = 15 * 60_000;
/** people whom one transaction writes to */
const atOnce = 200;

interface Published {
  organizationId: string;
  type: NotificationType;
  id: string;
}

/** What is new goes to everybody who wants to know: into the portal at once, by email when it was gathered for a while. */
@Injectable()
export class News implements OnApplicationBootstrap {
  constructor(
    @Inject(Database) private readonly db: Database,
    @Inject(Jobs) private readonly jobs: Jobs,
    @Inject(Mail) private readonly mail: Mail,
    @Inject(Sms) private readonly sms: Sms,
    @Inject(Config) private readonly config: Config,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    await this.jobs.work('published', (data) => this.published(data as Published));
    await this.jobs.work('tell-news', (data) =>
      this.tell((data as { organizationId: string }).organizationId),
    );
  }

  /**
   * Announces a piece of content to everybody who wants to know of it, unless it is hidden or over by now. Nobody is told
   * twice of the same, however often this is called; whose email did not leave because it was hidden then is told now.
   */
  async published({ organizationId, type, id }: Published): Promise<void> {
    await this.db.tenant(organizationId, async (tx) => {
      const content = (await newsContents(tx, [{ type, contentId: id }])).get(id);
      if (!content?.isNews) return;
      const waitsAgain = await announceAgain(tx, id);
      const [told] = await notifyMembers[type](tx, {
        type,
        contentId: id,
        title: content.title,
        message: messageOf(type, content.title),
        sendsTexts: await sendsTexts(tx, this.sms),
      });
      if (waitsAgain || told!.outside > 0) await this.#gather(tx, organizationId);
      await tellLive(tx, { kind: 'notification', id, organizationId, action: 'portal.use' });
    });
  }

  /** Writes to those who wait, some at a time: what was withdrawn meanwhile is not told, and whoever no longer wants it is left in peace. */
  async tell(organizationId: string): Promise<void> {
    await this.db.tenant(organizationId, async (tx) => {
      const closed = await closeWindow.count(tx);
      if (closed > 0) await this.jobs.send(tx, 'text-news', { organizationId });
      const church = await readChurch(tx);
      const rows = await claimEmails(tx, { users: atOnce });
      const contents = await newsContents(tx, rows);
      const people = Map.groupBy(rows, ({ userId }) => userId);
      for (const [userId, all] of people) {
        const outcomes = Map.groupBy(all, ({ contentId, isWanted }) =>
          newsOutcome(contents.get(contentId), isWanted && !church.isPaused),
        );
        const things = (outcomes.get('sent') ?? []).map((row) => ({
          ...row,
          title: contents.get(row.contentId)!.title,
        }));
        if (things.length > 0)
          await this.mail.send(tx, this.#email(church, organizationId, userId, things));
        for (const [outcome, some] of outcomes) storeOutcome(tx, userId, outcome, some);
      }
      if (people.size === atOnce) await this.jobs.send(tx, 'tell-news', { organizationId });
    });
  }

  /** How much of it is on its way. */
  async state(tx: Tx): Promise<NewsState> {
    const [row] = await readNewsState(tx);
    return { ...row!, closesAt: row!.closesAt?.toISOString() ?? null };
  }

  /** The first thing opens the time in which more may come. */
  async #gather(tx: Tx, organizationId: string): Promise<void> {
    const closesAt = new Date(Date.now() + gathering);
    const opened = await openWindow.count(tx, { closesAt });
    if (opened > 0)
      await this.jobs.send(tx, 'tell-news', { organizationId }, { startAfter: closesAt });
  }

  #email(
    { name: church, slug }: ChurchRecord,
    organizationId: string,
    userId: string,
    things: Titled[],
  ): Email {
    const [first] = things as [Titled];
    const url = `${baseUrl(this.config)}/${things.every(({ type }) => type === first.type) ? pages[first.type] : 'notifications'}`;
    return {
      to: first.email,
      from: church,
      subject:
        things.length === 1
          ? messageOf(first.type, first.title)
          : `${things.length} new things at ${church}`,
      greeting: first.firstName ? `Dear ${first.firstName},` : 'Hello,',
      paragraphs:
        things.length === 1
          ? [`There is a new ${first.type} at ${church}: ${first.title}.`]
          : [
              `This is new at ${church}:`,
              ...things.map(
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

type Waiting = Awaited<ReturnType<typeof claimEmails>>[number];

type Titled = Waiting & { title: string };

/**
 * Lets news wait again that did not leave because its content could not be announced at that time.
 * @returns whether there is any
 */
async function announceAgain(tx: Tx, contentId: string): Promise<boolean> {
  const again = await redeliver(tx, { contentId });
  if (again.length === 0) return false;
  await renewNotifications(tx, { contentId, userIds: again.map(({ userId }) => userId) });
  return true;
}

function storeOutcome(tx: Tx, userId: string, outcome: NewsOutcome, news: Waiting[]): void {
  const contentIds = news.map(({ contentId }) => contentId);
  storeEmailOutcome.send(tx, { userId, outcome, contentIds });
  if (outcome === 'sent') noteEmailSent.send(tx, { userId, contentIds });
}
