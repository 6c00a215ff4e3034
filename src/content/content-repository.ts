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
import { countView, listDeleted, lockItem } from './content.sql.js';
import type { Kind } from './content-columns.js';

/** The properties that every kind of content has. */
export interface ContentItem {
  organizationId: string;
  id: string;
  isActive: boolean;
  version: number;
  updatedBy?: string | null;
  title: string;
  deletedAt?: Date | null;
  deletedBy?: string | null;
  wasActive?: boolean | null;
}

/** What the trash shows of an item. */
export interface DeletedItem {
  id: string;
  title: string;
  /** never null, because items without it are not in the trash */
  deletedAt: Date | null;
  /** the id of the user who deleted the item */
  deletedBy: string | null;
}

/** One column by which a list is ordered. */
export interface Order {
  /** a property of the entity */
  property: string;
  direction: 'asc' | 'desc';
  type: CursorType;
  /** the value that items have instead of the stored property */
  computed?: ComputedValue;
}

/** A value that is computed instead of stored. */
export interface ComputedValue {
  sql: RawSql;
  /** Returns the value of an item; undefined: the stored property is right. */
  valueOf: (item: { id: string }) => string | undefined;
}

/** An SQL expression. */
export interface RawSql {
  text: string;
  /** the values for the question marks in the text */
  parameters: unknown[];
}

export interface ContentRepositoryOptions<Entity extends ContentItem> {
  kind: Kind;
  entity: EntityName<Entity>;
  /** the name of an item in error messages, such as "This sermon" */
  resourceName: string;
  /** the permission to see and change all items, including inactive ones */
  manage: Action;
  /** the SQL expressions that are searched for `q` */
  searchedColumns: readonly string[];
  /** the default order of lists; the last column is the date by which a list can be sorted */
  order: readonly Order[];
  /** Called when an item is moved to the trash or restored, before the change is saved. */
  onTrashed?: (item: Entity) => void;
  /**
   * Returns what the card of an item shows: the address of a picture, or else the picture of a
   * video. Absent if the kind has no pictures.
   */
  picture?: (item: Entity) => { address?: string | null; videoUrl?: string | null };
}

/** The query string of a list. */
export interface ListQuery {
  q?: string | undefined;
  active?: 'true' | 'false' | undefined;
  sort?: (typeof contentSorts)[number] | undefined;
  limit?: number | undefined;
  cursor?: string | undefined;
}

/** What a list contains, and how it is ordered. */
export interface ListOptions {
  query: ListQuery;
  /** further conditions on properties of the entity */
  where: object;
  /** the order if the query has no `sort`; the order of the kind if it is absent */
  order?: readonly Order[];
}

/**
 * Lists and loads one kind of content. Only users who may manage the kind see inactive items.
 */
export class ContentRepository<Entity extends ContentItem> {
  constructor(readonly options: ContentRepositoryOptions<Entity>) {}

  /** Returns whether the user sees items that members do not see. */
  canSeeInactive(actor: ChurchActor): boolean {
    return may(actor, this.options.manage);
  }

  /**
   * Lists items in order. If the query has a `limit`, returns one page and adds the link to the
   * next page to the reply.
   */
  async list(
    tx: Tx,
    actor: ChurchActor,
    { query, where, order = this.options.order }: ListOptions,
    { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  ): Promise<Entity[]> {
    const { sort, limit, cursor } = query;
    const columns = withId(sort === undefined ? order : orderOf(sort, order.at(-1)!));
    const after = readCursor(
      cursor,
      columns.map(({ type }) => type),
    );
    const conditions = [...this.#conditions(actor, query), where];
    if (after) conditions.push(conditionAfter(columns, after));
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
      columns.map((column) => valueIn(column, last)),
    );
    return page;
  }

  /** Returns the conditions of a list that follow from the query and the user's rights. */
  #conditions(actor: ChurchActor, { q, active }: ListQuery): object[] {
    const conditions: object[] = [{ organizationId: actor.organizationId, deletedAt: null }];
    if (!this.canSeeInactive(actor)) conditions.push({ isActive: true });
    if (active !== undefined) conditions.push({ isActive: active === 'true' });
    const words = q?.trim();
    if (words) {
      const { searchedColumns } = this.options;
      const sql = searchedColumns.map((expression) => `${expression} ilike ?`).join(' or ');
      const pattern = containing(words);
      const parameters = searchedColumns.map(() => pattern);
      conditions.push({ [raw(`(${sql})`, parameters)]: [] });
    }
    return conditions;
  }

