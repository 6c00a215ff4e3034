import type { z } from 'zod';
import {
  isPlatformActor,
  type ticketQuery,
  type Ticket,
  type TicketFigures,
  type TicketMessage,
  type TicketType,
} from '#libs/contracts';
import { containing, type Tx } from '#libs/database';
import { readCursor, type Actor } from '#libs/http';
import { findAccounts, findUsers } from '../../identity/index.js';
import {
  countUnreadTickets,
  listTicketRows,
  readFigures,
  type Selection,
} from './ticket-lists.sql.js';
import { listAttachments, listExternalMessages, listInternalMessages } from './tickets.sql.js';

/** A ticket as lists read it, before names and files are known. */
export type TicketRow = Awaited<ReturnType<(typeof listTicketRows)['own']>>[number];

type Wanted = z.output<typeof ticketQuery>;

/** @returns which tickets of a type, or of both types, a user sees; null if none */
function selectionOf(actor: Actor, type: TicketType | undefined): Selection | null {
  if (isPlatformActor(actor)) return type === 'internal' ? null : 'platform';
  if (actor.role === 'admin')
    return type === undefined ? 'allAndChurch' : type === 'external' ? 'church' : 'all';
  if (type === 'external') return null;
  if (actor.role === 'support') return 'all';
  return actor.role === 'secretary' ? 'donations' : 'own';
}

/** Tickets that the person sees, the last that something happened to first; with a `limit` one more, where there are more. */
export async function listTickets(
  tx: Tx,
  actor: Actor,
  { ticketType, status, priority, view, q, limit, cursor }: Wanted,
  id?: number,
): Promise<TicketRow[]> {
  const selection = selectionOf(actor, ticketType);
  if (!selection) return [];
  const words = q?.trim();
  const [beforeTime = null, beforeId = null] = (readCursor(cursor, ['timestamp', 'int']) ?? []) as [
    string?,
    number?,
  ];
  return listTicketRows[selection](tx, {
    userId: actor.id,
    id: id ?? null,
    status: status === 'all' ? null : (status ?? null),
    priority: priority === 'all' ? null : (priority ?? null),
    pattern: words ? containing(words) : null,
    beforeTime,
    beforeId,
    view: view ?? null,
    limit: limit === undefined ? null : limit + 1,
  });
}

/** How many tickets have something new: all of one's own, and of others those that are not settled. */
export async function countUnread(tx: Tx, actor: Actor): Promise<number> {
  const selection = selectionOf(actor, undefined);
  const [row] = selection ? await countUnreadTickets[selection](tx, { userId: actor.id }) : [];
  return row?.count ?? 0;
}

/** The queue of a kind in figures. */
export async function figuresOf(
  tx: Tx,
  actor: Actor,
  ticketType: TicketType,
): Promise<TicketFigures> {
  const selection = selectionOf(actor, ticketType);
  if (!selection || selection === 'allAndChurch')
    return {
      open: 0,
      mine: 0,
      unassigned: 0,
      urgent: 0,
      waiting: 0,
      firstResponseSeconds: null,
      resolutionSeconds: null,
    };
  const [row] = await readFigures[selection](tx, { userId: actor.id });
  return row!;
}

type Name = { firstName: string; lastName: string };
const platformName: Name = { firstName: 'Church Connect', lastName: 'Support' };

/**
 * The people who wrote, by their ids, in the transaction of their church. A super administrator is the platform to a church,
 * and to the others an address. Null: a former member.
 */
async function namesOf(
  tx: Tx,
  actor: Actor,
  ids: (string | null)[],
): Promise<(id: string | null, byPlatform: boolean) => Name | null> {
  const wanted = [...new Set(ids.filter((id) => id !== null))];
  const people = (await findUsers(tx, wanted)).filter(({ isRemoved }) => !isRemoved);
  const accounts = isPlatformActor(actor) ? await findAccounts(tx, wanted) : [];
  const platform = accounts.filter(({ isSuperAdmin }) => isSuperAdmin);
  const known = new Map<string, Name>([
    ...people.map(({ id, firstName, lastName }) => [id, { firstName, lastName }] as const),
    ...platform.map(({ id, email }) => [id, { firstName: email, lastName: '' }] as const),
  ]);
  return (id, byPlatform) =>
    id === null ? null : (known.get(id) ?? (byPlatform ? platformName : null));
}

/** Addresses of what is attached to tickets (`n` is 0) and their messages, by `ticket n`. */
async function attachmentsOf(
  tx: Tx,
  ids: number[],
  ofTicketsAlone: boolean,
): Promise<(id: number, n: number) => string[]> {
  const rows = await listAttachments(tx, { ticketIds: ids, ofTickets: ofTicketsAlone });
  const found = Map.groupBy(rows, ({ ticketId, n }) => `${ticketId} ${n}`);
  return (id, n) =>
    (found.get(`${id} ${n}`) ?? []).map(
      ({ fileId, name }) =>
        `/api/support-tickets/${id}/attachments/${fileId}/${encodeURIComponent(name)}`,
    );
}

/** Tickets of one church as its people, or the platform's, see them; in the church's transaction. */
export async function showTickets(tx: Tx, actor: Actor, rows: TicketRow[]): Promise<Ticket[]> {
  if (rows.length === 0) return [];
  const nameOf = await namesOf(
    tx,
    actor,
    rows.flatMap(({ createdBy, assignedTo }) => [createdBy, assignedTo]),
  );
  const filesOf = await attachmentsOf(
    tx,
    rows.map(({ id }) => id),
    true,
  );
  return rows.map(({ byPlatform, createdAt, updatedAt, resolvedAt, firstAnsweredAt, ...row }) => ({
    ...row,
    id: String(row.id),
    creator: nameOf(row.createdBy, byPlatform),
    assignee: nameOf(row.assignedTo, row.ticketType === 'external'),
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
    resolvedAt: resolvedAt?.toISOString() ?? null,
    firstAnsweredAt: firstAnsweredAt?.toISOString() ?? null,
    attachments: filesOf(row.id, 0),
  }));
}

/** Messages of a ticket in their order, or the one with that id. */
export async function listMessages(
  tx: Tx,
  actor: Actor,
  ticket: { id: number; createdBy: string; type: TicketType; byPlatform: boolean },
  readsNotes: boolean,
  id?: string,
): Promise<TicketMessage[]> {
  const wanted = { ticketId: ticket.id, readsNotes, id: id ?? null };
  const rows =
    ticket.type === 'internal'
      ? await listInternalMessages(tx, { ...wanted, askedBy: ticket.createdBy })
      : await listExternalMessages(tx, {
          ...wanted,
          isPlatform: isPlatformActor(actor),
          isAskedByPlatform: ticket.byPlatform,
        });
  const nameOf = await namesOf(
    tx,
    actor,
    rows.map(({ createdBy }) => createdBy),
  );
  const filesOf = await attachmentsOf(tx, [ticket.id], false);
  return rows.map(({ n, byPlatform, createdAt, ...row }) => ({
    ...row,
    ticketId: String(ticket.id),
    creator: nameOf(row.createdBy, byPlatform),
    createdAt: createdAt.toISOString(),
    attachments: filesOf(ticket.id, n),
  }));
}
