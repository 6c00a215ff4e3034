import { Inject, Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { SmsState } from '#libs/contracts';
import { Database, type Tx } from '#libs/database';
import { newId } from '#libs/http';
import { Jobs, NotYet } from '#libs/jobs';
import { Sms, SmsError } from '#libs/mail';
import { baseUrl, Config } from '../../ops/config.js';
import { StopTexts } from '../../identity/index.js';
import { planLimits, readChurch, readChurchSetting } from '../../tenancy/index.js';
import { newsContents } from './news-contents.js';
import {
  claimTexts,
  countTextReaders,
  countTextsOfMonth,
  finishText,
  noteTextSent,
  storeTextOutcome,
} from './texts.sql.js';
import { newsOutcome, pages } from './told.js';

/** people whom one job writes to, and how many of them at a time */
const atOnce = 50;
const sideBySide = 5;
/** characters of an SMS that is not cut into several */
const longest = 160;

/** Whether the transaction's church sends text messages: they can be sent here, and its admin has turned them on. */
export const sendsTexts = async (tx: Tx, sms: Sms) =>
  sms.isAvailable && (await readChurchSetting(tx, 'smsNews')) === 'on';

interface Message {
  id: string;
  userId: string;
  number: string;
  text: string;
}

type Waiting = Awaited<ReturnType<typeof claimTexts>>[number];

type Titled = Pick<Waiting, 'type'> & { title: string };

/**
 * What is new, by SMS. A message is claimed before it is sent (`sending`), so that one whose outcome nobody knows, because
 * the process died or no answer came, is not sent again.
 */
@Injectable()
export class Texts implements OnApplicationBootstrap {
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
      this.tell((data as { organizationId: string }).organizationId),
    );
  }

  /** @throws NotYet where a message did not leave, and is tried again */
  async tell(organizationId: string): Promise<void> {
    const messages = await this.db.tenant(organizationId, (tx) => this.#claim(tx));
    let away = 0;
    const queue = messages.values();
    const sendNext = async () => {
      for (const message of queue) if (!(await this.#send(organizationId, message))) away++;
    };
    await Promise.all(Array.from({ length: sideBySide }, sendNext));
    if (away > 0) throw new NotYet(`${away} text messages wait`);
  }

  /** Of the calendar month of the church. */
  async state(tx: Tx): Promise<SmsState> {
    const { limit, sent } = await room(tx, '');
    const [people] = await countTextReaders(tx);
    return {
      isAvailable: this.sms.isAvailable,
      isOn: (await readChurchSetting(tx, 'smsNews')) === 'on',
      sent,
      limit,
      ...people!,
    };
  }

  /** Takes what waits for the next people: from now on it counts as sent. What is not due anymore, or beyond the month's, is dropped. */
  async #claim(tx: Tx): Promise<Message[]> {
    const { organizationId } = tx;
    // of two jobs the second sees what the first has taken
    const { name, isPaused, limit, sent } = await room(tx, 'for no key update');
    const isOn = !isPaused && (await sendsTexts(tx, this.sms));
    const rows = await claimTexts(tx, { users: atOnce });
    const contents = await newsContents(tx, rows);
    const people = Map.groupBy(rows, ({ userId }) => userId);
    const messages: Message[] = [];
    for (const [userId, all] of people) {
      const mayLeave = isOn && sent + messages.length < limit;
      const outcomes = Map.groupBy(all, (row) =>
        newsOutcome(contents.get(row.contentId), mayLeave && row.isWanted),
      );
      const things = outcomes.get('sent') ?? [];
      const id = things.length > 0 ? newId() : null;
      if (id) {
        const titled = things.map(({ type, contentId }) => ({
          type,
          title: contents.get(contentId)!.title,
        }));
        messages.push({ id, userId, number: things[0]!.number, text: this.#text(name, titled) });
      }
      for (const [outcome, some] of outcomes)
        storeTextOutcome.send(tx, {
          userId,
          outcome: outcome === 'sent' ? 'sending' : outcome,
          contentIds: some.map(({ contentId }) => contentId),
          messageId: outcome === 'sent' ? id : null,
        });
    }
    if (people.size === atOnce) await this.jobs.send(tx, 'text-news', { organizationId });
    return messages;
  }

  /** @returns false where it did not leave and waits again */
  async #send(organizationId: string, { id, userId, number, text }: Message): Promise<boolean> {
    let outcome: SmsError['outcome'] | 'sent' = 'sent';
    try {
      await this.sms.send(number, text);
    } catch (error) {
      outcome = error instanceof SmsError ? error.outcome : 'unknown';
      if (outcome !== 'stopped')
        this.#log.warn({ message: `a text message ${words[outcome]}`, error });
    }
    if (outcome === 'stopped') await this.commands.execute(new StopTexts(number));
    if (outcome === 'unknown') return true;
    const state = outcome === 'sent' ? 'sent' : outcome === 'away' ? 'waiting' : 'dropped';
    await this.db.tenant(organizationId, async (tx) => {
      const told = await finishText(tx, { userId, messageId: id, state });
      if (outcome === 'sent')
        await noteTextSent(tx, { userId, contentIds: told.map(({ contentId }) => contentId) });
    });
    return outcome !== 'away';
  }

  /** In one message: long titles are cut. */
  #text(church: string, things: Titled[]): string {
    const [{ type, title }] = things as [Titled];
    const page = things.every((one) => one.type === type) ? pages[type] : 'notifications';
    const kind = things.length === 1 ? `New ${type}` : `${things.length} new things`;
    const end = ` ${baseUrl(this.config)}/${page} Reply STOP to end`;
    const start = `${cut(church, 30)}: ${kind}: `;
    return start + cut(title, Math.max(12, longest - start.length - end.length)) + end;
  }
}

const words = {
  refused: 'was refused',
  away: 'waits',
  unknown: 'has an unknown outcome, and is not sent again',
};
const cut = (text: string, length: number) =>
  text.length <= length ? text : `${text.slice(0, length - 3).trimEnd()}...`;

/** The church, and how many messages it has sent this month. */
async function room(tx: Tx, lock: '' | 'for no key update') {
  const { texts: limit } = await planLimits(tx, lock);
  const { name, isPaused, timeZone } = await readChurch(tx);
  const [count] = await countTextsOfMonth(tx, { timeZone });
  return { name, isPaused, ...count!, limit };
}
