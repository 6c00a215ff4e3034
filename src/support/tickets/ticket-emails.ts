import { AsyncLocalStorage } from 'node:async_hooks';
import { Inject, Injectable } from '@nestjs/common';
import { isPlatformActor, maxAttachments, readRole, roleWords } from '#libs/contracts';
import type { Tx } from '#libs/database';
import { answerMark, Mail, type Email } from '#libs/mail';
import { findUsers } from '../../identity/index.js';
import { findChurch } from '../../tenancy/index.js';
import { baseUrl, Config } from '../../ops/config.js';
import type { Place } from './place.js';
import { aboutGift } from './ticket.entity.js';
import { findWriters, readPublicMessages } from './tickets.sql.js';
import { peopleOf, type Person } from './people.js';
import { ReplyAddresses, type ReplyPlace } from './reply-addresses.js';

const silence = new AsyncLocalStorage<true>();
/** What is brought in whole (the demo) was read long ago: nobody gets an email of it. */
export const runWithoutEmails = <T>(work: () => Promise<T>): Promise<T> => silence.run(true, work);
/** Whether the caller runs within `runWithoutEmails`. */
export const areEmailsSuppressed = (): boolean => silence.getStore() === true;

/** A ticket with the transaction of its church. */
type TicketInChurch = Pick<Place, 'tx' | 'ticket'>;

/**
 * What is told of tickets by mail. What everybody may read goes out whole and at once, with an address that takes the
 * answer; of a note only that it is there. No email carries a gift's figure.
 */
@Injectable()
export class TicketEmails {
  constructor(
    @Inject(Mail) private readonly mail: Mail,
    @Inject(Config) private readonly config: Config,
    @Inject(ReplyAddresses) private readonly replies: ReplyAddresses,
  ) {}

  async opened(place: Place, readers: readonly Person[]): Promise<void> {
    const { subject, description } = place.ticket;
    const author = await authorOf(place);
    const kind = aboutGift(place.ticket) ? 'gift' : 'ticket';
    const lines = [openedSentence(kind, author, subject), ...paragraphs(description)];
    await this.#each(place, readers, (reader) => this.#email(place, reader, lines, true));
  }

  async written(
    place: Place,
    message: string,
    files: number,
    readers: readonly Person[],
  ): Promise<void> {
    const author = await authorOf(place);
    const attached = files === 0 ? [] : [attachedSentence(files)];
    const lines = [wroteSentence(author), ...paragraphs(message), ...attached];
    await this.#each(place, readers, (reader) => this.#email(place, reader, lines, true));
  }

