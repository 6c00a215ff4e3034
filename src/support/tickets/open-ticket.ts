import type { z } from 'zod';
import { isPlatformActor, may, type ticketInput } from '#libs/contracts';
import type { Tx } from '#libs/database';
import { forbidden, notFound, invalidField, type Actor } from '#libs/http';
import { isOwnDonation } from '../../giving/index.js';
import { ExternalTicketEntity, TicketEntity, type AnyTicket } from './ticket.entity.js';
import { drawFreeId } from './ticket-steps.js';

/** The validated values of the form for a new ticket. */
export type NewTicket = z.output<typeof ticketInput>;

/**
 * Checks that the user may open a ticket of this type, and ask about this donation.
 * @throws HttpError 403 if the user may not open tickets of this type
 * @throws HttpError 400 for a question about a donation that does not go to the user's church
 * @throws HttpError 404 if the donation is not the user's own
 */
export async function assertMayOpen(
  tx: Tx,
  actor: Actor,
  { ticketType, donationId }: NewTicket,
): Promise<void> {
  const isExternal = ticketType === 'external';
  const mayOpen = isPlatformActor(actor)
    ? isExternal
    : !isExternal || may(actor, 'ticket.external');
  if (!mayOpen) throw forbidden();
  if (donationId === undefined) return;
  if (isExternal)
    throw invalidField('donationId', 'A question about a gift goes to your own church.');
  if (!(await isOwnDonation(tx, donationId, actor.id))) throw notFound('This donation');
}

/** Stores a new ticket. */
export async function createTicket(tx: Tx, actor: Actor, input: NewTicket): Promise<AnyTicket> {
  const { ticketType, subject, description, priority, category, donationId } = input;
  const isPlatform = isPlatformActor(actor);
  const now = new Date();
  const values = {
    organizationId: tx.organizationId!,
    id: await drawFreeId(tx, ticketType),
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
    ticketType === 'internal'
      ? tx.em.create(TicketEntity, { ...values, donationId: donationId ?? null })
      : tx.em.create(ExternalTicketEntity, values);
  await tx.em.flush();
  return ticket;
}
