import type { INestApplicationContext } from '@nestjs/common';
import type { Donation } from '#libs/contracts';
import type { Tx } from '#libs/database';
import type { ChurchActor } from '#libs/http';
import { backdateTicket, TicketService, runWithoutEmails } from '../support/index.js';
import type { DemoTicket } from './tickets.js';

const hour = 3_600_000;

/**
 * Asks and answers through the desk, then puts everything back to when it happened.
 * @param people who acts, by what stands before the `@` of their address
 * @param given the gifts of the church, the oldest first
 */
export async function seedTickets(
  app: INestApplicationContext,
  tx: Tx,
  people: ReadonlyMap<string, ChurchActor>,
  given: readonly Donation[],
  tickets: readonly DemoTicket[],
): Promise<void> {
  const desk = app.get(TicketService, { strict: false });
  const now = Date.now();
  await runWithoutEmails(async () => {
    for (const ticket of tickets)
      await seedTicket(
        desk,
        tx,
        people,
        given,
        ticket,
        (after) => new Date(now + (after - ticket.hoursAgo) * hour),
      );
  });
}

async function seedTicket(
  desk: TicketService,
  tx: Tx,
  people: ReadonlyMap<string, ChurchActor>,
  given: readonly Donation[],
  {
    from,
    subject,
    description,
    priority = 'medium',
    category = 'general',
    isExternal,
    giftTo,
    said,
    became,
  }: DemoTicket,
  at: (after: number) => Date,
): Promise<void> {
  const asker = people.get(from)!;
  const ticketType = isExternal ? 'external' : 'internal';
  const asked = at(0).toISOString();
  const gift =
    giftTo &&
    given.findLast(
      ({ userId, campaign, date }) => userId === asker.id && campaign === giftTo && date < asked,
    );
  const { id } = await desk.open(tx, asker, {
    subject,
    description,
    priority,
    category,
    ticketType,
    attachments: [],
    ...(gift ? { donationId: gift.id } : {}),
  });
  const before = (name: string) => desk.loadIn(tx, people.get(name)!, id, true);
  const times: Date[] = [];
  for (const { by, after, message, isNote = false } of said) {
    await desk.write(await before(by), { message, isInternal: isNote, attachments: [] });
    times.push(at(after));
  }
  if (became) {
    const { by, status, assignedTo } = became;
    await desk.change(await before(by), {
      status,
      ...(assignedTo ? { assignedTo: people.get(assignedTo)!.id } : {}),
    });
  }
  const answered = said.find(({ by, isNote }) => by !== from && !isNote);
  const seen = [
    0,
    ...said.filter(({ isNote }) => !isNote).map(({ after }) => after),
    ...(became ? [became.after] : []),
  ];
  await backdateTicket(tx, ticketType, id, {
    openedAt: at(0),
    updatedAt: at(Math.max(...seen)),
    answeredAt: answered ? at(answered.after) : null,
    settledAt: became ? at(became.after) : null,
    messagesAt: times,
  });
}
