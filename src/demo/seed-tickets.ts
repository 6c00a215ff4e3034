import type { INestApplicationContext } from '@nestjs/common';
import type { Donation } from '#libs/contracts';
import type { Tx } from '#libs/database';
import type { ChurchActor } from '#libs/http';
import { backdateTicket, TicketService, runWithoutEmails } from '../support/index.js';
import type { DemoTicket } from './tickets.js';

const hour = 3_600_000;

/** What the tickets of a demo church refer to. */
interface TicketSetting {
  /** the users by the part of their address before the `@` */
  users: ReadonlyMap<string, ChurchActor>;
  /** the donations of the church, the oldest first */
  donations: readonly Donation[];
}

/**
 * Opens, answers and changes tickets through the service, and then sets their times to the past.
 */
export async function seedTickets(
  app: INestApplicationContext,
  tx: Tx,
  setting: TicketSetting,
  tickets: readonly DemoTicket[],
): Promise<void> {
  const service = app.get(TicketService, { strict: false });
  const now = Date.now();
  await runWithoutEmails(async () => {
    for (const ticket of tickets) {
      const timeAfter = (hours: number) => new Date(now + (hours - ticket.hoursAgo) * hour);
      const id = await seedTicket(service, tx, setting, ticket, timeAfter);
      await backdate(tx, id, ticket, timeAfter);
    }
  });
}

/** @returns the id of the ticket */
async function seedTicket(
  service: TicketService,
  tx: Tx,
  { users, donations }: TicketSetting,
  ticket: DemoTicket,
  timeAfter: (hours: number) => Date,
): Promise<number> {
  const { from, subject, description, priority = 'medium', category = 'general' } = ticket;
  const creator = users.get(from)!;
  const openedAt = timeAfter(0).toISOString();
  const donation =
    ticket.giftTo &&
    donations.findLast(
      ({ userId, campaign, date }) =>
        userId === creator.id && campaign === ticket.giftTo && date < openedAt,
    );
  const { id } = await service.open(tx, creator, {
    subject,
    description,
    priority,
    category,
    ticketType: typeOf(ticket),
    attachments: [],
    ...(donation ? { donationId: donation.id } : {}),
  });
  const loadFor = (name: string) => service.loadIn(tx, users.get(name)!, id, true);
  for (const { author, message, isNote = false } of ticket.messages)
    await service.write(await loadFor(author), { message, isInternal: isNote, attachments: [] });
  if (ticket.change) {
    const { author, status, assignedTo } = ticket.change;
    await service.change(await loadFor(author), {
      status,
      ...(assignedTo ? { assignedTo: users.get(assignedTo)!.id } : {}),
    });
  }
  return id;
}

const typeOf = ({ isExternal }: DemoTicket) => (isExternal ? 'external' : 'internal');

async function backdate(
  tx: Tx,
  id: number,
  ticket: DemoTicket,
  timeAfter: (hours: number) => Date,
): Promise<void> {
  const { from, messages, change } = ticket;
  const firstAnswer = messages.find(({ author, isNote }) => author !== from && !isNote);
  const publicChanges = [
    0,
    ...messages.filter(({ isNote }) => !isNote).map(({ after }) => after),
    ...(change ? [change.after] : []),
  ];
  await backdateTicket(tx, typeOf(ticket), id, {
    openedAt: timeAfter(0),
    updatedAt: timeAfter(Math.max(...publicChanges)),
    answeredAt: firstAnswer ? timeAfter(firstAnswer.after) : null,
    settledAt: change ? timeAfter(change.after) : null,
    messagesAt: messages.map(({ after }) => timeAfter(after)),
  });
}
