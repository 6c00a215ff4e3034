import { randomInt } from 'node:crypto';
import { defineEntity, p } from '@mikro-orm/core';
import type { TicketCategory, TicketPriority, TicketStatus, TicketType } from '#libs/contracts';

/** The columns of internal and external tickets. */
const columns = () => ({
  organizationId: p.uuid().primary(),
  /** a random number (`drawId`), so that it does not reveal how many tickets there are */
  id: p.integer().primary(),
  subject: p.string(),
  description: p.string(),
  priority: p.string().$type<TicketPriority>(),
  category: p.string().$type<TicketCategory>(),
  status: p.string().$type<TicketStatus>().default('open'),
  createdBy: p.uuid(),
  /** whether a super administrator created it; then `createdBy` is the id of an account */
  byPlatform: p.boolean().default(false),
  assignedTo: p.uuid().nullable(),
  createdAt: p.datetime(),
  /** the last change that the creator can see; internal notes do not change it */
  updatedAt: p.datetime(),
  firstAnsweredAt: p.datetime().nullable(),
  isWaiting: p.boolean().default(true),
  resolvedAt: p.datetime().nullable(),
  resolvedBy: p.uuid().nullable(),
  /** when it was resolved or closed */
  endedAt: p.datetime().nullable(),
  /** the number of the last message */
  lastN: p.integer().default(0),
  /** the number of the last message that is no internal note */
  publicN: p.integer().default(0),
  /** the numbers of the last internal notes of the church and of the platform */
  noteN: p.integer().default(0),
  platformNoteN: p.integer().default(0),
});

const internal = defineEntity({
  name: 'Ticket',
  tableName: 'ticket',
  properties: { ...columns(), donationId: p.uuid().nullable() },
});
const external = defineEntity({
  name: 'ExternalTicket',
  tableName: 'external_ticket',
  properties: columns(),
});

/** A ticket inside a church. */
export class TicketEntity extends internal.class {}
internal.setClass(TicketEntity);
/** A ticket between a church's admins and the platform. */
export class ExternalTicketEntity extends external.class {}
external.setClass(ExternalTicketEntity);
export { internal as TicketSchema, external as ExternalTicketSchema };

export type AnyTicket = TicketEntity | ExternalTicketEntity;

/** The tables of each type of tickets. Those of external tickets are platform tables. */
export const tablesOf = {
  internal: { ticket: 'ticket', message: 'ticket_message', seen: 'ticket_seen' },
  external: {
    ticket: 'external_ticket',
    message: 'external_ticket_message',
    seen: 'external_ticket_seen',
  },
} as const satisfies Record<TicketType, object>;

const firstExternal = 90_000_000;
/**
 * Returns the type of a ticket. Both types have addresses `/support/{id}`, so the id contains it.
 */
export const typeOf = (id: number): TicketType => (id < firstExternal ? 'internal' : 'external');
export const drawId = (type: TicketType): number =>
  type === 'internal'
    ? randomInt(10_000_000, firstExternal)
    : randomInt(firstExternal, 100_000_000);

export const isSettled = ({ status }: { status: TicketStatus }): boolean =>
  status === 'resolved' || status === 'closed';
export const aboutGift = (ticket: AnyTicket): boolean =>
  'donationId' in ticket && ticket.donationId != null;
