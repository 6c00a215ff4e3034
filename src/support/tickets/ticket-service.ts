import { Inject, Injectable } from '@nestjs/common';
import type { z } from 'zod';
import {
  isPlatformActor,
  may,
  type ticketChange,
  type ticketMessageInput,
  type TicketType,
} from '#libs/contracts';
import { Database, type Tx } from '#libs/database';
import { type Actor, audit, forbidden, newId, notFound, invalidField } from '#libs/http';
import { tellLive } from '#libs/live';
import { Files } from '../../content/index.js';
import { aboutGift, typeOf } from './ticket.entity.js';
import { findAdmins, findAnswerers, findMentioned, type TicketUser } from './ticket-users.js';
import { assertMayOpen, createTicket, type NewTicket } from './open-ticket.js';
import { AssignmentEmails } from './assignment-emails.js';
import { TicketEmails } from './ticket-emails.js';
import {
  findChurchOfTicket,
  findMessageNumber,
  insertAttachment,
  insertMessage,
} from './tickets.sql.js';
import { findTicket, rightsFor, type TicketContext } from './ticket-context.js';
import {
  announce,
  countWrittenInLastDay,
  findFirstAnswerers,
  findMentionable,
  findMessageRecipients,
} from './message-recipients.js';
import { addMessageNumber, recordSeenMessages, setStatus } from './ticket-steps.js';

const resourceName = 'This ticket';
/**
 * The maximum number of messages of one user that are sent by email on one day. The recipients read
 * further messages in the portal, where they are marked as new.
 */
const maxEmailsPerDay = 40;
/** How a message was sent, and the text that an email quoted. */
export interface Sending {
  via: 'portal' | 'email';
  quoted: string | null;
}

type NewMessage = z.output<typeof ticketMessageInput>;

/** Loads, opens, answers and changes tickets. */
@Injectable()
export class TicketService {
  constructor(
    @Inject(Database) private readonly db: Database,
    @Inject(Files) private readonly files: Files,
    @Inject(TicketEmails) private readonly emails: TicketEmails,
    @Inject(AssignmentEmails) private readonly assignmentEmails: AssignmentEmails,
  ) {}

  /**
   * Loads a ticket and runs `work` in a transaction of its church.
   * @param isLocked whether other transactions must wait before they change the ticket
   * @throws HttpError 404 if the ticket does not exist, or if the actor may not see it
   */
  async load<T>(
    actor: Actor,
    id: string,
    isLocked: boolean,
    work: (context: TicketContext) => Promise<T>,
  ): Promise<T> {
    const number = /^\d{8}$/.test(id) ? Number(id) : null;
    if (number === null) throw notFound(resourceName);
    const church = isPlatformActor(actor) ? await this.#churchOf(number) : actor.organizationId!;
    return this.db.tenant(church, async (tx) =>
      work(await this.loadIn(tx, actor, number, isLocked)),
    );
  }

  /** Loads a ticket like `load`, in an open transaction of its church. */
  async loadIn(tx: Tx, actor: Actor, id: number, isLocked: boolean): Promise<TicketContext> {
    const type = typeOf(id);
    const ticket = await findTicket(tx, id, type, isLocked);
    if (!ticket) throw notFound(resourceName);
    const rights = rightsFor(actor, ticket, type);
    if (!rights.see) throw notFound(resourceName);
    return { tx, actor, ticket, type, rights };
  }

