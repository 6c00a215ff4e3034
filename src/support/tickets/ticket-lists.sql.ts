import {
  ticketViews,
  type Ticket,
  type TicketPriority,
  type TicketStatus,
  type TicketType,
  type TicketView,
} from '#libs/contracts';
import { statement, t } from '#libs/database';
import { portalUserIdsSql, superAdminIdsSql } from '../../identity/index.js';
import { churchNameSql } from '../../tenancy/index.js';
import { tablesOf } from './ticket.entity.js';

/** The tickets of a type that a user sees, as a condition that follows from `ticketRights`. */
interface Scope {
  type: TicketType;
  where: string;
  /** the column with the number of the last internal note that the user may read */
  note: string;
}

const scopes = {
  /** tickets of all churches to the platform, for super administrators */
  platform: { type: 'external', where: 'true', note: 'platform_note_n' },
  /** tickets of a church to the platform, for its admins */
  church: { type: 'external', where: 't.organization_id = :church', note: 'note_n' },
  /** all tickets inside a church, for admins and support */
  all: { type: 'internal', where: 't.organization_id = :church', note: 'note_n' },
  /** a secretary's own tickets, and those about donations */
  donations: {
    type: 'internal',
    where: 't.organization_id = :church and (t.created_by = :userId or t.donation_id is not null)',
    note: 'public_n',
  },
  own: {
    type: 'internal',
    where: 't.organization_id = :church and t.created_by = :userId',
    note: 'public_n',
  },
} satisfies Record<string, Scope>;

const unsettled = `t.status in ('open', 'in_progress')`;

/**
 * The user to whom a ticket is assigned, if this user may still answer tickets. The subquery runs
 * once for a whole list.
 */
const assignees: Record<TicketType, string> = {
  external: `
    case when t.assigned_to = any(array(${superAdminIdsSql})) then t.assigned_to end`,
  internal: `
    case
      when t.assigned_to = any(array(${portalUserIdsSql(['admin', 'support'])}))
        or (
          t.donation_id is not null
          and t.assigned_to = any(array(${portalUserIdsSql(['secretary'])}))
        )
      then t.assigned_to
    end`,
};

const viewsOf = (type: TicketType): Record<TicketView, string> => ({
  mine: `${unsettled} and t.assigned_to = :userId`,
  unassigned: `${unsettled} and (t.assigned_to is null or ${assignees[type]} is null)`,
  urgent: `${unsettled} and t.priority = 'urgent'`,
  waiting: `${unsettled} and t.is_waiting`,
});

/** Whether there is a message that the user may read after the last one that the user has seen. */
const isUnread = ({ type, note }: Scope) => `
  greatest(t.public_n, t.${note}) > coalesce((
    select s.n
      from ${tablesOf[type].seen} s
     where s.organization_id = t.organization_id
       and s.ticket_id = t.id
       and s.user_id = :userId), -1)`;

/** The name of the church for super administrators. */
const organizationName = ({ note }: Scope): string =>
  note === 'platform_note_n' ? `(${churchNameSql('t.organization_id')})` : 'null::text';

const selectTickets = (scope: Scope) => `
  (select t.id,
          t.subject,
          t.description,
          t.priority,
          t.category,
          t.status,
          t.organization_id,
          t.created_by,
          t.by_platform,
          t.created_at,
          t.updated_at,
          t.resolved_at,
          t.resolved_by,
          t.first_answered_at,
          t.is_waiting,
          ${assignees[scope.type]} as assigned_to,
          ${organizationName(scope)} as organization_name,
          '${scope.type}'::text as ticket_type,
          ${scope.type === 'internal' ? 't.donation_id is not null' : 'false'} as about_gift,
          ${isUnread(scope)} as is_unread
     from ${tablesOf[scope.type].ticket} t
    where ${scope.where}
      and (:id::int is null or t.id = :id)
      and (:status::text is null or t.status = :status)
      and (:priority::text is null or t.priority = :priority)
      and (:pattern::text is null or t.subject ilike :pattern or t.description ilike :pattern)
      and (
        :beforeTime::timestamptz is null
        or (t.updated_at, t.id) < (:beforeTime, :beforeId::int)
      )
      and (:view::text is null or ${Object.entries(viewsOf(scope.type))
        .map(([view, condition]) => `(:view = '${view}' and ${condition})`)
        .join(' or ')})
    order by t.updated_at desc, t.id desc
    limit :limit)`;

