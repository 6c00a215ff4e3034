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
import { TicketService } from './ticket-service.js';
import { TicketEmails } from './ticket-emails.js';
import type { TicketContext } from './ticket-context.js';
import { ReplyAddresses, type ReplyTarget } from './reply-addresses.js';
import {
  countEmail,
  hashEmail,
  isFirstNoticeOfDay,
  knownPictures,
  noteAccepted,
  notePictures,
  pictureHash,
  wasAccepted,
} from './inbound-record.js';
import { maxLength, messageOf } from './inbound-message.js';
import { findReplyOwner, type ReplyOwner } from './reply-owners.js';
import { answerableDays, isOwnAddress, RefusedEmail, type RefusalReason } from './refused-email.js';

/** The maximum size of an email in bytes. */
export const maxInboundEmailBytes = 25 * 1024 * 1024;

/** Returns whether a request is from the mail server, which sends the secret. */
export function isInboundMailRequest(
  { INBOUND_MAIL_SECRET: secret }: Config,
  authorization = '',
): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return secret !== undefined && timingSafeEqual(digest(authorization), digest(`Bearer ${secret}`));
}

/** The name of the turn in which headers are read, before the church is known. */
const headerTurn = 'email';

/** An email that arrived, and its header. */
interface ArrivedEmail {
  raw: Buffer;
  head: EmailHead;
}

/** Receives answers to emails about tickets from the mail server. */
@Controller()
@OwnTransaction()
export class InboundMailController {
  readonly #log = new Logger('inbound mail');

  constructor(
    @Inject(Database) private readonly db: Database,
    @Inject(TicketService) private readonly tickets: TicketService,
    @Inject(Files) private readonly files: Files,
    @Inject(ReplyAddresses) private readonly replies: ReplyAddresses,
    @Inject(TicketEmails) private readonly emails: TicketEmails,
    @Inject(Config) private readonly config: Config,
  ) {}

