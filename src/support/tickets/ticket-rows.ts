import type { z } from 'zod';
import {
  isPlatformActor,
  ticketTypes,
  ticketViews,
  type ticketQuery,
  type Ticket,
  type TicketFigures,
  type TicketMessage,
  type TicketPriority,
  type TicketStatus,
  type TicketType,
  type TicketView,
} from '#libs/contracts';
import type { Tx } from '#libs/database';
import { readCursor, type Actor } from '#libs/http';
import { storedFilesSql } from '../../content/index.js';
import { churchNameSql } from '../../tenancy/index.js';
import {
  findAccounts,
  findUsers,
  portalUserIdsSql,
  superAdminIdsSql,
} from '../../identity/index.js';
import { tablesOf } from './ticket.entity.js';

/** A ticket as lists read it, before names and files are known. */
export interface TicketRow {
  id: number;
  subject: string;
  description: string;
  priority: TicketPriority;
  category: Ticket['category'];
  status: TicketStatus;
  ticketType: TicketType;
  organizationId: string;
  organizationName: string | null;
  createdBy: string;
  byPlatform: boolean;
  assignedTo: string | null;
  createdAt: Date;
  updatedAt: Date;
  resolvedAt: Date | null;
  resolvedBy: string | null;
  firstAnsweredAt: Date | null;
  isWaiting: boolean;
  aboutGift: boolean;
  isUnread: boolean;
}

type Wanted = z.output<typeof ticketQuery>;

const columns = `t.id, t.subject, t.description, t.priority, t.category, t.status, t.organization_id as "organizationId", t.created_by as "createdBy", t.by_platform as "byPlatform",
  t.created_at as "createdAt", t.updated_at as "updatedAt", t.resolved_at as "resolvedAt", t.resolved_by as "resolvedBy",
  t.first_answered_at as "firstAnsweredAt", t.is_waiting as "isWaiting"`;

const unsettled = `t.status in ('open', 'in_progress')`;
/** Whom a ticket is assigned to, while they may answer it: who lost that right has it no more. Their ids are found once for a list. */
const assignee = (type: TicketType): string =>
  type === 'external'
    ? `case when t.assigned_to = any(array(${superAdminIdsSql})) then t.assigned_to end`
    : `case when t.assigned_to = any(array(${portalUserIdsSql(['admin', 'support'])})) or (t.donation_id is not null and t.assigned_to = any(array(${portalUserIdsSql(['secretary'])}))) then t.assigned_to end`;
const viewsOf = (type: TicketType): Record<TicketView, string> => ({
  mine: `${unsettled} and t.assigned_to = $2`,
  unassigned: `${unsettled} and (t.assigned_to is null or ${assignee(type)} is null)`,
  urgent: `${unsettled} and t.priority = 'urgent'`,
  waiting: `${unsettled} and t.is_waiting`,
});

const answersAll = ({ role }: Actor) => role === 'admin' || role === 'support';
/** Which tickets of a kind the person sees: `ticketRights` as a condition. `$1` is the church, null for a super administrator, `$2` the person. Null: none. */
function seenBy(actor: Actor, type: TicketType): string | null {
  const isPlatform = isPlatformActor(actor);
  if (type === 'external')
    return isPlatform
      ? '$1::uuid is null'
      : actor.role === 'admin'
        ? 't.organization_id = $1'
        : null;
  if (isPlatform) return null;
  return `t.organization_id = $1${answersAll(actor) ? '' : actor.role === 'secretary' ? ' and (t.created_by = $2 or t.donation_id is not null)' : ' and t.created_by = $2'}`;
}

/** Whether there is a message, or a note of those that the person reads, after the last that they saw; whoever never opened it has not seen it at all. */
function isUnread(actor: Actor, type: TicketType): string {
  const note =
    type === 'external' && isPlatformActor(actor)
      ? 't.platform_note_n'
      : type === 'external' || answersAll(actor)
        ? 't.note_n'
        : 't.public_n';
  return `greatest(t.public_n, ${note}) > coalesce((select s.n from ${tablesOf[type].seen} s where s.organization_id = t.organization_id and s.ticket_id = t.id and s.user_id = $2), -1)`;
}

/** Of each kind that the person sees some of, what to select from it. */
const kindsOf = (actor: Actor, type: TicketType | undefined) =>
  ticketTypes
    .filter((one) => type === undefined || one === type)
    .flatMap((one) => {
      const where = seenBy(actor, one);
      return where === null ? [] : [{ type: one, table: tablesOf[one].ticket, where }];
    });

