import type { TicketMessage, TicketType } from '#libs/contracts';
import { statement, t } from '#libs/database';
import { storedFilesSql } from '../../content/index.js';
import { tablesOf } from './ticket.entity.js';

type Tables = (typeof tablesOf)[TicketType];

/** Creates a statement for each type of ticket. */
const forTypes = <Statement>(
  create: (tables: Tables, type: TicketType) => Statement,
): Record<TicketType, Statement> => ({
  internal: create(tablesOf.internal, 'internal'),
  external: create(tablesOf.external, 'external'),
});

/** Finds the church of a ticket to the platform. */
export const findChurchOfTicket = statement({
  parameters: { id: t.integer },
  columns: { organizationId: t.uuid },
  sql: 'select organization_id from external_ticket where id = :id',
});

export const findTicketNumber = forTypes(({ ticket }) =>
  statement({
    parameters: { id: t.integer },
    columns: { id: t.integer },
    sql: `select id from ${ticket} where id = :id`,
  }),
);

export const insertMessage = forTypes(({ message }) =>
  statement({
    parameters: {
      ticketId: t.integer,
      n: t.integer,
      id: t.uuid,
      message: t.text,
      quoted: t.nullable(t.text),
      isInternal: t.boolean,
      createdBy: t.uuid,
      byPlatform: t.boolean,
      createdAt: t.timestamptz,
      via: t.text,
      mentions: t.array(t.text),
    },
    sql: `
      insert into ${message} (
        organization_id, ticket_id, n, id, message, quoted, is_internal, created_by, by_platform,
        created_at, via, mentions
      )
      values (
        :church, :ticketId, :n, :id, :message, :quoted, :isInternal, :createdBy, :byPlatform,
        :createdAt, :via, :mentions
      )`,
  }),
);

export const findMessageNumber = forTypes(({ message }) =>
  statement({
    parameters: { ticketId: t.integer, id: t.uuid },
    columns: { n: t.integer },
    sql: `
      select n
        from ${message}
       where organization_id = :church and ticket_id = :ticketId and id = :id`,
  }),
);

/** Finds the users who have written messages that are no notes. */
export const findWriters = forTypes(({ message }) =>
  statement({
    parameters: { ticketId: t.integer },
    columns: { id: t.uuid },
    sql: `
      select distinct created_by as id
        from ${message}
       where organization_id = :church and ticket_id = :ticketId and not is_internal`,
  }),
);

/** Reads the newest messages that are no notes. */
export const readPublicMessages = forTypes(({ message }) =>
  statement({
    parameters: { ticketId: t.integer, limit: t.bigint },
    columns: { message: t.text },
    sql: `
      select message
        from ${message}
       where organization_id = :church and ticket_id = :ticketId and not is_internal
       order by n desc
       limit :limit`,
  }),
);

/** Stores up to which message a user has seen a ticket. */
export const storeSeen = forTypes(({ seen }) =>
  statement({
    parameters: { ticketId: t.integer, userId: t.uuid, n: t.integer },
    sql: `
      insert into ${seen} as s (organization_id, ticket_id, user_id, n)
      values (:church, :ticketId, :userId, :n)
      on conflict (organization_id, ticket_id, user_id)
      do update set n = greatest(s.n, excluded.n)`,
  }),
);

const countOfDay = (table: string) =>
  statement({
    parameters: { userId: t.uuid },
    columns: { count: t.integer, wait: t.nullable(t.integer) },
    sql: `
      select count(*)::int as count,
             ceil(extract(epoch from min(created_at) + interval '1 day' - now()))::int as wait
        from ${table}
       where organization_id = :church
         and created_by = :userId
         and created_at > now() - interval '1 day'`,
  });

/**
 * The statements that count the tickets, and the messages in tickets, that a user has written
 * inside the church in the last 24 hours. `wait` is the number of seconds until the oldest of them
 * is a day old.
 */
export const selectWrittenInLastDay = {
  tickets: countOfDay(tablesOf.internal.ticket),
  messages: countOfDay(tablesOf.internal.message),
};

export const insertAttachment = statement({
  parameters: { ticketId: t.integer, n: t.integer, fileId: t.uuid, position: t.integer },
  sql: `
    insert into ticket_attachment (organization_id, ticket_id, n, file_id, position)
    values (:church, :ticketId, :n, :fileId, :position)`,
});

