import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { Database, type Tx } from '#libs/database';
import { Jobs } from '#libs/jobs';
import {
  assignmentDelay,
  type AssignmentNotice,
  mergeAssigneeChanges,
  findRecipient,
} from './assignment-notice.js';
import { areEmailsSuppressed, TicketEmails } from './ticket-emails.js';
import { findAnswerers } from './ticket-users.js';
import { findTicket, type TicketContext } from './ticket-context.js';
import { aboutGift, typeOf } from './ticket.entity.js';

const queue = 'ticket-assigned';

/**
 * Sends the email about an assignment some time after the last change, so that no email is sent
 * about an assignment that is corrected immediately.
 */
@Injectable()
export class AssignmentEmails implements OnApplicationBootstrap {
  constructor(
    @Inject(Database) private readonly db: Database,
    @Inject(Jobs) private readonly jobs: Jobs,
    @Inject(TicketEmails) private readonly emails: TicketEmails,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    await this.jobs.work(queue, (data) =>
      this.db.tenant((data as AssignmentNotice).organizationId, (tx) =>
        this.#send(tx, data as AssignmentNotice),
      ),
    );
  }

  /**
   * Plans the email about the present assignee of a ticket, and cancels one that waits. The caller
   * must have locked the ticket.
   * @param assignedBefore the id of the assignee before the change; null: nobody
   */
  async plan({ tx, ticket, actor }: TicketContext, assignedBefore: string | null): Promise<void> {
    if (areEmailsSuppressed()) return;
    const key = String(ticket.id);
    const [waitingNotice] = await this.jobs.withdraw(tx, queue, key);
    const change = mergeAssigneeChanges(waitingNotice as AssignmentNotice | undefined, {
      assignedBefore,
      assignedTo: ticket.assignedTo ?? null,
      assignedBy: actor.id,
    });
    if (change === null) return;
    const notice: AssignmentNotice = {
      organizationId: tx.organizationId!,
      ticketId: ticket.id,
      ...change,
    };
    await this.jobs.send(tx, queue, notice, {
      key,
      startAfter: new Date(Date.now() + assignmentDelay),
    });
  }

  /**
   * Sends a planned email. Locks the ticket, so that a simultaneous change is either committed
   * before it is read here, or plans an email of its own.
   */
  async #send(tx: Tx, notice: AssignmentNotice): Promise<void> {
    const type = typeOf(notice.ticketId);
    const ticket = await findTicket(tx, notice.ticketId, type, true);
    if (!ticket) return; // deleted meanwhile
    const id = findRecipient(notice, ticket.assignedTo ?? null);
    if (id === null) return;
    const answerers = await findAnswerers(tx, type, aboutGift(ticket));
    const assignee = answerers.find((answerer) => answerer.id === id);
    if (assignee) await this.emails.sendAssigned({ tx, ticket }, assignee);
  }
}