/** Tickets that the person sees, the last that something happened to first; with a `limit` one more, where there are more. */
export async function listTickets(
  tx: Tx,
  actor: Actor,
  { ticketType, status, priority, view, q, limit, cursor }: Wanted,
  id?: number,
): Promise<TicketRow[]> {
  const values: unknown[] = [actor.organizationId, actor.id];
  const put = (value: unknown) => `$${values.push(value)}`;
  const conditions: string[] = [];
  if (id !== undefined) conditions.push(`t.id = ${put(id)}`);
  if (status && status !== 'all') conditions.push(`t.status = ${put(status)}`);
  if (priority && priority !== 'all') conditions.push(`t.priority = ${put(priority)}`);
  const words = q?.trim();
  if (words) {
    const pattern = put(`%${words.replace(/[\\%_]/g, '\\$&')}%`);
    conditions.push(`(t.subject ilike ${pattern} or t.description ilike ${pattern})`);
  }
  const after = readCursor(cursor, ['timestamp', 'int']);
  if (after)
    conditions.push(
      `(t.updated_at, t.id) < (${put(after[0])}::timestamptz, ${put(after[1])}::int)`,
    );
  const most = limit === undefined ? '' : `limit ${put(limit + 1)}`;
  const church = isPlatformActor(actor) ? `(${churchNameSql('t.organization_id')})` : 'null::text';
  const parts = kindsOf(actor, ticketType).map(
    ({ type, table, where }) =>
      `(select ${columns}, ${assignee(type)} as "assignedTo", ${church} as "organizationName", '${type}' as "ticketType", ${type === 'internal' ? 't.donation_id is not null' : 'false'} as "aboutGift", ${isUnread(actor, type)} as "isUnread"
          from ${table} t where ${[where, ...conditions, ...(view ? [viewsOf(type)[view]] : [])].join(' and ')} order by t.updated_at desc, t.id desc ${most})`,
  );
  if (parts.length === 0) return [];
  return tx.sql<TicketRow>(
    parts.length === 1
      ? parts[0]!
      : `select * from (${parts.join(' union all ')}) t order by "updatedAt" desc, id desc ${most}`,
    values,
  );
}

/** How many tickets have something new: all of one's own, and of others those that are not settled. */
export async function countUnread(tx: Tx, actor: Actor): Promise<number> {
  // two counts, each by its own index: one with "or" goes through both, and looks twice as long
  const parts = kindsOf(actor, undefined).flatMap(({ type, table, where }) =>
    ['t.created_by = $2', `t.created_by <> $2 and ${unsettled}`].map(
      (which) =>
        `(select count(*) from ${table} t where ${where} and ${which} and ${isUnread(actor, type)})`,
    ),
  );
  const [row] = await tx.sql<{ count: number }>(`select (${parts.join(' + ')})::int as count`, [
    actor.organizationId,
    actor.id,
  ]);
  return row!.count;
}

/** The queue of a kind in figures. */
export async function figuresOf(
  tx: Tx,
  actor: Actor,
  ticketType: TicketType,
): Promise<TicketFigures> {
  const [kind] = kindsOf(actor, ticketType);
  if (!kind)
    return {
      open: 0,
      mine: 0,
      unassigned: 0,
      urgent: 0,
      waiting: 0,
      firstResponseSeconds: null,
      resolutionSeconds: null,
    };
  const { table, where } = kind;
  const views = viewsOf(ticketType);
  const counted = ticketViews
    .map((view) => `count(*) filter (where ${views[view]})::int as ${view}`)
    .join(', ');
  const median = (end: string) =>
    `(select percentile_cont(0.5) within group (order by extract(epoch from t.${end} - t.created_at)) from ${table} t where ${where} and t.${end} is not null and t.created_at > now() - interval '30 days')`;
  const [row] = await tx.sql<TicketFigures>(
    `select count(*)::int as open, ${counted}, ${median('first_answered_at')}::float8 as "firstResponseSeconds", ${median('resolved_at')}::float8 as "resolutionSeconds"
       from ${table} t where ${where} and ${unsettled} and $2::uuid is not null`,
    [actor.organizationId, actor.id],
  );
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
  const rows = await tx.sql<{ ticketId: number; n: number; fileId: string; name: string }>(
    `select a.ticket_id as "ticketId", a.n, a.file_id as "fileId", f.name from ticket_attachment a join (${storedFilesSql}) f on f.organization_id = a.organization_id and f.id = a.file_id
      where a.organization_id = $1 and a.ticket_id = any($2::int[])${ofTicketsAlone ? ' and a.n = 0' : ''} order by a.position`,
    [tx.organizationId, ids],
  );
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

interface MessageRow extends Omit<
  TicketMessage,
  'ticketId' | 'creator' | 'createdAt' | 'attachments'
> {
  n: number;
  byPlatform: boolean;
  createdAt: Date;
}

/** SQL: whether the person may read a message `m`: notes are their own side's. */
export const isReadable = (actor: Actor, type: TicketType, readsNotes: boolean): string =>
  `(not m.is_internal${readsNotes ? (type === 'internal' ? ' or true' : ` or m.by_platform = ${isPlatformActor(actor)}`) : ''})`;

/** Messages of a ticket in their order, or the one with that id. */
export async function listMessages(
  tx: Tx,
  actor: Actor,
  ticket: { id: number; createdBy: string; type: TicketType; byPlatform: boolean },
  readsNotes: boolean,
  id?: string,
): Promise<TicketMessage[]> {
  const isAnswer =
    ticket.type === 'internal'
      ? 'm.created_by <> $3'
      : `m.by_platform <> ${ticket.byPlatform} and $3::uuid is not null`;
  const rows = await tx.sql<MessageRow>(
    `select m.n, m.id, m.message, m.quoted, m.is_internal as "isInternal", m.created_by as "createdBy", m.by_platform as "byPlatform", m.created_at as "createdAt", m.via, m.mentions, ${isAnswer} as "isAnswer"
       from ${tablesOf[ticket.type].message} m where m.organization_id = $1 and m.ticket_id = $2 and ${isReadable(actor, ticket.type, readsNotes)}${id === undefined ? '' : ' and m.id = $4'} order by m.n`,
    [tx.organizationId, ticket.id, ticket.createdBy, ...(id === undefined ? [] : [id])],
  );
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
