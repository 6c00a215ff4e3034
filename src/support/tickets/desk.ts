import { Inject, Injectable } from '@nestjs/common';
import type { z } from 'zod';
import {
  isPlatformActor,
  may,
  ticketRights,
  type ticketChange,
  type ticketInput,
  type ticketMessageInput,
  type TicketType,
} from '#libs/contracts';
import { Database, type Tx } from '#libs/database';
import { type Actor, audit, forbidden, newId, notFound, refusedAt } from '#libs/http';
import { tellLive } from '#libs/live';
import { Files } from '../../content/index.js';
import { isOwnDonation } from '../../giving/index.js';
import {
  aboutGift,
  ExternalTicketEntity,
  isSettled,
  TicketEntity,
  typeOf,
  type AnyTicket,
} from './ticket.entity.js';
import { administratorsOf, answerersOf, mentionedIn, type Person } from './people.js';
import { AssignmentEmails } from './assignment-emails.js';
import { TicketEmails } from './ticket-emails.js';
import {
  findChurchOfTicket,
  findMessageNumber,
  insertAttachment,
  insertMessage,
} from './tickets.sql.js';
import { findTicket, isOfAsker, type Place } from './place.js';
import { announce, countWritten, deskOf, readersOfMessage, readersOfNote } from './readers.js';
import { setStatus, drawFreeId, recordSeen } from './ticket-steps.js';

const what = 'This ticket';
/**
 * How many messages of a user and a day are sent by email. The others wait in the portal, where
 * they are marked as new.
 */
const maxEmailsPerDay = 40;
/** How a message came. */
export interface Sending {
  via: 'portal' | 'email';
  quoted: string | null;
}

/** Everything that happens to tickets: by those who ask, those who answer, and by mail. */
@Injectable()
export class Desk {
  constructor(
    @Inject(Database) private readonly db: Database,
    @Inject(Files) private readonly files: Files,
    @Inject(TicketEmails) private readonly emails: TicketEmails,
    @Inject(AssignmentEmails) private readonly assignmentEmails: AssignmentEmails,
  ) {}

  /**
   * Takes somebody to a ticket, in the transaction of its church. `isChanged`: nobody else changes it meanwhile.
   * @throws HttpError 404 where there is none, or none that they may see
   */
  async at<T>(
    actor: Actor,
    id: string,
    isChanged: boolean,
    work: (place: Place) => Promise<T>,
  ): Promise<T> {
    const number = /^\d{8}$/.test(id) ? Number(id) : null;
    if (number === null) throw notFound(what);
    const type = typeOf(number);
    const church = isPlatformActor(actor) ? await this.#churchOf(number) : actor.organizationId!;
    return this.db.tenant(church, async (tx) =>
      work(await this.place(tx, actor, number, type, isChanged)),
    );
  }

  /** The same in the transaction of the ticket's church. */
  async place(
    tx: Tx,
    actor: Actor,
    id: number,
    type: TicketType,
    isChanged: boolean,
  ): Promise<Place> {
    const ticket = await findTicket(tx, id, type, isChanged);
    const rights =
      ticket &&
      ticketRights(actor, {
        ticketType: type,
        createdBy: ticket.createdBy,
        aboutGift: aboutGift(ticket),
      });
    if (!ticket || !rights?.see) throw notFound(what);
    return { tx, actor, ticket, type, rights };
  }