  async #churchOf(id: number): Promise<string> {
    const [row] = await this.db.platform((tx) => findChurchOfTicket(tx, { id }));
    if (!row) throw notFound(resourceName);
    return row.organizationId;
  }

  /**
   * Opens a ticket in the transaction of its church.
   * @throws HttpError 403 if the user may not open tickets of this type
   * @throws HttpError 404 if the donation is not the user's own
   * @throws HttpError 400 if a file cannot be attached
   */
  async open(tx: Tx, actor: Actor, input: NewTicket): Promise<{ id: number }> {
    await assertMayOpen(tx, actor, input);
    if (!isPlatformActor(actor) && !may(actor, 'ticket.answer'))
      await countWrittenInLastDay(tx, actor, 'tickets');
    const type = input.ticketType;
    const ticket = await createTicket(tx, actor, input);
    const rights = rightsFor(actor, ticket, type);
    const context: TicketContext = { tx, actor, ticket, type, rights };
    await this.#attach(context, 0, input.attachments);
    await recordSeenMessages(context, 0);
    await this.emails.sendOpened(context, await findFirstAnswerers(context));
    await announce(context);
    return { id: ticket.id };
  }

  /**
   * Adds a message or an internal note. A message of the creator's side reopens a ticket that was
   * resolved or closed.
   * @returns the id of the message
   * @throws HttpError 403 if the user may not write internal notes
   * @throws HttpError 400 if a file cannot be attached
   */
  async write(
    context: TicketContext,
    input: NewMessage,
    { via, quoted }: Sending = { via: 'portal', quoted: null },
  ): Promise<string> {
    const { tx, actor, ticket, type, rights } = context;
    const { message, isInternal } = input;
    if (isInternal && !rights.writeNotes)
      throw forbidden('Only administrators write internal notes.');
    const isLimited = !isPlatformActor(actor) && !may(actor, 'ticket.answer');
    const writtenBefore = isLimited ? await countWrittenInLastDay(tx, actor, 'messages') : 0;
    const mentioned = findMentioned(message, await findMentionable(context, isInternal));
    const mentionedOthers = mentioned.filter(({ id }) => id !== actor.id);
    const now = new Date();
    const n = addMessageNumber(context, isInternal, now);
    await tx.em.flush();
    const id = newId();
    await insertMessage[type](tx, {
      ticketId: ticket.id,
      n,
      id,
      message,
      quoted,
      isInternal,
      createdBy: actor.id,
      byPlatform: isPlatformActor(actor),
      createdAt: now,
      via,
      mentions: mentionedOthers.map(nameOf),
    });
    await this.#attach(context, n, input.attachments);
    await recordSeenMessages(context, n);
    if (isInternal) await this.emails.sendMentioned(context, mentionedOthers);
    else if (writtenBefore < maxEmailsPerDay)
      await this.#sendWritten(context, input, mentionedOthers);
    await announce(context, isInternal);
    return id;
  }

  /** Sends a message to the users who take part in the ticket, and to those it mentions. */
  async #sendWritten(
    context: TicketContext,
    { message, attachments }: NewMessage,
    mentioned: TicketUser[],
  ): Promise<void> {
    const readers = await findMessageRecipients(context, mentioned);
    await this.emails.sendWritten(context, message, attachments.length, readers);
  }

  /**
   * Changes the status, the assignee and the priority of a ticket.
   * @throws HttpError 403 if the user may not assign tickets or set their priority
   * @throws HttpError 400 for an assignee who may not answer the ticket
   */
  async change(
    context: TicketContext,
    { status, assignedTo, priority }: z.output<typeof ticketChange>,
  ): Promise<void> {
    const { tx, actor, ticket, rights } = context;
    if ((assignedTo !== undefined || priority !== undefined) && !rights.assign)
      throw forbidden('Only those who answer tickets assign them and set their priority.');
    const changes: Record<string, unknown> = {};
    if (status !== undefined && status !== ticket.status) {
      setStatus(ticket, status, actor.id);
      changes.status = status;
    }
    if (priority !== undefined && priority !== ticket.priority)
      changes.priority = ticket.priority = priority;
    if (assignedTo !== undefined && assignedTo !== (ticket.assignedTo ?? null)) {
      await this.#assign(context, assignedTo);
      changes.assignedTo = assignedTo;
    }
    if (Object.keys(changes).length === 0) return;
    ticket.updatedAt = new Date();
    await tx.em.flush();
    await audit(tx, actor.id, 'ticket-changed', { id: String(ticket.id), ...changes });
    await announce(context);
  }

  /** @param userId the new assignee; null: nobody */
  async #assign(context: TicketContext, userId: string | null): Promise<void> {
    const { tx, ticket, type } = context;
    if (userId !== null) {
      const answerers = await findAnswerers(tx, type, aboutGift(ticket));
      if (!answerers.some(({ id }) => id === userId))
        throw invalidField('assignedTo', 'A ticket is assigned to somebody who may answer it.');
    }
    const assignedBefore = ticket.assignedTo ?? null;
    ticket.assignedTo = userId;
    await this.assignmentEmails.plan(context, assignedBefore);
  }

  /**
   * Records that the user has seen the ticket.
   * @param messageId the last message that the user has seen; undefined: only the ticket itself
   */
  async markAsSeen(context: TicketContext, messageId: string | undefined): Promise<void> {
    const { tx, ticket, type } = context;
    const [row] =
      messageId === undefined
        ? []
        : await findMessageNumber[type](tx, { ticketId: ticket.id, id: messageId });
    await recordSeenMessages(context, row?.n ?? 0);
    await tellLive(tx, {
      kind: 'badge',
      id: tx.organizationId!,
      organizationId: isPlatformActor(context.actor) ? null : tx.organizationId,
      people: [context.actor.id],
    });
  }

  /** Lists the users on the actor's side who may be assigned to tickets and mentioned in them. */
  async listAnswerers(actor: Actor, type: TicketType, isAboutGift: boolean): Promise<TicketUser[]> {
    if (isPlatformActor(actor))
      return this.db.platform((tx) => findAnswerers(tx, 'external', false));
    return this.db.tenant(actor.organizationId!, (tx) =>
      type === 'external' ? findAdmins(tx) : findAnswerers(tx, type, isAboutGift),
    );
  }

  /** @param n the number of the message; 0: the ticket itself */
  async #attach(
    { tx, actor, ticket }: TicketContext,
    n: number,
    ids: readonly string[],
  ): Promise<void> {
    for (const [position, id] of [...new Set(ids)].entries()) {
      await this.files.attach(tx, { ...actor, organizationId: tx.organizationId! }, id);
      await insertAttachment(tx, { ticketId: ticket.id, n, fileId: id, position });
    }
  }
}

const nameOf = ({ firstName, lastName }: TicketUser) => `${firstName} ${lastName}`.trim();
