import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import type { NewsState, NotificationType } from '#libs/contracts';
import { Database, type Tx } from '#libs/database';
import { Jobs } from '#libs/jobs';
import { tellLive } from '#libs/live';
import { Mail, Sms, type Letter } from '#libs/mail';
import { readChurch, type ChurchRecord } from '../../tenancy/index.js';
import { baseUrl, Config } from '../../ops/config.js';
import { newsReadersSql } from '../../identity/index.js';
import { newsContents } from './news-contents.js';
import { sendsTexts } from './texts.js';
import { isWanted, messageOf, newsOutcome, pages, wants, type NewsOutcome } from './told.js';
import { unsubscribeUrl } from './unsubscribe.controller.js';

/** From the first thing that is published until one letter tells all of it; milliseconds. */
export const gathering = 15 * 60_000;
/** people whom one transaction writes to */
const atOnce = 200;

interface Published {
  organizationId: string;
  type: NotificationType;
  id: string;
}

/** What is new goes to everybody who wants to know: into the portal at once, by letter when it was gathered for a while. */
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
      const told = await tx.sql<{ outside: number }>(
        `with told as (
           insert into notification (organization_id, id, user_id, type, content_id, content_title, message)
             select $1, uuidv7(), id, $2, $3, $4, $5 from (${newsReadersSql}) u
              where organization_id = $1 and is_member and ${wants[type]}
             on conflict (organization_id, user_id, content_id) do nothing returning user_id),
         letters as (
           insert into notification_delivery (organization_id, user_id, content_id, channel)
             select $1, user_id, $3, 'email' from told join (${newsReadersSql}) u on u.organization_id = $1 and u.id = told.user_id
              where u.gets_emails returning 1),
         texts as (
           insert into notification_delivery (organization_id, user_id, content_id, channel)
             select $1, user_id, $3, 'sms' from told join (${newsReadersSql}) u on u.organization_id = $1 and u.id = told.user_id
              where $6 and u.gets_texts returning 1)
         select (select count(*) from letters)::int + (select count(*) from texts)::int as outside`,
        [
          organizationId,
          type,
          id,
          content.title,
          messageOf(type, content.title),
          await sendsTexts(tx, this.sms),
        ],
      );
      if (waitsAgain || told[0]!.outside > 0) await this.#gather(tx, organizationId);
      await tellLive(tx, { kind: 'notification', id, organizationId, action: 'portal.use' });
    });
  }

  /** Writes to those who wait, some at a time: what was withdrawn meanwhile is not told, and whoever no longer wants it is left in peace. */
  async tell(organizationId: string): Promise<void> {
    await this.db.tenant(organizationId, async (tx) => {
      const closed = await tx.sql(
        'delete from news_window where organization_id = $1 and closes_at <= now() returning 1',
        [organizationId],
      );
      if (closed.length > 0) await this.jobs.send(tx, 'text-news', { organizationId });
      const church = await readChurch(tx);
      const rows = await this.#claim(tx, organizationId);
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
          await this.mail.send(tx, this.#letter(church, organizationId, userId, things));
        for (const [outcome, some] of outcomes) storeOutcome(tx, userId, outcome, some);
      }
      if (people.size === atOnce) await this.jobs.send(tx, 'tell-news', { organizationId });
    });
  }

  /** How much of it is on its way. */
  async state(tx: Tx): Promise<NewsState> {
    const [row] = await tx.sql<{ closesAt: Date | null; waiting: number; sent: number }>(
      `select (select closes_at from news_window where organization_id = $1) as "closesAt",
              count(distinct user_id) filter (where state = 'waiting')::int as waiting, count(distinct user_id) filter (where state = 'sent')::int as sent
         from notification_delivery where organization_id = $1 and (state = 'waiting' or at > now() - interval '7 days')`,
      [tx.organizationId],
    );
    return { ...row!, closesAt: row!.closesAt?.toISOString() ?? null };
  }

  /** The first thing opens the time in which more may come. */
  async #gather(tx: Tx, organizationId: string): Promise<void> {
    const closesAt = new Date(Date.now() + gathering);
    const opened = await tx.sql(
      'insert into news_window (organization_id, closes_at) values ($1, $2) on conflict do nothing returning 1',
      [organizationId, closesAt],
    );
    if (opened.length > 0)
      await this.jobs.send(tx, 'tell-news', { organizationId }, { startAfter: closesAt });
  }

  /** What waits for the next people, theirs until the transaction ends. */
  #claim(tx: Tx, organizationId: string): Promise<Waiting[]> {
    return tx.sql<Waiting>(
      `with next as (select distinct user_id from notification_delivery where organization_id = $1 and channel = 'email' and state = 'waiting' order by user_id limit ${atOnce})
       select d.user_id as "userId", d.content_id as "contentId", n.type, u.email, u.first_name as "firstName",
              u.is_member and u.gets_emails and ${isWanted('u', 'n')} as "isWanted"
         from notification_delivery d
         join notification n on n.organization_id = $1 and n.user_id = d.user_id and n.content_id = d.content_id
         join (${newsReadersSql}) u on u.organization_id = $1 and u.id = d.user_id
        where d.organization_id = $1 and d.channel = 'email' and d.state = 'waiting' and d.user_id in (select user_id from next)
        order by d.user_id, n.sent_at, n.id for update of d skip locked`,
      [organizationId],
    );
  }

  #letter(
    { name: church, slug }: ChurchRecord,
    organizationId: string,
    userId: string,
    things: Titled[],
  ): Letter {
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

interface Waiting {
  userId: string;
  contentId: string;
  type: NotificationType;
  email: string;
  firstName: string;
  isWanted: boolean;
}

type Titled = Waiting & { title: string };

/**
 * Lets news wait again that did not leave because its content could not be announced at that time.
 * @returns whether there is any
 */
async function announceAgain(tx: Tx, contentId: string): Promise<boolean> {
  const again = await tx.sql<{ userId: string }>(
    `update notification_delivery set state = 'waiting', at = now()
      where organization_id = $1 and content_id = $2 and state = 'withdrawn' returning user_id as "userId"`,
    [tx.organizationId, contentId],
  );
  if (again.length === 0) return false;
  await tx.sql(
    `update notification set sent_at = now(), is_read = false
      where organization_id = $1 and content_id = $2 and user_id = any($3::uuid[]) and not email_sent and not sms_sent`,
    [tx.organizationId, contentId, again.map(({ userId }) => userId)],
  );
  return true;
}

function storeOutcome(tx: Tx, userId: string, outcome: NewsOutcome, news: Waiting[]): void {
  const contentIds = news.map(({ contentId }) => contentId);
  tx.send(
    `update notification_delivery set state = $3, at = now()
      where organization_id = $1 and user_id = $2 and channel = 'email' and state = 'waiting' and content_id = any($4::uuid[])`,
    [tx.organizationId, userId, outcome, contentIds],
  );
  if (outcome !== 'sent') return;
  tx.send(
    'update notification set email_sent = true where organization_id = $1 and user_id = $2 and content_id = any($3::uuid[])',
    [tx.organizationId, userId, contentIds],
  );
}