  /**
   * Answers 202 to every email, also to a refused one, so that senders cannot find out which
   * addresses exist. If the program fails, answers with an error, and the mail server sends the
   * email again.
   */
  @Route(routes.inboundMail.receive)
  async receive(@Req() request: FastifyRequest): Promise<Record<string, never>> {
    if (!isInboundMailRequest(this.config, request.headers.authorization))
      throw new HttpError(401, 'The secret is missing or wrong.', 'signed-out');
    const raw = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
    const ownedEmail = await this.#findOwner(raw);
    if (ownedEmail instanceof RefusedEmail) {
      this.#log.debug(refusalEntry(ownedEmail, request));
      return {};
    }
    const refusedEmail = await this.#accept(ownedEmail.owner, ownedEmail).then(
      () => null,
      refusalOrThrow,
    );
    if (refusedEmail) {
      this.#log.log(refusalEntry(refusedEmail, request));
      await this.#sendNotice(ownedEmail.owner, refusedEmail);
    }
    return {};
  }

  /**
   * Reads the header and finds the owner of the reply address. Returns a refusal if the email is
   * not from the owner of one.
   */
  async #findOwner(raw: Buffer): Promise<RefusedEmail | (ArrivedEmail & { owner: ReplyOwner })> {
    try {
      const head = await readingTurns
        .run(headerTurn, () => readHead(raw))
        .catch(refuseUnreadable('unreadable-header'));
      const owner = await this.db.platform((tx) => this.#findReplyOwner(tx, head));
      return { raw, head, owner };
    } catch (error) {
      return refusalOrThrow(error);
    }
  }

  /**
   * Adds an email to its ticket. Its sender owns the reply address.
   * @throws RefusedEmail, or an HttpError that `RefusedEmail.from` converts
   */
  async #accept(
    { target, actor, firstName }: ReplyOwner,
    { raw, head }: ArrivedEmail,
  ): Promise<void> {
    if (actor === null) throw RefusedEmail.because('no-access');
    if (head.automatic !== null) throw RefusedEmail.because('automatic', head.automatic);
    const hash = hashEmail(target, head, raw);
    await this.db.platform(async (tx) => {
      if (await wasAccepted(tx, hash)) throw RefusedEmail.because('repeated');
      await countEmail(tx, target);
    });
    const sentTexts = await this.db.tenant(target.organizationId, async (tx) =>
      this.emails.sentTexts(await this.#loadTicket(tx, target, actor, false), firstName),
    );
    // Read the body only now, so that an email of a stranger causes little work.
    const email = await readingTurns
      .run(target.organizationId, () => readEmail(raw, sentTexts))
      .catch(refuseUnreadable('unreadable'));
    if (email.text === '' && email.attachments.length === 0) throw RefusedEmail.because('empty');
    const files = await this.#newFiles(target, email);
    const { ids, refusedNames } = await this.#storeFiles(actor, target, files);
    await this.db.tenant(target.organizationId, async (tx) => {
      if (!(await noteAccepted(tx, hash))) throw RefusedEmail.because('repeated');
      await notePictures(tx, target, files);
      const context = await this.#loadTicket(tx, target, actor, true);
      await this.tickets.write(
        context,
        { message: messageOf(email.text, refusedNames), isInternal: false, attachments: ids },
        { via: 'email', quoted: email.quoted?.slice(0, maxLength.quoted) ?? null },
      );
    });
  }

  /** Writes to the sender of a refused email, at most once a day. */
  async #sendNotice(
    { target, actor, email, firstName }: ReplyOwner,
    { rule }: RefusedEmail,
  ): Promise<void> {
    const { notice } = rule;
    if (notice === null || actor === null) return;
    await this.db.platform(async (tx) => {
      if (!(await isFirstNoticeOfDay(tx, target.personId))) return;
      await this.emails.sendRefused(tx, target, { email, firstName }, notice);
    });
  }

  /**
   * @throws RefusedEmail if the ticket was closed too long ago
   * @throws HttpError 404 if the user may no longer see the ticket
   */
  async #loadTicket(
    tx: Tx,
    { ticketId }: ReplyTarget,
    actor: Actor,
    isLocked: boolean,
  ): Promise<TicketContext> {
    const context = await this.tickets.loadIn(tx, actor, ticketId, isLocked);
    const { endedAt } = context.ticket;
    const isLongOver = endedAt && endedAt.getTime() < Date.now() - answerableDays * 86_400_000;
    if (isLongOver) throw RefusedEmail.because('closed');
    return context;
  }

  /**
   * Finds the sender's own reply address among the recipients. A reply to all also contains the
   * reply addresses of other users.
   * @throws RefusedEmail if there is none
   */
  async #findReplyOwner(tx: Tx, { to, from }: EmailHead): Promise<ReplyOwner> {
    let isOurs = false;
    for (const address of to) {
      const target = await this.replies.find(tx, address);
      if (!target) continue;
      isOurs = true;
      const owner = await findReplyOwner(tx, target);
      if (owner && isOwnAddress(owner.email, from)) return owner;
    }
    throw RefusedEmail.because(isOurs ? 'wrong-sender' : 'no-reply-address');
  }

  /**
   * Returns the files of an email. If its text is too long for a message, the whole text is the
   * first file. Leaves out small pictures in the text that an earlier email to the ticket
   * contained, such as logos.
   */
  async #newFiles(target: ReplyTarget, { text, attachments }: Inbound): Promise<EmailFile[]> {
    const knownHashes = await this.db.platform((tx) => knownPictures(tx, target, attachments));
    const files = attachments.filter(
      (file) => !(file.isInText && knownHashes.has(pictureHash(target, file))),
    );
    const attachedFirst = files.toSorted(
      (file, otherFile) => Number(file.isInText) - Number(otherFile.isInText),
    );
    const hasWholeText = attachedFirst.some(({ name }) => name === wholeTextName);
    const isLong = text.length > maxLength.text && !hasWholeText;
    return isLong ? [wholeText(text), ...attachedFirst] : attachedFirst;
  }

  /**
   * Stores the files of an email.
   * @returns the ids of the stored files, and the names of files that a ticket cannot have
   */
  async #storeFiles(
    actor: Actor,
    { organizationId }: ReplyTarget,
    files: readonly EmailFile[],
  ): Promise<{ ids: string[]; refusedNames: string[] }> {
    const ids: string[] = [];
    const refusedNames: string[] = [];
    for (const file of files) {
      const isFull = ids.length === maxAttachments;
      const id = isFull ? null : await this.#storeFile({ ...actor, organizationId }, file);
      if (id === null) refusedNames.push(file.name.replace(/\p{Cc}/gu, ' ').slice(0, 100));
      else ids.push(id);
    }
    return { ids, refusedNames };
  }

  /** Stores a file. Returns null for a file that a ticket cannot have. */
  async #storeFile(actor: ChurchActor, { name, content }: EmailFile): Promise<string | null> {
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

/** Converts the refusal of a reader. Rethrows other errors, so that the email is sent again. */
function refuseUnreadable(reason: RefusalReason): (error: unknown) => never {
  return (error) => {
    throw error instanceof Refusal ? RefusedEmail.because(reason) : error;
  };
}

/**
 * Converts an error into a refusal of the email.
 * @throws the error itself if it is a failure of the program
 */
function refusalOrThrow(error: unknown): RefusedEmail {
  const refusedEmail = RefusedEmail.from(error);
  if (refusedEmail === null) throw error;
  return refusedEmail;
}

/** Returns an entry of the log, which contains neither the sender nor the recipient. */
const refusalEntry = ({ message: why }: RefusedEmail, { id: requestId }: FastifyRequest) => ({
  message: 'an incoming email was refused',
  why,
  requestId,
});