/** Lists the attachments of tickets. If `ofTickets`, leaves out those of their messages. */
export const listAttachments = statement({
  parameters: { ticketIds: t.array(t.integer), ofTickets: t.boolean },
  columns: { ticketId: t.integer, n: t.integer, fileId: t.uuid, name: t.text },
  sql: `
    select a.ticket_id, a.n, a.file_id, f.name
      from ticket_attachment a
      join (${storedFilesSql}) f on f.organization_id = a.organization_id and f.id = a.file_id
     where a.organization_id = :church
       and a.ticket_id = any(:ticketIds::int[])
       and (a.n = 0 or not :ofTickets)
     order by a.position`,
});

/**
 * Whether the user may read the message `m`. Internal notes of external tickets can be read only on
 * the side that wrote them.
 */
const isReadable: Record<TicketType, string> = {
  internal: '(not m.is_internal or :readsNotes)',
  external: '(not m.is_internal or (:readsNotes and m.by_platform = :isPlatform))',
};

const readAttachmentOf = (type: TicketType) => `
    select f.id, f.name, f.size, f.content_type
      from ticket_attachment a
      join (${storedFilesSql}) f on f.organization_id = a.organization_id and f.id = a.file_id
     where a.organization_id = :church
       and a.ticket_id = :ticketId
       and a.file_id = :fileId
       and (
         a.n = 0
         or exists (
           select 1
             from ${tablesOf[type].message} m
            where m.organization_id = :church
              and m.ticket_id = :ticketId
              and m.n = a.n
              and ${isReadable[type]})
       )
     limit 1`;

const attachment = {
  parameters: { ticketId: t.integer, fileId: t.uuid, readsNotes: t.boolean },
  columns: { id: t.uuid, name: t.text, size: t.bigint, contentType: t.present(t.text) },
};

/** Reads an attachment of a ticket inside the church, or of a message that the user may read. */
export const readInternalAttachment = statement({
  ...attachment,
  sql: readAttachmentOf('internal'),
});

/** Reads an attachment of a ticket to the platform, or of a message that the user may read. */
export const readExternalAttachment = statement({
  ...attachment,
  parameters: { ...attachment.parameters, isPlatform: t.boolean },
  sql: readAttachmentOf('external'),
});

const selectMessages = (type: TicketType, isAnswer: string) => `
    select m.n,
           m.id,
           m.message,
           m.quoted,
           m.is_internal,
           m.created_by,
           m.by_platform,
           m.created_at,
           m.via,
           m.mentions,
           ${isAnswer} as is_answer
      from ${tablesOf[type].message} m
     where m.organization_id = :church
       and m.ticket_id = :ticketId
       and ${isReadable[type]}
       and (:id::uuid is null or m.id = :id)
     order by m.n`;

const messages = {
  parameters: { ticketId: t.integer, readsNotes: t.boolean, id: t.nullable(t.uuid) },
  columns: {
    n: t.integer,
    id: t.uuid,
    message: t.text,
    quoted: t.nullable(t.text),
    isInternal: t.boolean,
    createdBy: t.uuid,
    byPlatform: t.boolean,
    createdAt: t.timestamptz,
    via: t.textOf<TicketMessage['via']>(),
    mentions: t.array(t.text),
    isAnswer: t.boolean,
  },
};

/** Lists the messages of a ticket inside the church that the user may read, or the message `id`. */
export const listInternalMessages = statement({
  ...messages,
  parameters: { ...messages.parameters, askedBy: t.uuid },
  sql: selectMessages('internal', 'm.created_by <> :askedBy'),
});

/** Lists the messages of a ticket to the platform that the user may read, or the message `id`. */
export const listExternalMessages = statement({
  ...messages,
  parameters: { ...messages.parameters, isPlatform: t.boolean, isAskedByPlatform: t.boolean },
  sql: selectMessages('external', 'm.by_platform <> :isAskedByPlatform'),
});

export const backdateTicketTimes = forTypes(({ ticket }) =>
  statement({
    parameters: {
      id: t.integer,
      openedAt: t.timestamptz,
      updatedAt: t.timestamptz,
      answeredAt: t.nullable(t.timestamptz),
      settledAt: t.nullable(t.timestamptz),
    },
    sql: `
      update ${ticket}
         set created_at = :openedAt,
             updated_at = :updatedAt,
             first_answered_at = :answeredAt,
             resolved_at = case when resolved_at is not null then :settledAt::timestamptz end,
             ended_at = case when ended_at is not null then :settledAt::timestamptz end
       where organization_id = :church and id = :id`,
  }),
);

export const backdateMessages = forTypes(({ message }) =>
  statement({
    parameters: { ticketId: t.integer, messagesAt: t.array(t.timestamptz) },
    sql: `
      update ${message} m
         set created_at = t.at
        from unnest(:messagesAt::timestamptz[]) with ordinality t (at, n)
       where m.organization_id = :church and m.ticket_id = :ticketId and m.n = t.n`,
  }),
);
