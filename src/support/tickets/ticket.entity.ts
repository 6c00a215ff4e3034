import { randomInt } from 'node:crypto';
import { defineEntity, p } from '@mikro-orm/core';
import type { TicketCategory, TicketPriority, TicketStatus, TicketType } from '#libs/contracts';

/** Columns of both kinds. */
const columns = () => ({
  organizationId: p.uuid().primary(),
  /** drawn by lot (`drawId`), so that it says nothing of how many there are */
  id: p.integer().primary(),
  subject: p.string(),
  description: p.string(),
  priority: p.string().$type<TicketPriority>(),
  category: p.string().$type<TicketCategory>(),
  status: p.string().$type<TicketStatus>().default('open'),
  createdBy: p.uuid(),
  /** by a super administrator, whose account's id stands in `createdBy` */
  byPlatform: p.boolean().default(false),
  assignedTo: p.uuid().nullable(),
  createdAt: p.datetime(),
  /** of what its asker can see: a note does not move it */
  updatedAt: p.datetime(),
  firstAnsweredAt: p.datetime().nullable(),
  isWaiting: p.boolean().default(true),
  resolvedAt: p.datetime().nullable(),
  resolvedBy: p.uuid().nullable(),
  /** when it was resolved or closed */
  endedAt: p.datetime().nullable(),
  /** numbers of messages: the last one, the last that all see, the last note of the church and of the platform */
  lastN: p.integer().default(0),
  publicN: p.integer().default(0),
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
/** A ticket between a church's administrators and the platform. */
export class ExternalTicketEntity extends external.class {}
external.setClass(ExternalTicketEntity);
export { internal as TicketSchema, external as ExternalTicketSchema };

export type AnyTicket = TicketEntity | ExternalTicketEntity;

/** The tables of each kind; those of external tickets are the platform's. */
export const tablesOf = {
  internal: { ticket: 'ticket', message: 'ticket_message', seen: 'ticket_seen' },
  external: {
    ticket: 'external_ticket',
    message: 'external_ticket_message',
    seen: 'external_ticket_seen',
  },
} as const satisfies Record<TicketType, object>;

const firstExternal = 90_000_000;
/** One address, /support/{id}, serves both kinds: the number tells which. */
export const typeOf = (id: number): TicketType => (id < firstExternal ? 'internal' : 'external');
export const drawId = (type: TicketType): number =>
  type === 'internal'
    ? randomInt(10_000_000, firstExternal)
    : randomInt(firstExternal, 100_000_000);

export const isSettled = ({ status }: { status: TicketStatus }): boolean =>
  status === 'resolved' || status === 'closed';
export const aboutGift = (ticket: AnyTicket): boolean =>
  'donationId' in ticket && ticket.donationId != null;
