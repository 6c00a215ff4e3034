import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { Database, type Tx } from '#libs/database';
import { Jobs } from '#libs/jobs';
import { tellLive } from '#libs/live';
import { Mail, type Email } from '#libs/mail';
import { readChurch, sendsNews, timeZoneOf, type ChurchRecord } from '../../tenancy/index.js';
import { baseUrl, Config } from '../../ops/config.js';
import { EventEntity } from '../events/event.entity.js';
import {
  dropDeliveries,
  listEmailReaders,
  lockChangedEvent,
  markEmailed,
  storeChangeNotifications,
} from './event-changes.sql.js';
import {
  type ChangedEvent,
  changeMessage,
  changeWords,
  type EventChangeKind,
  pages,
} from './notification-rules.js';
import { unsubscribeUrl } from './unsubscribe.controller.js';

/** How many members one transaction writes to. */
export const changeBatchSize = 200;
/** An id that is after all ids of members: the change was told to everybody. */
const everybody = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/** The data of the job `event-changed`. */
export interface EventChange {
  organizationId: string;
  /** the id of the event */
  id: string;
  changeId: string;
  change: EventChangeKind;
  /** a text that the user added for the members; null if there is none */
  message: string | null;
  /** the id of the last member to whom an email was sent; null at the beginning */
  afterId: string | null;
}

/**
 * Tells members at once that an event was canceled, moved or reinstated: in the portal, and by
 * email. Other news are collected first (`Notifier`).
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
   * Tells the next members. Does nothing after a later cancellation or move, so that nobody reads
   * of a time that is no longer right, and nothing if an earlier run of this job has told them.
   */
  async tellMembers(job: EventChange): Promise<void> {
    await this.db.tenant(job.organizationId, async (tx) => {
      const [event] = await lockChangedEvent(tx, { id: job.id });
      if (!event?.isActive) return;
      if (event.changeId !== job.changeId || event.changeToldTo !== job.afterId) return;
      const timeZone = await timeZoneOf(tx, job.organizationId);
      const announcedEvent = { ...event, timeZone };
      if (job.afterId === null) await this.#notify(tx, job, announcedEvent);
      await this.#sendEmails(tx, job, announcedEvent);
    });
  }

  async #notify(tx: Tx, { organizationId, id, change, message }: EventChange, event: ChangedEvent) {
    const { title } = event;
    const stored = { contentId: id, title, change, message: message ?? '' };
    await storeChangeNotifications(tx, stored);
    await dropDeliveries(tx, { contentId: id });
    await tellLive(tx, { kind: 'notification', id, organizationId, action: 'portal.use' });
  }

  async #sendEmails(tx: Tx, job: EventChange, event: ChangedEvent): Promise<void> {
    const { organizationId, id, afterId } = job;
    const church = await readChurch(tx);
    const readers = sendsNews(church)
      ? await listEmailReaders(tx, { afterId, limit: changeBatchSize })
      : [];
    for (const reader of readers) await this.mail.send(tx, this.#email(church, job, event, reader));
    await markEmailed(tx, { contentId: id, userIds: readers.map((reader) => reader.id) });
    const isLast = readers.length < changeBatchSize;
    const toldTo = isLast ? everybody : readers.at(-1)!.id;
    await tx.em.nativeUpdate(EventEntity, { organizationId, id }, { changeToldTo: toldTo });
    if (!isLast) await this.jobs.send(tx, 'event-changed', { ...job, afterId: toldTo });
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
      subject: `${changeWords[change]}: ${event.title}`,
      greeting: reader.firstName ? `Dear ${reader.firstName},` : 'Hello,',
      paragraphs: [`${changeMessage(change, event)}.`, ...(message === null ? [] : [message])],
      button: { label: 'See it in the portal', url: `${baseUrl(this.config)}/${pages.event}` },
      notes: ['You choose what you hear of, and how, under Notification Settings in the portal.'],
      unsubscribe: unsubscribeUrl(this.config, organizationId, reader.id),
      listId: `news.${slug}`,
    };
  }
}
