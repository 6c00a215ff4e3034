import { AsyncLocalStorage } from 'node:async_hooks';
import { Inject, Injectable } from '@nestjs/common';
import { isPlatformActor, readRole, roleWords } from '#libs/contracts';
import type { Tx } from '#libs/database';
import { Mail, type Letter } from '#libs/mail';
import { baseUrl, Config } from '../../config.js';
import type { Place } from './place.js';
import { aboutGift } from './ticket.entity.js';
import { peopleOf, type Person } from './people.js';
import { ReplyAddresses, type ReplyPlace } from './reply-addresses.js';

const silence = new AsyncLocalStorage<true>();
/** What is brought in whole (the demo) was read long ago: nobody gets a letter of it. */
export const withoutLetters = <T>(work: () => Promise<T>): Promise<T> => silence.run(true, work);

/**
 * What is told of tickets by mail. What everybody may read goes out whole and at once, with an address that takes the
 * answer; of a note only that it is there. No letter carries a gift's figure.
 */
@Injectable()
export class TicketLetters {
  constructor(
    @Inject(Mail) private readonly mail: Mail,
    @Inject(Config) private readonly config: Config,
    @Inject(ReplyAddresses) private readonly replies: ReplyAddresses,
  ) {}

  async opened(place: Place, readers: readonly Person[]): Promise<void> {
    const { subject, description } = place.ticket;
    const author = await authorOf(place);
    const kind = aboutGift(place.ticket) ? 'A question about a gift' : 'A new ticket';
    await this.#each(place, readers, (reader) =>
      this.#letter(
        place,
        reader,
        [`${kind} from ${author}: “${subject}”`, ...paragraphs(description)],
        true,
      ),
    );
  }

  async written(
    place: Place,
    message: string,
    files: number,
    readers: readonly Person[],
  ): Promise<void> {
    const author = await authorOf(place);
    const attached =
      files === 0
        ? []
        : [
            files === 1
              ? 'A file is attached; it opens in the portal.'
              : `${files} files are attached; they open in the portal.`,
          ];
    await this.#each(place, readers, (reader) =>
      this.#letter(place, reader, [`${author} wrote:`, ...paragraphs(message), ...attached], true),
    );
  }

  async mentioned(place: Place, readers: readonly Person[]): Promise<void> {
    const author = await authorOf(place);
    await this.#each(place, readers, (reader) =>
      this.#letter(
        place,
        reader,
        [`${author} has mentioned you in an internal note. You read it in the portal.`],
        false,
      ),
    );
  }

  async assigned(place: Place, assignee: Person): Promise<void> {
    await this.#each(place, [assignee], (reader) =>
      this.#letter(
        place,
        reader,
        [`You are now the one who answers “${place.ticket.subject}”.`],
        false,
      ),
    );
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
      from: isPlatform ? 'Church Connect' : await churchName(tx, organizationId),
      subject: `[Ticket #${ticketId}] Your email was not added`,
      greeting: firstName ? `Dear ${firstName},` : 'Hello,',
      paragraphs: [`Your email was not added to ticket #${ticketId}.`, why],
      button: { label: 'Open the ticket', url: this.#address(ticketId) },
      notes: ["Replies to this email aren't read."],
      thread: `ticket-${ticketId}`,
    });
  }

  #address(ticketId: number): string {
    return `${baseUrl(this.config)}/support/${ticketId}`;
  }

  async #each(
    place: Place,
    readers: readonly Person[],
    write: (reader: Person) => Promise<Letter>,
  ): Promise<void> {
    if (silence.getStore()) return;
    for (const reader of readers)
      if (reader.isReached && reader.id !== place.actor.id)
        await this.mail.send(place.tx, await write(reader));
  }

  async #letter(
    place: Place,
    reader: Person,
    lines: string[],
    isAnswerable: boolean,
  ): Promise<Letter> {
    const { tx, ticket } = place;
    const replyTo = isAnswerable ? await this.replies.of(tx, ticket, reader) : undefined;
    const number = `Ticket #${ticket.id}`;
    return {
      to: reader.email,
      from: reader.isPlatform ? 'Church Connect' : await churchOf(tx),
      subject: `[${number}] ${ticket.subject}`,
      greeting: reader.firstName && !reader.isPlatform ? `Dear ${reader.firstName},` : 'Hello,',
      paragraphs: lines,
      button: { label: 'Open the ticket', url: this.#address(ticket.id) },
      notes: [
        replyTo
          ? 'You can reply to this email: what you write above it is added to the ticket, for all who see it.'
          : 'Please answer in the portal: letters to this address are not read.',
      ],
      thread: `ticket-${ticket.id}`,
      ...(replyTo ? { replyTo } : {}),
    };
  }
}

/** The empty lines of a text part its paragraphs; within one, lines stay lines. */
const paragraphs = (text: string): string[] =>
  text
    .split(/\n\s*\n/)
    .map((one) => one.trim())
    .filter(Boolean);

/**
 * The author as a reader of the email knows them, with their role beside the name: `Sam Okafor (member)`. People choose their
 * names themselves, also the pastor's or "Church Connect Support".
 */
async function authorOf({ tx, actor, ticket }: Place): Promise<string> {
  if (isPlatformActor(actor)) return 'Church Connect Support (platform staff)';
  const [author] = await peopleOf(tx, [actor.id]);
  const name = author ? `${author.firstName} ${author.lastName}`.trim() : '';
  const role = roleWords[readRole(author?.role ?? actor.role)];
  if ('donationId' in ticket)
    return name ? `${name} (${role})` : `A person without a name (${role})`;
  const church = await churchOf(tx);
  return name ? `${name} (${role}, ${church})` : `An administrator (${church})`;
}

const churchOf = (tx: Tx): Promise<string> => churchName(tx, tx.organizationId!);

async function churchName(tx: Tx, organizationId: string): Promise<string> {
  const [church] = await tx.sql<{ name: string }>('select name from organization where id = $1', [
    organizationId,
  ]);
  return church!.name;
}
