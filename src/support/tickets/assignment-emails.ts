import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { Database, type Tx } from '#libs/database';
import { Jobs } from '#libs/jobs';
import {
  assignmentDelay,
  type AssignmentNotice,
  mergeAssigneeChanges,
  personToTell,
} from './assignment-notice.js';
import { areEmailsSuppressed, TicketEmails } from './ticket-emails.js';
import { answerersOf } from './people.js';
import { findTicket, type Place } from './place.js';
import { aboutGift, typeOf } from './ticket.entity.js';

const queue = 'ticket-assigned';

/** Sends the email about an assignment some time after the last change, so that a corrected mistake tells nobody. */
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
        this.#tell(tx, data as AssignmentNotice),
      ),
    );
  }

  /**
   * Plans the email about the present assignee of a ticket, in place of the one that waits for it. The caller holds the
   * lock of the ticket.
   * @param assignedBefore the id of the assignee before the change; null: nobody
   */
  async plan({ tx, ticket, actor }: Place, assignedBefore: string | null): Promise<void> {
    if (areEmailsSuppressed()) return;
    const key = String(ticket.id);
    const [waiting] = await this.jobs.withdraw(tx, queue, key);
    const change = mergeAssigneeChanges(waiting as AssignmentNotice | undefined, {
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

  /** Locks the ticket, so that a change at the same moment is either seen here or plans an email of its own. */
  async #tell(tx: Tx, notice: AssignmentNotice): Promise<void> {
    const type = typeOf(notice.ticketId);
    const ticket = await findTicket(tx, notice.ticketId, type, true);
    if (!ticket) return; // deleted meanwhile
    const id = personToTell(notice, ticket.assignedTo ?? null);
    if (id === null) return;
    const answerers = await answerersOf(tx, type, aboutGift(ticket));
    const assignee = answerers.find((person) => person.id === id);
    if (assignee) await this.emails.assigned({ tx, ticket }, assignee);
  }
}