  async mentioned(place: Place, readers: readonly Person[]): Promise<void> {
    const author = await authorOf(place);
    await this.#each(place, readers, (reader) =>
      this.#email(
        place,
        reader,
        [`${author} has mentioned you in an internal note. You read it in the portal.`],
        false,
      ),
    );
  }

  /** Tells a person that a ticket is assigned to them, if emails reach them. */
  async assigned(place: TicketInChurch, assignee: Person): Promise<void> {
    if (!assignee.isReached) return;
    const sentence = `The ticket “${place.ticket.subject}” is now assigned to you.`;
    await this.mail.send(place.tx, await this.#email(place, assignee, [sentence], false));
  }

  /**
   * Tells a person why their email was not added to a ticket. The email says nothing about the ticket, which the person
   * may no longer be allowed to see.
   * @param tx of the platform or of the church
   * @param why sentences that say what is wrong and what to do
   */
  async refused(
    tx: Tx,
    { organizationId, ticketId, isPlatform }: ReplyPlace,
    { email, firstName }: { email: string; firstName: string | null },
    why: string,
  ): Promise<void> {
    await this.mail.send(tx, {
      to: email,
      from: isPlatform ? platformName : await churchName(tx, organizationId),
      subject: `[Ticket #${ticketId}] Your email was not added`,
      greeting: greetingOf(firstName),
      paragraphs: [`Your email was not added to ticket #${ticketId}.`, why],
      button: { label: openTicket, url: this.#address(ticketId) },
      notes: ["Replies to this email aren't read."],
      thread: `ticket-${ticketId}`,
    });
  }

  /**
   * Returns every text that the emails about a ticket to one person may contain, for comparison with what an answer
   * repeats: the fixed sentences, then the description and the messages, the newest first.
   */
  async sentTexts(place: Place, firstName: string | null): Promise<string[]> {
    const { tx, ticket, type } = place;
    const church = await churchOf(tx);
    const messages = await publicMessages(place);
    const authors = await authorsOf(place, church);
    const subject = type === 'internal' && aboutGift(ticket) ? 'gift' : 'ticket';
    return [
      answerMark,
      church,
      platformName,
      greetingOf(firstName),
      greetingOf(null),
      ...authors.map(wroteSentence),
      ...authors.map((author) => openedSentence(subject, author, ticket.subject)),
      `[Ticket #${ticket.id}] ${ticket.subject}`,
      `${openTicket}: ${this.#address(ticket.id)}`,
      openTicket,
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

  async #each(
    place: Place,
    readers: readonly Person[],
    write: (reader: Person) => Promise<Email>,
  ): Promise<void> {
    if (areEmailsSuppressed()) return;
    for (const reader of readers)
      if (reader.isReached && reader.id !== place.actor.id)
        await this.mail.send(place.tx, await write(reader));
  }

  async #email(
    place: TicketInChurch,
    reader: Person,
    lines: string[],
    isAnswerable: boolean,
  ): Promise<Email> {
    const { tx, ticket } = place;
    const replyTo = isAnswerable ? await this.replies.of(tx, ticket, reader) : undefined;
    const number = `Ticket #${ticket.id}`;
    return {
      to: reader.email,
      from: reader.isPlatform ? platformName : await churchOf(tx),
      subject: `[${number}] ${ticket.subject}`,
      greeting: greetingOf(reader.isPlatform ? null : reader.firstName),
      paragraphs: lines,
      button: { label: openTicket, url: this.#address(ticket.id) },
      notes: [
        replyTo ? answerNote : 'Please answer in the portal: letters to this address are not read.',
      ],
      thread: `ticket-${ticket.id}`,
      ...(replyTo ? { replyTo } : {}),
    };
  }
}

const platformName = 'Church Connect';
const platformAuthor = 'Church Connect Support (platform staff)';
const openTicket = 'Open the ticket';
const answerNote =
  'You can reply to this email: what you write above it is added to the ticket, for all who see it.';

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
 * The author as a reader of the email knows them, with their role beside the name: `Sam Okafor (member)`. People
 * choose their names themselves, also the pastor's or "Church Connect Support".
 * @param church the author's church, if the reader is not of the same church; otherwise null
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

/** How many messages are compared with what an answer repeats. */
const comparedMessages = 200;

/** The newest messages of a ticket that are not notes. */
async function publicMessages({ tx, ticket, type }: Place): Promise<string[]> {
  const rows = await readPublicMessages[type](tx, { ticketId: ticket.id, limit: comparedMessages });
  return rows.map(({ message }) => message);
}

/** Everybody who opened a ticket or wrote in it, as the emails name them. */
async function authorsOf({ tx, ticket, type }: Place, church: string): Promise<string[]> {
  const writers = await findWriters[type](tx, { ticketId: ticket.id });
  const people = await findUsers(tx, [ticket.createdBy, ...writers.map(({ id }) => id)]);
  const shownChurch = type === 'internal' ? null : church;
  return [platformAuthor, ...people.map((person) => authorName(person, shownChurch))];
}

/** The empty lines of a text part its paragraphs; within one, lines stay lines. */
const paragraphs = (text: string): string[] =>
  text
    .split(/\n\s*\n/)
    .map((one) => one.trim())
    .filter(Boolean);

async function authorOf({ tx, actor, ticket }: Place): Promise<string> {
  if (isPlatformActor(actor)) return platformAuthor;
  const [author] = await peopleOf(tx, [actor.id]);
  const church = 'donationId' in ticket ? null : await churchOf(tx);
  return authorName(author ?? { firstName: '', lastName: '', role: actor.role }, church);
}

const churchOf = (tx: Tx): Promise<string> => churchName(tx, tx.organizationId!);

const churchName = async (tx: Tx, organizationId: string): Promise<string> =>
  (await findChurch(tx, organizationId))!.name;
