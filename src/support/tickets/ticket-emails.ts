import { AsyncLocalStorage } from 'node:async_hooks';
import { Inject, Injectable } from '@nestjs/common';
import { isPlatformActor, maxAttachments, readRole, roleWords } from '#libs/contracts';
import type { Tx } from '#libs/database';
import { answerMark, Mail, type Email } from '#libs/mail';
import { findUsers } from '../../identity/index.js';
import { findChurch } from '../../tenancy/index.js';
import { baseUrl, Config } from '../../ops/config.js';
import type { TicketContext } from './ticket-context.js';
import { aboutGift } from './ticket.entity.js';
import { findWriters, readPublicMessages } from './tickets.sql.js';
import { findTicketUsers, type TicketUser } from './ticket-users.js';
import { ReplyAddresses, type ReplyTarget } from './reply-addresses.js';

const isSuppressed = new AsyncLocalStorage<true>();
/** Runs work that sends no emails about tickets, such as the creation of the demo churches. */
export const runWithoutEmails = <T>(work: () => Promise<T>): Promise<T> =>
  isSuppressed.run(true, work);
/** Returns whether the caller runs within `runWithoutEmails`. */
export const areEmailsSuppressed = (): boolean => isSuppressed.getStore() === true;

/** A ticket with the transaction of its church. */
type TicketInChurch = Pick<TicketContext, 'tx' | 'ticket'>;

/**
 * Sends emails about tickets. Emails contain public messages and an address for the answer. They do
 * not contain internal notes, nor the facts about a donation.
 */
@Injectable()
export class TicketEmails {
  constructor(
    @Inject(Mail) private readonly mail: Mail,
    @Inject(Config) private readonly config: Config,
    @Inject(ReplyAddresses) private readonly replies: ReplyAddresses,
  ) {}

  /** Writes to the users who should answer a new ticket. */
  async sendOpened(context: TicketContext, readers: readonly TicketUser[]): Promise<void> {
    const { subject, description } = context.ticket;
    const author = await authorOf(context);
    const kind = aboutGift(context.ticket) ? 'gift' : 'ticket';
    const lines = [openedSentence(kind, author, subject), ...paragraphs(description)];
    await this.#each(context, readers, (reader) => this.#email(context, reader, lines, true));
  }

  /** Sends a message to users. */
  async sendWritten(
    context: TicketContext,
    message: string,
    files: number,
    readers: readonly TicketUser[],
  ): Promise<void> {
    const author = await authorOf(context);
    const attachments = files === 0 ? [] : [attachedSentence(files)];
    const lines = [wroteSentence(author), ...paragraphs(message), ...attachments];
    await this.#each(context, readers, (reader) => this.#email(context, reader, lines, true));
  }

  /** Writes to users who are mentioned in an internal note. */
  async sendMentioned(context: TicketContext, readers: readonly TicketUser[]): Promise<void> {
    const author = await authorOf(context);
    const line = `${author} has mentioned you in an internal note. You read it in the portal.`;
    await this.#each(context, readers, (reader) => this.#email(context, reader, [line], false));
  }

  /** Writes to the new assignee of a ticket. */
  async sendAssigned(context: TicketInChurch, assignee: TicketUser): Promise<void> {
    if (!assignee.getsEmails) return;
    const line = `The ticket “${context.ticket.subject}” is now assigned to you.`;
    await this.mail.send(context.tx, await this.#email(context, assignee, [line], false));
  }

  /**
   * Writes to a user whose email was not added to a ticket. The notice says nothing about the
   * ticket, which the user may no longer be allowed to see.
   * @param tx a transaction of the platform or of the church
   * @param reason sentences that say what is wrong and what to do
   */
  async sendRefused(
    tx: Tx,
    { organizationId, ticketId, isPlatform }: ReplyTarget,
    { email, firstName }: { email: string; firstName: string | null },
    reason: string,
  ): Promise<void> {
    await this.mail.send(tx, {
      to: email,
      from: isPlatform ? platformName : await churchName(tx, organizationId),
      subject: `[Ticket #${ticketId}] Your email was not added`,
      greeting: greetingOf(firstName),
      paragraphs: [`Your email was not added to ticket #${ticketId}.`, reason],
      button: { label: openTicketLabel, url: this.#address(ticketId) },
      notes: ["Replies to this email aren't read."],
      thread: `ticket-${ticketId}`,
    });
  }

  /**
   * Returns all texts that emails to one user about a ticket may contain, for comparison with the
   * quotation in an answer: the fixed sentences, the description, and the messages, the newest
   * first.
   */
  async sentTexts(context: TicketContext, firstName: string | null): Promise<string[]> {
    const { tx, ticket, type } = context;
    const church = await churchOf(tx);
    const messages = await publicMessages(context);
    const authors = await authorsOf(context, church);
    const kind = type === 'internal' && aboutGift(ticket) ? 'gift' : 'ticket';
    return [
      answerMark,
      church,
      platformName,
      greetingOf(firstName),
      greetingOf(null),
      ...authors.map(wroteSentence),
      ...authors.map((author) => openedSentence(kind, author, ticket.subject)),
      `[Ticket #${ticket.id}] ${ticket.subject}`,
      `${openTicketLabel}: ${this.#address(ticket.id)}`,
      openTicketLabel,
      this.#address(ticket.id),
      answerNote,
      ...Array.from({ length: maxAttachments }, (_, index) => attachedSentence(index + 1)),
      ticket.description,
      ...messages,
    ];
  }

  #address(ticketId: number): string {
    return `${baseUrl(this.config)}/support/${ticketId}`;
  }

  /** Sends emails to the readers who can receive emails, except the actor. */
  async #each(
    context: TicketContext,
    readers: readonly TicketUser[],
    compose: (reader: TicketUser) => Promise<Email>,
  ): Promise<void> {
    if (areEmailsSuppressed()) return;
    for (const reader of readers)
      if (reader.getsEmails && reader.id !== context.actor.id)
        await this.mail.send(context.tx, await compose(reader));
  }

