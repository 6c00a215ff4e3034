import { createHash, timingSafeEqual } from 'node:crypto';
import { Readable } from 'node:stream';
import { Controller, Inject, Logger, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { maxAttachment, maxAttachments } from '#libs/contracts';
import { routes } from '#libs/contracts/routes';
import { Database, type Tx } from '#libs/database';
import {
  HttpError,
  OwnTransaction,
  readingTurns,
  type Actor,
  type ChurchActor,
  Route,
} from '#libs/http';
import {
  readHead,
  readEmail,
  wholeText,
  wholeTextName,
  type EmailFile,
  type EmailHead,
  type Inbound,
} from '#libs/mail';
import { Refusal } from '#libs/workers';
import { Config } from '../../ops/config.js';
import { Files } from '../../content/index.js';
import { Desk } from './desk.js';
import { TicketEmails } from './ticket-emails.js';
import type { Place } from './place.js';
import { ReplyAddresses, type ReplyPlace } from './reply-addresses.js';
import {
  countEmail,
  hashOf,
  isFirstNoticeOfDay,
  knownPictures,
  noteAccepted,
  notePictures,
  pictureHash,
  wasAccepted,
} from './inbound-record.js';
import { ownerOf, type ReplyOwner } from './reply-owners.js';
import { answerableDays, isOwnAddress, RefusedEmail, type RefusalReason } from './refused-email.js';
import { typeOf } from './ticket.entity.js';

/** bytes of an email */
export const maxInboundEmailBytes = 25 * 1024 * 1024;
/** characters that are kept of what was written, and of what was repeated */
const most = { text: 10_000, quoted: 20_000 };

/** Whether a request comes from whoever brings our emails. */
export function isInboundMailRequest(
  { INBOUND_MAIL_SECRET: secret }: Config,
  authorization = '',
): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return secret !== undefined && timingSafeEqual(digest(authorization), digest(`Bearer ${secret}`));
}

/** The turn of emails whose church is not known yet. */
const emailTurn = 'email';

/** An email and its header, which is read before the rest. */
interface Arrived {
  raw: Buffer;
  head: EmailHead;
}

/** Receives answers to emails about tickets, as the mail server passes them on. */
@Controller()
@OwnTransaction()
export class InboundMailController {
  readonly #log = new Logger('inbound mail');

  constructor(
    @Inject(Database) private readonly db: Database,
    @Inject(Desk) private readonly desk: Desk,
    @Inject(Files) private readonly files: Files,
    @Inject(ReplyAddresses) private readonly replies: ReplyAddresses,
    @Inject(TicketEmails) private readonly emails: TicketEmails,
    @Inject(Config) private readonly config: Config,
  ) {}

  /**
   * Answers 202 whatever happens to the email: the mail server must not learn which addresses exist. If the program
   * fails, the answer is an error, and the mail server sends the email again.
   */
  @Route(routes.inboundMail.receive)
  async receive(@Req() request: FastifyRequest): Promise<Record<string, never>> {
    if (!isInboundMailRequest(this.config, request.headers.authorization))
      throw new HttpError(401, 'The secret is missing or wrong.', 'signed-out');
    const raw = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
    const found = await this.#findOwner(raw);
    if (found instanceof RefusedEmail) {
      this.#log.debug(refusalEntry(found, request));
      return {};
    }
    const refused = await this.#accept(found.owner, found).then(() => null, refusalOrThrow);
    if (refused) {
      this.#log.log(refusalEntry(refused, request));
      await this.#tell(found.owner, refused);
    }
    return {};
  }

  /** Reads the header and finds the owner of the reply address. Returns a refusal if the email is a stranger's. */
  async #findOwner(raw: Buffer): Promise<RefusedEmail | (Arrived & { owner: ReplyOwner })> {
    try {
      const head = await readingTurns
        .run(emailTurn, () => readHead(raw))
        .catch(refuseUnreadable('unreadable-header'));
      const owner = await this.db.platform((tx) => this.#ownerOf(tx, head));
      return { raw, head, owner };
    } catch (error) {
      return refusalOrThrow(error);
    }
  }

  /**
   * Adds an email of the owner of a reply address to the ticket. @throws RefusedEmail, or HttpError by
   * `RefusedEmail.from`
   */
  async #accept({ place, actor, firstName }: ReplyOwner, { raw, head }: Arrived): Promise<void> {
    if (actor === null) throw RefusedEmail.because('no-access');
    if (head.automatic !== null) throw RefusedEmail.because('automatic', head.automatic);
    const hash = hashOf(place, head, raw);
    await this.db.platform(async (tx) => {
      if (await wasAccepted(tx, hash)) throw RefusedEmail.because('repeated');
      await countEmail(tx, place);
    });
    const sentTexts = await this.db.tenant(place.organizationId, async (tx) =>
      this.emails.sentTexts(await this.#ticket(tx, place, actor, false), firstName),
    );
    // the whole email only now: the email of a stranger causes no further work
    const email = await readingTurns
      .run(place.organizationId, () => readEmail(raw, sentTexts))
      .catch(refuseUnreadable('unreadable'));
    if (email.text === '' && email.attachments.length === 0) throw RefusedEmail.because('empty');
    const files = await this.#newFiles(place, email);
    const { kept, left } = await this.#keep(actor, place, files);
    await this.db.tenant(place.organizationId, async (tx) => {
      if (!(await noteAccepted(tx, hash))) throw RefusedEmail.because('repeated');
      await notePictures(tx, place, files);
      const at = await this.#ticket(tx, place, actor, true);
      await this.desk.write(
        at,
        { message: messageOf(email.text, left), isInternal: false, attachments: kept },
        { via: 'email', quoted: email.quoted?.slice(0, most.quoted) ?? null },
      );
    });
  }

