import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { Database, type Tx } from '#libs/database';
import { Jobs } from '#libs/jobs';
import { tellLive } from '#libs/live';
import { Mail, type Email } from '#libs/mail';
import { readChurch, type ChurchRecord } from '../../tenancy/index.js';
import { baseUrl, Config } from '../../ops/config.js';
import {
  listEmailReaders,
  readChangedEvent,
  storeChangeNotifications,
} from './event-changes.sql.js';
import { type ChangedEvent, changeMessage, pages } from './notification-rules.js';
import { unsubscribeUrl } from './unsubscribe.controller.js';

/** How many members one transaction writes to. */
const batchSize = 200;

/** The data of the job `event-changed`. */
export interface EventChange {
  organizationId: string;
  id: string;
  change: 'canceled' | 'moved';
  /** what the user adds in own words; null if nothing */
  message: string | null;
  /** the id of the last member to whom an email was sent; null at the beginning */
  afterId: string | null;
}

/**
 * Tells members at once that an event was canceled or moved: in the portal, and by email. Other
 * news are collected first (`Notifier`).
 */
@Injectable()
export class EventChanges implements OnApplicationBootstrap {
  constructor(
    @Inject(Database) private readonly db: Database,
    @Inject(Jobs) private readonly jobs: Jobs,
    @Inject(Mail) private readonly mail: Mail,
    @Inject(Config) private readonly config: Config,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    await this.jobs.work('event-changed', (data) => this.tellMembers(data as EventChange));
  }

  /**
   * Tells the next members. Does nothing if the event was changed again since, so that nobody reads
   * of a time that is no longer right.
   */
  async tellMembers(change: EventChange): Promise<void> {
    await this.db.tenant(change.organizationId, async (tx) => {
      const [event] = await readChangedEvent(tx, { id: change.id });
      const isRight = event?.isActive && event.isCanceled === (change.change === 'canceled');
      if (!isRight) return;
      if (change.afterId === null) await this.#notify(tx, change, event);
      await this.#sendEmails(tx, change, event);
    });
  }

  async #notify(tx: Tx, { organizationId, id }: EventChange, event: ChangedEvent) {
    const message = changeMessage(event);
    await storeChangeNotifications(tx, { contentId: id, title: event.title, message });
    await tellLive(tx, { kind: 'notification', id, organizationId, action: 'portal.use' });
  }

  async #sendEmails(tx: Tx, change: EventChange, event: ChangedEvent): Promise<void> {
    const church = await readChurch(tx);
    if (church.isPaused) return;
    const readers = await listEmailReaders(tx, { afterId: change.afterId, limit: batchSize });
    for (const reader of readers)
      await this.mail.send(tx, this.#email(church, change, event, reader));
    if (readers.length < batchSize) return;
    await this.jobs.send(tx, 'event-changed', { ...change, afterId: readers.at(-1)!.id });
  }

  #email(
    { name, slug }: ChurchRecord,
    { organizationId, change, message }: EventChange,
    event: ChangedEvent,
    reader: { id: string; email: string; firstName: string },
  ): Email {
    return {
      to: reader.email,
      from: name,
      subject: `${change === 'canceled' ? 'Canceled' : 'Moved'}: ${event.title}`,
      greeting: reader.firstName ? `Dear ${reader.firstName},` : 'Hello,',
      paragraphs: [`${changeMessage(event)}.`, ...(message === null ? [] : [message])],
      button: { label: 'See it in the portal', url: `${baseUrl(this.config)}/${pages.event}` },
      notes: ['You choose what you hear of, and how, under Notification Settings in the portal.'],
      unsubscribe: unsubscribeUrl(this.config, organizationId, reader.id),
      listId: `news.${slug}`,
    };
  }
}