const listOf = (...parts: Scope[]) =>
  statement({
    parameters: {
      userId: t.uuid,
      id: t.nullable(t.integer),
      status: t.nullable(t.text),
      priority: t.nullable(t.text),
      pattern: t.nullable(t.text),
      beforeTime: t.nullable(t.timestamptz),
      beforeId: t.nullable(t.integer),
      view: t.nullable(t.textOf<TicketView>()),
      limit: t.nullable(t.bigint),
    },
    columns: {
      id: t.integer,
      subject: t.text,
      description: t.text,
      priority: t.textOf<TicketPriority>(),
      category: t.textOf<Ticket['category']>(),
      status: t.textOf<TicketStatus>(),
      organizationId: t.uuid,
      createdBy: t.uuid,
      byPlatform: t.boolean,
      createdAt: t.timestamptz,
      updatedAt: t.timestamptz,
      resolvedAt: t.nullable(t.timestamptz),
      resolvedBy: t.nullable(t.uuid),
      firstAnsweredAt: t.nullable(t.timestamptz),
      isWaiting: t.boolean,
      assignedTo: t.nullable(t.uuid),
      organizationName: t.nullable(t.text),
      ticketType: t.textOf<TicketType>(),
      aboutGift: t.boolean,
      isUnread: t.boolean,
    },
    sql:
      parts.length === 1
        ? selectTickets(parts[0]!)
        : `
      select *
        from (${parts.map(selectTickets).join(' union all ')}) t
       order by updated_at desc, id desc
       limit :limit`,
  });

/**
 * Lists the tickets of one or two scopes, those with the latest changes first. Ignores null
 * filters.
 */
export const listTicketRows = {
  platform: listOf(scopes.platform),
  church: listOf(scopes.church),
  all: listOf(scopes.all),
  allAndChurch: listOf(scopes.all, scopes.church),
  donations: listOf(scopes.donations),
  own: listOf(scopes.own),
};

export type Selection = keyof typeof listTicketRows;

/** Adds two counts that each use an index. One count with "or" would take twice as long. */
const countPart = (scope: Scope) =>
  ['t.created_by = :userId', `t.created_by <> :userId and ${unsettled}`]
    .map(
      (condition) => `(
        select count(*)
          from ${tablesOf[scope.type].ticket} t
         where ${scope.where} and ${condition} and ${isUnread(scope)})`,
    )
    .join(' + ');

const countOf = (...parts: Scope[]) =>
  statement({
    parameters: { userId: t.uuid },
    columns: { count: t.integer },
    sql: `select (${parts.map(countPart).join(' + ')})::int as count`,
  });

/** Counts tickets with unread messages: all of the user's own, and others that are not settled. */
export const countUnreadTickets = {
  platform: countOf(scopes.platform),
  church: countOf(scopes.church),
  all: countOf(scopes.all),
  allAndChurch: countOf(scopes.all, scopes.church),
  donations: countOf(scopes.donations),
  own: countOf(scopes.own),
} satisfies Record<Selection, unknown>;

const median = ({ type, where }: Scope, end: string) => `(
  select percentile_cont(0.5) within group (order by extract(epoch from t.${end} - t.created_at))
    from ${tablesOf[type].ticket} t
   where ${where} and t.${end} is not null and t.created_at > now() - interval '30 days')::float8`;

const readQueueFigures = (scope: Scope) =>
  statement({
    parameters: { userId: t.uuid },
    columns: {
      open: t.integer,
      mine: t.integer,
      unassigned: t.integer,
      urgent: t.integer,
      waiting: t.integer,
      firstResponseSeconds: t.nullable(t.double),
      resolutionSeconds: t.nullable(t.double),
    },
    sql: `
      select count(*)::int as open,
             ${ticketViews
               .map(
                 (view) => `count(*) filter (where ${viewsOf(scope.type)[view]})::int as ${view}`,
               )
               .join(', ')},
             ${median(scope, 'first_answered_at')} as first_response_seconds,
             ${median(scope, 'resolved_at')} as resolution_seconds
        from ${tablesOf[scope.type].ticket} t
       where ${scope.where} and ${unsettled}`,
  });

/** Reads the figures of a queue. */
export const readFigures = {
  platform: readQueueFigures(scopes.platform),
  church: readQueueFigures(scopes.church),
  all: readQueueFigures(scopes.all),
  donations: readQueueFigures(scopes.donations),
  own: readQueueFigures(scopes.own),
};