  /** Tells a person why an email was not accepted, once a day. */
  async #tell(
    { place, actor, email, firstName }: ReplyOwner,
    { rule }: RefusedEmail,
  ): Promise<void> {
    const { told } = rule;
    if (told === null || actor === null) return;
    await this.db.platform(async (tx) => {
      if (!(await isFirstNoticeOfDay(tx, place.personId))) return;
      await this.emails.refused(tx, place, { email, firstName }, told);
    });
  }

  /** @throws RefusedEmail, or HttpError 404 where the person may not see the ticket anymore */
  async #ticket(
    tx: Tx,
    { ticketId }: ReplyPlace,
    actor: Actor,
    isChanged: boolean,
  ): Promise<Place> {
    const place = await this.desk.place(tx, actor, ticketId, typeOf(ticketId), isChanged);
    const { endedAt } = place.ticket;
    const isLongOver = endedAt && endedAt.getTime() < Date.now() - answerableDays * 86_400_000;
    if (isLongOver) throw RefusedEmail.because('closed');
    return place;
  }

  /**
   * Finds the reply address that belongs to the sender. An answer to all contains the reply addresses of others, too.
   * @throws RefusedEmail
   */
  async #ownerOf(tx: Tx, { to, from }: EmailHead): Promise<ReplyOwner> {
    let isOurs = false;
    for (const address of to) {
      const place = await this.replies.opened(tx, address);
      if (!place) continue;
      isOurs = true;
      const owner = await ownerOf(tx, place);
      if (owner && isOwnAddress(owner.email, from)) return owner;
    }
    throw RefusedEmail.because(isOurs ? 'wrong-sender' : 'no-reply-address');
  }

  /** The files of an email, without small pictures that came with an earlier email to the ticket, such as logos. */
  async #newFiles(place: ReplyPlace, { text, attachments }: Inbound): Promise<EmailFile[]> {
    const known = await this.db.platform((tx) => knownPictures(tx, place, attachments));
    const files = attachments.filter(
      (file) => !(file.isInText && known.has(pictureHash(place, file))),
    );
    const attachedFirst = files.toSorted(
      (one, other) => Number(one.isInText) - Number(other.isInText),
    );
    const hasWholeText = attachedFirst.some(({ name }) => name === wholeTextName);
    const isLong = text.length > most.text && !hasWholeText;
    return isLong ? [wholeText(text), ...attachedFirst] : attachedFirst;
  }

  /** Stores the files of an email. Returns the ids of those that a ticket can have, and the names of the others. */
  async #keep(
    actor: Actor,
    { organizationId }: ReplyPlace,
    files: readonly EmailFile[],
  ): Promise<{ kept: string[]; left: string[] }> {
    const kept: string[] = [];
    const left: string[] = [];
    for (const file of files) {
      const isFull = kept.length === maxAttachments;
      const id = isFull ? null : await this.#store({ ...actor, organizationId }, file);
      if (id === null) left.push(file.name.replace(/\p{Cc}/gu, ' ').slice(0, 100));
      else kept.push(id);
    }
    return { kept, left };
  }

  /** Stores a file. Returns null for a file that a ticket cannot have. */
  async #store(actor: ChurchActor, { name, content }: EmailFile): Promise<string | null> {
    const { length } = content;
    if (length === 0 || length > maxAttachment) return null;
    try {
      return await this.files.receive(actor, name, length, Readable.from([content]), 'attachment');
    } catch (error) {
      refusalOrThrow(error);
      return null;
    }
  }
}

/** The text of a message, with sentences about what is not in it. */
function messageOf(text: string, left: readonly string[]): string {
  const isLong = text.length > most.text && !left.includes(wholeTextName);
  const shown = text.slice(0, most.text).toWellFormed().trim();
  const notes = isLong
    ? [`(This email is longer. The file “${wholeTextName}” has its whole text.)`]
    : [];
  return [shown, ...notes, ...notKept(left)].join('\n\n').trim() || '(Sent without words.)';
}

/** What its readers are told of attachments that were left out: of many, the first ones by their names. */
function notKept(names: readonly string[]): string[] {
  const [named, others] = [names.slice(0, maxAttachments), names.length - maxAttachments];
  return [
    ...named.map((name) => `(The attachment “${name}” could not be taken.)`),
    ...(others > 0
      ? [`(${others} more ${others === 1 ? 'attachment' : 'attachments'} could not be taken.)`]
      : []),
  ];
}

/** Turns an error of a reader into a refusal. Any other error stays, so that the email is sent again. */
function refuseUnreadable(reason: RefusalReason): (error: unknown) => never {
  return (error) => {
    throw error instanceof Refusal ? RefusedEmail.because(reason) : error;
  };
}

/** Returns the refusal that an error means. @throws the error if it is a failure of the program */
function refusalOrThrow(error: unknown): RefusedEmail {
  const refused = RefusedEmail.from(error);
  if (refused === null) throw error;
  return refused;
}

/** An entry of the log. It says neither who sent the email nor to whom. */
const refusalEntry = ({ message: why }: RefusedEmail, { id: requestId }: FastifyRequest) => ({
  message: 'an incoming email was refused',
  why,
  requestId,
});