  async #churchOf(id: number): Promise<string> {
    const [row] = await this.db.platform((tx) => findChurchOfTicket(tx, { id }));
    if (!row) throw notFound(what);
    return row.organizationId;
  }

  /**
   * Opens a ticket in the transaction of its church.
   * @throws HttpError 403 for an external one by whoever is no administrator, 404 for a gift that is not one's own, 400 for a file that is not
   */
  async open(tx: Tx, actor: Actor, input: z.output<typeof ticketInput>): Promise<{ id: number }> {
    const { subject, description, priority, category, attachments, donationId } = input;
    const type = input.ticketType;
    const isPlatform = isPlatformActor(actor);
    if (isPlatform ? type !== 'external' : type === 'external' && !may(actor, 'ticket.external'))
      throw forbidden();
    if (donationId !== undefined) {
      if (type !== 'internal')
        throw refusedAt('donationId', 'A question about a gift goes to your own church.');
      if (!(await isOwnDonation(tx, donationId, actor.id))) throw notFound('This donation');
    }
    if (!isPlatform && !may(actor, 'ticket.answer')) await countWritten(tx, actor, 'tickets');
    const now = new Date();
    const values = {
      organizationId: tx.organizationId!,
      id: await drawFreeId(tx, type),
      subject,
      description,
      priority,
      category,
      createdBy: actor.id,
      byPlatform: isPlatform,
      isWaiting: !isPlatform,
      createdAt: now,
      updatedAt: now,
    };
    const ticket: AnyTicket =
      type === 'internal'
        ? tx.em.create(TicketEntity, { ...values, donationId: donationId ?? null })
        : tx.em.create(ExternalTicketEntity, values);
    await tx.em.flush();
    const place: Place = {
      tx,
      actor,
      ticket,
      type,
      rights: ticketRights(actor, {
        ticketType: type,
        createdBy: actor.id,
        aboutGift: aboutGift(ticket),
      }),
    };
    await this.#attach(place, 0, attachments);
    await recordSeen(place, 0);
    await this.emails.opened(place, await deskOf(place));
    await announce(place);
    return { id: ticket.id };
  }

  /**
   * Adds a message, or a note. A public one of the asker's reopens what was settled.
   * @throws HttpError 403 for a note by whoever writes none, 400 for a file that is not theirs
   */
  async write(
    place: Place,
    { message, isInternal, attachments }: z.output<typeof ticketMessageInput>,
    { via, quoted }: Sending = { via: 'portal', quoted: null },
  ): Promise<string> {
    const { tx, actor, ticket, type, rights } = place;
    const isPlatform = isPlatformActor(actor);
    if (isInternal && !rights.writeNotes)
      throw forbidden('Only administrators write internal notes.');
    const before =
      isPlatform || may(actor, 'ticket.answer') ? 0 : await countWritten(tx, actor, 'messages');
    // whoever answers names others who do, each side its own: an asker's words find out nobody's name, nor call anybody
    const named =
      isInternal || type === 'external'
        ? await readersOfNote(place)
        : rights.assign
          ? await answerersOf(tx, type, aboutGift(ticket))
          : [];
    const mentioned = mentionedIn(message, named).filter(({ id }) => id !== actor.id);
    const now = new Date();
    const n = ++ticket.lastN;
    if (!isInternal) {
      const isAsking = isOfAsker(place);
      ticket.publicN = n;
      ticket.updatedAt = now;
      ticket.isWaiting = isAsking;
      if (isAsking && isSettled(ticket)) setStatus(ticket, 'open', actor.id);
      if (!isAsking) ticket.firstAnsweredAt ??= now;
    } else if (isPlatform) ticket.platformNoteN = n;
    else ticket.noteN = n;
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
      byPlatform: isPlatform,
      createdAt: now,
      via,
      mentions: mentioned.map(nameOf),
    });
    await this.#attach(place, n, attachments);
    await recordSeen(place, n);
    if (isInternal) await this.emails.mentioned(place, mentioned);
    else if (before < maxEmailsPerDay)
      await this.emails.written(
        place,
        message,
        attachments.length,
        await readersOfMessage(place, mentioned),
      );
    await announce(place, isInternal);
    return id;
  }

  /** @throws HttpError 403 for what the asker does not set, 400 for an assignee who may not answer */
  async change(
    place: Place,
    { status, assignedTo, priority }: z.output<typeof ticketChange>,
  ): Promise<void> {
    const { tx, actor, ticket, type, rights } = place;
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
      const assignee =
        assignedTo === null
          ? null
          : (await answerersOf(tx, type, aboutGift(ticket))).find(({ id }) => id === assignedTo);
      if (assignee === undefined)
        throw refusedAt('assignedTo', 'A ticket is assigned to somebody who may answer it.');
      const assignedBefore = ticket.assignedTo ?? null;
      changes.assignedTo = ticket.assignedTo = assignedTo;
      await this.assignmentEmails.plan(place, assignedBefore);
    }
    if (Object.keys(changes).length === 0) return;
    ticket.updatedAt = new Date();
    await tx.em.flush();
    await audit(tx, actor.id, 'ticket-changed', { id: String(ticket.id), ...changes });
    await announce(place);
  }

  /** Notes that the person has seen everything up to that message, or without one the ticket itself. */
  async saw(place: Place, messageId: string | undefined): Promise<void> {
    const { tx, ticket, type } = place;
    const [row] =
      messageId === undefined
        ? []
        : await findMessageNumber[type](tx, { ticketId: ticket.id, id: messageId });
    await recordSeen(place, row?.n ?? 0);
    await tellLive(tx, {
      kind: 'badge',
      id: tx.organizationId!,
      organizationId: isPlatformActor(place.actor) ? null : tx.organizationId,
      people: [place.actor.id],
    });
  }

  /** Who may be assigned to a ticket of the kind, and mentioned in it. */
  async answerers(actor: Actor, type: TicketType, isAboutGift: boolean): Promise<Person[]> {
    if (isPlatformActor(actor)) return this.db.platform((tx) => answerersOf(tx, 'external', false));
    return this.db.tenant(actor.organizationId!, (tx) =>
      type === 'external' ? administratorsOf(tx) : answerersOf(tx, type, isAboutGift),
    );
  }

  async #attach({ tx, actor, ticket }: Place, n: number, ids: readonly string[]): Promise<void> {
    for (const [position, id] of [...new Set(ids)].entries()) {
      await this.files.attach(tx, { ...actor, organizationId: tx.organizationId! }, id);
      await insertAttachment(tx, { ticketId: ticket.id, n, fileId: id, position });
    }
  }
}

const nameOf = ({ firstName, lastName }: Person) => `${firstName} ${lastName}`.trim();
