import { Inject, Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { SmsState } from '#libs/contracts';
import { Database, type Tx } from '#libs/database';
import { newId } from '#libs/http';
import { Jobs, RetryLater } from '#libs/jobs';
import { Sms, SmsError } from '#libs/mail';
import { baseUrl, Config } from '../../ops/config.js';
import { StopTexts } from '../../identity/index.js';
import { planLimits, readChurch, readChurchSetting, sendsNews } from '../../tenancy/index.js';
import { readNotifiableContent } from './notifiable-content.js';
import {
  claimTextMessages,
  countTextReaders,
  countTextsOfMonth,
  finishText,
  noteTextSent,
  storeTextOutcome,
} from './text-messages.sql.js';
import { decideOutcome, pages } from './notification-rules.js';

/** How many users one job writes to. */
const batchSize = 50;
/** How many text messages are sent at the same time. */
const parallelMessages = 5;
/** The maximum length of an SMS that is not divided into several, in characters. */
const maxLength = 160;

/**
 * Returns whether the transaction's church sends text messages: Twilio is configured, and an admin
 * has turned them on.
 */
export const canSendTextMessages = async (tx: Tx, sms: Sms) =>
  sms.isAvailable && (await readChurchSetting(tx, 'smsNews')) === 'on';

/** A text message that is to be sent. */
interface TextMessage {
  id: string;
  userId: string;
  number: string;
  text: string;
}

type WaitingRow = Awaited<ReturnType<typeof claimTextMessages>>[number];

type TitledItem = Pick<WaitingRow, 'type'> & { title: string };

/**
 * Notifies members of new content by SMS. A message gets the state `sending` before it is sent. If
 * the process ends or Twilio does not answer, its outcome is unknown, and it is not sent again.
 */
@Injectable()
export class TextMessages implements OnApplicationBootstrap {
  readonly #log = new Logger('sms');

  constructor(
    @Inject(Database) private readonly db: Database,
    @Inject(Jobs) private readonly jobs: Jobs,
    @Inject(Sms) private readonly sms: Sms,
    @Inject(CommandBus) private readonly commands: CommandBus,
    @Inject(Config) private readonly config: Config,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    await this.jobs.work('text-news', (data) =>
      this.sendWaiting((data as { organizationId: string }).organizationId),
    );
  }

  /**
   * Sends the text messages that wait for the next users of a church.
   * @throws RetryLater if some messages were not sent; the job is tried again
   */
  async sendWaiting(organizationId: string): Promise<void> {
    const messages = await this.db.tenant(organizationId, (tx) => this.#claim(tx));
    let unsent = 0;
    const queue = messages.values();
    const sendNext = async () => {
      for (const message of queue) if (!(await this.#send(organizationId, message))) unsent++;
    };
    await Promise.all(Array.from({ length: parallelMessages }, sendNext));
    if (unsent > 0) throw new RetryLater(`${unsent} text messages wait`);
  }

  /** Returns the use of text messages in the calendar month of the church. */
  async state(tx: Tx): Promise<SmsState> {
    const { limit, sent } = await readUsage(tx, '');
    const [readers] = await countTextReaders(tx);
    return {
      isAvailable: this.sms.isAvailable,
      isOn: (await readChurchSetting(tx, 'smsNews')) === 'on',
      sent,
      limit,
      ...readers!,
    };
  }

  /**
   * Claims the messages that wait for the next users: from now on they count as sent. Drops
   * messages that users no longer want, and those beyond the limit of the month.
   */
  async #claim(tx: Tx): Promise<TextMessage[]> {
    const { organizationId } = tx;
    // The lock makes simultaneous jobs wait, so that the second one counts the messages of the
    // first.
    const { church, limit, sent: sentCount } = await readUsage(tx, 'for no key update');
    const isOn = sendsNews(church) && (await canSendTextMessages(tx, this.sms));
    const rows = await claimTextMessages(tx, { users: batchSize });
    const contents = await readNotifiableContent(tx, rows);
    const rowsByUser = Map.groupBy(rows, ({ userId }) => userId);
    const messages: TextMessage[] = [];
    for (const [userId, rowsOfUser] of rowsByUser) {
      const maySend = isOn && sentCount + messages.length < limit;
      const rowsByOutcome = Map.groupBy(rowsOfUser, (row) =>
        decideOutcome(contents.get(row.contentId), maySend && row.isWanted),
      );
      const sentRows = rowsByOutcome.get('sent') ?? [];
      const id = sentRows.length > 0 ? newId() : null;
      if (id) {
        const items = sentRows.map(({ type, contentId }) => ({
          type,
          title: contents.get(contentId)!.title,
        }));
        messages.push({
          id,
          userId,
          number: sentRows[0]!.number,
          text: this.#text(church.name, items),
        });
      }
      for (const [outcome, decidedRows] of rowsByOutcome)
        storeTextOutcome.send(tx, {
          userId,
          outcome: outcome === 'sent' ? 'sending' : outcome,
          contentIds: decidedRows.map(({ contentId }) => contentId),
          messageId: outcome === 'sent' ? id : null,
        });
    }
    if (rowsByUser.size === batchSize) await this.jobs.send(tx, 'text-news', { organizationId });
    return messages;
  }

  /** Returns false if the message was not sent and waits again. */
  async #send(organizationId: string, { id, userId, number, text }: TextMessage): Promise<boolean> {
    let outcome: SmsError['outcome'] | 'sent' = 'sent';
    try {
      await this.sms.send(number, text);
    } catch (error) {
      outcome = error instanceof SmsError ? error.outcome : 'unknown';
      if (outcome !== 'stopped')
        this.#log.warn({ message: `a text message ${outcomeWords[outcome]}`, error });
    }
    if (outcome === 'stopped') await this.commands.execute(new StopTexts(number));
    if (outcome === 'unknown') return true;
    const state = states[outcome];
    await this.db.tenant(organizationId, async (tx) => {
      const items = await finishText(tx, { userId, messageId: id, state });
      if (outcome === 'sent')
        await noteTextSent(tx, { userId, contentIds: items.map(({ contentId }) => contentId) });
    });
    return outcome !== 'away';
  }

  /** Returns the text of a message. Shortens a long title, so that the text fits into one SMS. */
  #text(church: string, items: TitledItem[]): string {
    const [{ type, title }] = items as [TitledItem];
    const page = items.every((item) => item.type === type) ? pages[type] : 'notifications';
    const kind = items.length === 1 ? `New ${type}` : `${items.length} new things`;
    const end = ` ${baseUrl(this.config)}/${page} Reply STOP to end`;
    const start = `${shorten(church, 30)}: ${kind}: `;
    return start + shorten(title, Math.max(12, maxLength - start.length - end.length)) + end;
  }
}

/** The state that is stored for each outcome of sending. */
const states = { sent: 'sent', away: 'waiting', refused: 'dropped', stopped: 'dropped' };

/** How the log describes an outcome. */
const outcomeWords = {
  refused: 'was refused',
  away: 'waits',
  unknown: 'has an unknown outcome, and is not sent again',
};
const shorten = (text: string, length: number) =>
  text.length <= length ? text : `${text.slice(0, length - 3).trimEnd()}...`;

/** Reads the church, the limit of its plan, and how many messages it has sent this month. */
async function readUsage(tx: Tx, lock: '' | 'for no key update') {
  const { texts: limit } = await planLimits(tx, lock);
  const church = await readChurch(tx);
  const [count] = await countTextsOfMonth(tx, { timeZone: church.timeZone });
  return { church, ...count!, limit };
}