  /**
   * Loads an item.
   * @throws HttpError 404 if it does not exist, or if the user may not see it
   */
  async load(tx: Tx, actor: ChurchActor, id: string): Promise<Entity> {
    const { entity, resourceName } = this.options;
    const conditions = {
      organizationId: actor.organizationId,
      id: pathId(id, resourceName),
      deletedAt: null,
    } as FilterQuery<Entity>;
    const item = await tx.em.findOne(entity, conditions, { refresh: true });
    if (!item || (!item.isActive && !this.canSeeInactive(actor))) throw notFound(resourceName);
    return item;
  }

  /**
   * Loads an item as it is saved now, and locks it until the transaction ends.
   * @throws HttpError 404 if it does not exist, or if the user may not see it
   */
  async loadForChange(tx: Tx, actor: ChurchActor, id: string): Promise<Entity> {
    const { kind, resourceName } = this.options;
    await lockItem[kind]!(tx, { id: pathId(id, resourceName) });
    return this.load(tx, actor, id);
  }

  /** Lists the items in the trash; none if the user may not manage the kind. */
  async listDeleted(tx: Tx, actor: ChurchActor): Promise<DeletedItem[]> {
    return this.canSeeInactive(actor) ? listDeleted[this.options.kind]!(tx) : [];
  }

  /**
   * Loads an item in the trash, and locks it until the transaction ends.
   * @throws HttpError 404 if it is not in the trash, or if the user may not manage the kind
   */
  async loadDeleted(tx: Tx, actor: ChurchActor, id: string): Promise<Entity> {
    const { entity, kind, resourceName } = this.options;
    const itemId = pathId(id, resourceName);
    await lockItem[kind]!(tx, { id: itemId });
    const deletedItem = {
      organizationId: actor.organizationId,
      id: itemId,
      deletedAt: { $ne: null },
    } as FilterQuery<Entity>;
    const item = await tx.em.findOne(entity, deletedItem, { refresh: true });
    if (!item || !this.canSeeInactive(actor)) throw notFound(resourceName);
    return item;
  }

  /**
   * Counts a view of an item, once for each user and day of the church. Only for kinds that count
   * views.
   * @throws HttpError 404 if the item does not exist, or if the user may not see it
   */
  async view(tx: Tx, actor: ChurchActor, id: string): Promise<{ viewCount: number }> {
    const { id: contentId } = await this.load(tx, actor, id);
    const day = await today(tx, actor.organizationId);
    const [row] = await countView[this.options.kind]!(tx, { contentId, userId: actor.id, day });
    if (!row) throw notFound(this.options.resourceName); // another request has deleted it meanwhile
    return row;
  }
}

/** Returns the order that a user chose: by title, or by the date of the kind. */
const orderOf = (sort: (typeof contentSorts)[number], date: Order): Order[] => [
  {
    ...(sort.endsWith('date') ? date : ({ property: 'title', type: 'text' } as const)),
    direction: sort.startsWith('-') ? 'desc' : 'asc',
  },
];

/** Adds the id as the last column, so that the order of items is unique. */
const withId = (order: readonly Order[]): Order[] => [
  ...order,
  { property: 'id', direction: order.at(-1)!.direction, type: 'uuid' },
];

/**
 * Returns the key of a column in a query: the property, or the SQL that replaces it. MikroORM needs
 * a new SQL key for each use.
 */
const keyOf = ({ property, computed }: Order): string | symbol =>
  computed ? raw(computed.sql.text, computed.sql.parameters) : property;

function valueIn({ property, computed }: Order, item: { id: string }): unknown {
  const value = computed?.valueOf(item) ?? (item as unknown as Record<string, unknown>)[property];
  return value instanceof Date ? value.toISOString() : value;
}

/** Selects the items after the cursor, comparing each column in its own direction. */
function conditionAfter(columns: readonly Order[], values: unknown[], index = 0): object {
  const column = columns[index]!;
  const operator = column.direction === 'asc' ? '$gt' : '$lt';
  const afterCursor = { [keyOf(column)]: { [operator]: values[index] } };
  if (index === columns.length - 1) return afterCursor;
  const equalsCursor = { [keyOf(column)]: values[index] };
  return {
    $or: [afterCursor, { $and: [equalsCursor, conditionAfter(columns, values, index + 1)] }],
  };
}

/** Returns the names of users by their ids. */
export async function findUserNames(
  tx: Tx,
  ids: (string | null | undefined)[],
): Promise<Map<string, { firstName: string; lastName: string }>> {
  const uniqueIds = [...new Set(ids.filter((id) => id != null))];
  if (uniqueIds.length === 0) return new Map();
  const users = await findUsers(tx, uniqueIds);
  return new Map(users.map(({ id, firstName, lastName }) => [id, { firstName, lastName }]));
}