  async #email(
    context: TicketInChurch,
    reader: TicketUser,
    lines: string[],
    isAnswerable: boolean,
  ): Promise<Email> {
    const { tx, ticket } = context;
    const replyTo = isAnswerable ? await this.replies.getOrCreate(tx, ticket, reader) : undefined;
    const number = `Ticket #${ticket.id}`;
    return {
      to: reader.email,
      from: reader.isPlatform ? platformName : await churchOf(tx),
      subject: `[${number}] ${ticket.subject}`,
      greeting: greetingOf(reader.isPlatform ? null : reader.firstName),
      paragraphs: lines,
      button: { label: openTicketLabel, url: this.#address(ticket.id) },
      notes: [
        replyTo ? answerNote : 'Please answer in the portal: replies to this address are not read.',
      ],
      thread: `ticket-${ticket.id}`,
      ...(replyTo ? { replyTo } : {}),
    };
  }
}

const platformName = 'Church Connect';
const platformAuthor = 'Church Connect Support (platform staff)';
const openTicketLabel = 'Open the ticket';
const answerNote =
  'You can reply to this email: ' +
  'what you write above it is added to the ticket, for all who see it.';

const greetingOf = (firstName: string | null): string =>
  firstName ? `Dear ${firstName},` : 'Hello,';
const wroteSentence = (author: string): string => `${author} wrote:`;
const openedSentence = (kind: 'gift' | 'ticket', author: string, subject: string): string =>
  `${kind === 'gift' ? 'A question about a gift' : 'A new ticket'} from ${author}: “${subject}”`;
const attachedSentence = (files: number): string =>
  files === 1
    ? 'A file is attached; it opens in the portal.'
    : `${files} files are attached; they open in the portal.`;

/**
 * Returns the name of an author with the role, such as `Sam Okafor (member)`. The role is
 * necessary, because users choose their names, and could choose the pastor's or "Church Connect
 * Support".
 * @param church the author's church, if the reader is not in the same church; otherwise null
 */
function authorName(
  { firstName, lastName, role }: { firstName: string; lastName: string; role: string },
  church: string | null,
): string {
  const name = `${firstName} ${lastName}`.trim();
  const roleName = roleWords[readRole(role)];
  if (church === null)
    return name ? `${name} (${roleName})` : `A person without a name (${roleName})`;
  return name ? `${name} (${roleName}, ${church})` : `An administrator (${church})`;
}

/** How many messages are compared with the quotation in an answer. */
const comparedMessages = 200;

/** Reads the newest messages of a ticket, without internal notes. */
async function publicMessages({ tx, ticket, type }: TicketContext): Promise<string[]> {
  const rows = await readPublicMessages[type](tx, { ticketId: ticket.id, limit: comparedMessages });
  return rows.map(({ message }) => message);
}

/** Returns the names in emails of all users who opened a ticket or wrote in it. */
async function authorsOf({ tx, ticket, type }: TicketContext, church: string): Promise<string[]> {
  const writers = await findWriters[type](tx, { ticketId: ticket.id });
  const users = await findUsers(tx, [ticket.createdBy, ...writers.map(({ id }) => id)]);
  const shownChurch = type === 'internal' ? null : church;
  return [platformAuthor, ...users.map((user) => authorName(user, shownChurch))];
}

/** Divides a text into paragraphs at its empty lines. */
const paragraphs = (text: string): string[] =>
  text
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.trim())
    .filter(Boolean);

async function authorOf({ tx, actor, ticket }: TicketContext): Promise<string> {
  if (isPlatformActor(actor)) return platformAuthor;
  const [author] = await findTicketUsers(tx, [actor.id]);
  const church = 'donationId' in ticket ? null : await churchOf(tx);
  return authorName(author ?? { firstName: '', lastName: '', role: actor.role }, church);
}

const churchOf = (tx: Tx): Promise<string> => churchName(tx, tx.organizationId!);

const churchName = async (tx: Tx, organizationId: string): Promise<string> =>
  (await findChurch(tx, organizationId))!.name;
