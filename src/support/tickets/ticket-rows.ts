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
import type { TicketContext } from './ticket-context.js';
import { listAttachments, listExternalMessages, listInternalMessages } from './tickets.sql.js';

/** A ticket as lists read it, without names and files. */
export type TicketRow = Awaited<ReturnType<(typeof listTicketRows)['own']>>[number];

type TicketQuery = z.output<typeof ticketQuery>;

/**
 * Returns which tickets a user sees; null: none.
 * @param type the type of the tickets; undefined: both types
 */
function selectionOf(actor: Actor, type: TicketType | undefined): Selection | null {
  if (isPlatformActor(actor)) return type === 'internal' ? null : 'platform';
  if (actor.role === 'admin') {
    if (type === undefined) return 'allAndChurch';
    return type === 'external' ? 'church' : 'all';
  }
  if (type === 'external') return null;
  if (actor.role === 'support') return 'all';
  return actor.role === 'secretary' ? 'donations' : 'own';
}

/**
 * Lists tickets that the user sees, those with the latest changes first. If the query has a
 * `limit`, returns one ticket more than the limit if there are more.
 * @param id the only ticket to list
 */
export async function listTickets(
  tx: Tx,
  actor: Actor,
  { ticketType, status, priority, view, q, limit, cursor }: TicketQuery,
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

/** Counts tickets with unread messages: all of the user's own, and others that are not settled. */
export async function countUnread(tx: Tx, actor: Actor): Promise<number> {
  const selection = selectionOf(actor, undefined);
  const [row] = selection ? await countUnreadTickets[selection](tx, { userId: actor.id }) : [];
  return row?.count ?? 0;
}

/** Reads the figures about the open tickets of a type. */
export async function readQueueFigures(
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
 * Reads the names of users in the transaction of their church.
 * @returns a function that finds the name by the id. To a church, a super administrator has the
 * name of the platform; to other super administrators, an email address. Null: a former member.
 */
async function readNames(
  tx: Tx,
  actor: Actor,
  ids: (string | null)[],
): Promise<(id: string | null, byPlatform: boolean) => Name | null> {
  const userIds = [...new Set(ids.filter((id) => id !== null))];
  const users = (await findUsers(tx, userIds)).filter(({ isRemoved }) => !isRemoved);
  const accounts = isPlatformActor(actor) ? await findAccounts(tx, userIds) : [];
  const superAdmins = accounts.filter(({ isSuperAdmin }) => isSuperAdmin);
  const names = new Map<string, Name>([
    ...users.map(({ id, firstName, lastName }) => [id, { firstName, lastName }] as const),
    ...superAdmins.map(({ id, email }) => [id, { firstName: email, lastName: '' }] as const),
  ]);
  return (id, byPlatform) =>
    id === null ? null : (names.get(id) ?? (byPlatform ? platformName : null));
}

/**
 * Reads the attachments of tickets and their messages.
 * @returns a function that returns the URLs of the attachments of a message, by ticket and message
 *   number. The number 0 means the ticket itself.
 */
async function readAttachments(
  tx: Tx,
  ids: number[],
  ofTicketsAlone: boolean,
): Promise<(id: number, n: number) => string[]> {
  const rows = await listAttachments(tx, { ticketIds: ids, ofTickets: ofTicketsAlone });
  const rowsByMessage = Map.groupBy(rows, ({ ticketId, n }) => `${ticketId} ${n}`);
  return (id, n) =>
    (rowsByMessage.get(`${id} ${n}`) ?? []).map(
      ({ fileId, name }) =>
        `/api/support-tickets/${id}/attachments/${fileId}/${encodeURIComponent(name)}`,
    );
}

/** Returns tickets of the transaction's church as the API shows them to the user. */
export async function toTickets(tx: Tx, actor: Actor, rows: TicketRow[]): Promise<Ticket[]> {
  if (rows.length === 0) return [];
  const nameOf = await readNames(
    tx,
    actor,
    rows.flatMap(({ createdBy, assignedTo }) => [createdBy, assignedTo]),
  );
  const filesOf = await readAttachments(
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

/**
 * Lists the messages of a ticket that the user may read, in their order.
 * @param id the only message to list
 */
export async function listMessages(
  { tx, actor, ticket, type, rights }: TicketContext,
  id?: string,
): Promise<TicketMessage[]> {
  const parameters = { ticketId: ticket.id, readsNotes: rights.readNotes, id: id ?? null };
  const rows =
    type === 'internal'
      ? await listInternalMessages(tx, { ...parameters, askedBy: ticket.createdBy })
      : await listExternalMessages(tx, {
          ...parameters,
          isPlatform: isPlatformActor(actor),
          isAskedByPlatform: ticket.byPlatform,
        });
  const nameOf = await readNames(
    tx,
    actor,
    rows.map(({ createdBy }) => createdBy),
  );
  const filesOf = await readAttachments(tx, [ticket.id], false);
  return rows.map(({ n, byPlatform, createdAt, ...row }) => ({
    ...row,
    ticketId: String(ticket.id),
    creator: nameOf(row.createdBy, byPlatform),
    createdAt: createdAt.toISOString(),
    attachments: filesOf(ticket.id, n),
  }));
}
