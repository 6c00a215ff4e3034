import { raw, type EntityName, type FilterQuery } from '@mikro-orm/core';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { may, type Action, type contentSorts } from '#libs/contracts';
import { containing, type Tx } from '#libs/database';
import {
  linkNext,
  notFound,
  pathId,
  readCursor,
  type ChurchActor,
  type CursorType,
} from '#libs/http';
import { findUsers } from '../identity/index.js';
import { today } from '../tenancy/index.js';
import { countView } from './content.sql.js';
import type { Kind } from './kept.js';

/** What every kind of content has. */
export interface Kept {
  organizationId: string;
  id: string;
  isActive: boolean;
}

export interface Order {
  /** a property of the entity */
  by: string;
  direction: 'asc' | 'desc';
  type: CursorType;
  /** the value that an item shows instead of the stored property; `of` returns undefined where the property is right */
  shown?: { sql: RawSql; of: (item: { id: string }) => string | undefined };
}

export interface RawSql {
  text: string;
  /** the values of its question marks */
  parameters: unknown[];
}

export interface ShelfOptions<Entity extends Kept> {
  kind: Kind;
  entity: EntityName<Entity>;
  /** in sentences: "This sermon" */
  what: string;
  /** who sees and changes what members do not see */
  manage: Action;
  /** what `q` is looked for in: expressions of SQL */
  searched: readonly string[];
  /** the last of them is the kind's own date */
  order: readonly Order[];
  /** what its card shows: the address of a picture, or else of a video; without it the kind has no pictures */
  picture?: (one: Entity) => { address?: string | null; videoUrl?: string | null };
}

export interface Wanted {
  q?: string | undefined;
  active?: 'true' | 'false' | undefined;
  sort?: (typeof contentSorts)[number] | undefined;
  limit?: number | undefined;
  cursor?: string | undefined;
}

/** How one kind of content is listed and found: what is not active exists only for those who manage it. */
export class Shelf<Entity extends Kept> {
  constructor(readonly options: ShelfOptions<Entity>) {}

  /** Whether the person sees what members do not see. */
  seesAll(actor: ChurchActor): boolean {
    return may(actor, this.options.manage);
  }

  /** In order (`sort`, else `usual`), whole or, where a `limit` is sent, page by page. `where`: further conditions, on properties. */
  async list(
    tx: Tx,
    actor: ChurchActor,
    { q, active, sort, limit, cursor }: Wanted,
    where: object,
    request: FastifyRequest,
    reply: FastifyReply,
    usual = this.options.order,
  ): Promise<Entity[]> {
    const order = sort === undefined ? usual : sorted(sort, usual.at(-1)!);
    const after = readCursor(cursor, [...order.map(({ type }) => type), 'uuid']);
    const columns: Column[] = [
      ...order,
      { by: 'id', direction: order.at(-1)!.direction, type: 'uuid' } as const,
    ];
    const conditions: object[] = [{ organizationId: actor.organizationId }, where];
    if (!this.seesAll(actor)) conditions.push({ isActive: true });
    if (active !== undefined) conditions.push({ isActive: active === 'true' });
    const words = q?.trim();
    if (words) {
      const pattern = containing(words);
      const { searched } = this.options;
      conditions.push({
        [raw(
          `(${searched.map((expression) => `${expression} ilike ?`).join(' or ')})`,
          searched.map(() => pattern),
        )]: [],
      });
    }
    if (after) conditions.push(beyond(columns, after));
    const rows = await tx.em.find(
      this.options.entity,
      { $and: conditions } as FilterQuery<Entity>,
      {
        orderBy: columns.map((column) => ({ [keyOf(column)]: column.direction })) as never,
        ...(limit === undefined ? {} : { limit: limit + 1 }),
      },
    );
    if (limit === undefined || rows.length <= limit) return rows;
    const page = rows.slice(0, limit);
    const last = page.at(-1)!;
    linkNext(
      request,
      reply,
      columns.map((column) => shownValue(column, last)),
    );
    return page;
  }

  /** @throws HttpError 404 where there is none, or none that this person may see */
  async one(tx: Tx, actor: ChurchActor, id: string): Promise<Entity> {
    const { entity, what } = this.options;
    const found = await tx.em.findOne(entity, {
      organizationId: actor.organizationId,
      id: pathId(id, what),
    } as FilterQuery<Entity>);
    if (!found || (!found.isActive && !this.seesAll(actor))) throw notFound(what);
    return found;
  }

  /** Counts a look, once a person and day of the church. Of a kind that counts them. */
  async view(tx: Tx, actor: ChurchActor, id: string): Promise<{ viewCount: number }> {
    const { id: contentId } = await this.one(tx, actor, id);
    const day = await today(tx, actor.organizationId);
    const [row] = await countView[this.options.kind]!(tx, { contentId, userId: actor.id, day });
    if (!row) throw notFound(this.options.what); // another request has deleted it meanwhile
    return row;
  }
}

const sorted = (sort: (typeof contentSorts)[number], date: Order): Order[] => [
  {
    ...(sort.endsWith('date') ? date : ({ by: 'title', type: 'text' } as const)),
    direction: sort.startsWith('-') ? 'desc' : 'asc',
  },
];

type Column = Order;

/** Returns the property by which a query orders and compares, or the SQL that replaces it (new for each use). */
const keyOf = ({ by, shown }: Column): string | symbol =>
  shown ? raw(shown.sql.text, shown.sql.parameters) : by;

function shownValue({ by, shown }: Column, item: { id: string }): unknown {
  const value = shown?.of(item) ?? (item as unknown as Record<string, unknown>)[by];
  return value instanceof Date ? value.toISOString() : value;
}

/** What comes after the cursor's row, each column in its own direction. */
function beyond(columns: readonly Column[], values: unknown[], at = 0): object {
  const column = columns[at]!;
  const further = { [keyOf(column)]: { [column.direction === 'asc' ? '$gt' : '$lt']: values[at] } };
  return at === columns.length - 1
    ? further
    : {
        $or: [
          further,
          { $and: [{ [keyOf(column)]: values[at] }, beyond(columns, values, at + 1)] },
        ],
      };
}

/** The names of those who made something, by their ids. */
export async function namesOf(
  tx: Tx,
  ids: (string | null | undefined)[],
): Promise<Map<string, { firstName: string; lastName: string }>> {
  const wanted = [...new Set(ids.filter((id) => id != null))];
  if (wanted.length === 0) return new Map();
  const users = await findUsers(tx, wanted);
  return new Map(users.map(({ id, firstName, lastName }) => [id, { firstName, lastName }]));
}
