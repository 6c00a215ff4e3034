import type { IsSubset, RequiredEntityData } from '@mikro-orm/core';
import { Inject, Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { BulkInput } from '#libs/contracts';
import type { Tx } from '#libs/database';
import { describeOtherChange, readIfMatch, staleVersion, type ChurchActor } from '#libs/http';
import { Publishing } from './publishing.js';
import {
  findUserNames,
  type ContentItem,
  type ContentRepository,
  type ListQuery,
  type DeletedItem,
} from './content-repository.js';

/** The types of the queries, bodies and answers in the routes of one kind of content. */
export interface KindTypes {
  /** the query string of its list */
  query: ListQuery;
  /** the form of a new item, and of one that is replaced */
  input: object;
  /** an item as the API shows it */
  item: object;
}

/** The types of a kind of content that has the routes `list` and `add`. */
export interface TypesOf<
  Routes extends {
    list: { query: { _output: object } };
    add: { body: { _output: object }; answer: { _output: object } };
  },
> extends KindTypes {
  query: Routes['list']['query']['_output'];
  input: Routes['add']['body']['_output'];
  item: Routes['add']['answer']['_output'];
}

type TrashColumn = 'deletedAt' | 'deletedBy' | 'wasActive';
type ColumnsOf<Entity> = Omit<
  RequiredEntityData<Entity>,
  'organizationId' | 'id' | 'createdBy' | 'version' | 'updatedBy' | TrashColumn
>;
/** Marks values that `ContentKind.stored` has checked. */
declare const isChecked: unique symbol;
type StoredValues<Entity> = ColumnsOf<Entity> & { [isChecked]: true };

/** What a list selects: the query that all kinds have, and further conditions on the entity. */
interface Selection {
  query: ListQuery;
  where: object;
}

/**
 * One kind of content, such as sermons. A subclass says how a form becomes stored values, and how a
 * stored item is shown. Items of all kinds are listed, published, changed and deleted in the same
 * way.
 */
@Injectable()
export abstract class ContentKind<Entity extends ContentItem, Types extends KindTypes> {
  @Inject(Publishing) protected readonly publishing!: Publishing;

  /** @param repository lists and loads the items, and knows who may see and change them */
  protected constructor(protected readonly repository: ContentRepository<Entity>) {}

  /**
   * Returns the values that are stored from a form. A form describes the whole item: fields that it
   * lacks become empty.
   * @param present the item that the form changes; null for a new item
   * @throws HttpError 400 if the form is invalid in a way that its schema cannot check
   */
  protected abstract values(
    tx: Tx,
    actor: ChurchActor,
    input: Types['input'],
    present: Entity | null,
  ): StoredValues<Entity> | Promise<StoredValues<Entity>>;

  /** Returns stored items as the API shows them to a user, in the same order. */
  protected abstract toApi(
    tx: Tx,
    actor: ChurchActor,
    items: Entity[],
  ): Types['item'][] | Promise<Types['item'][]>;

  /** Returns what the query string of a list selects. */
  protected selection(query: Types['query'], _actor: ChurchActor): Selection {
    return { query, where: {} };
  }

  /**
   * Returns whether members can be notified of an item in its present state. After a change, they
   * are notified of an item of which they could not be notified before.
   */
  protected couldBeAnnounced(_tx: Tx, item: Entity): boolean | Promise<boolean> {
    return item.isActive;
  }

  /**
   * Returns values unchanged. The type check refuses a value that is no property of the entity, and
   * a missing property.
   */
  protected stored<Values extends ColumnsOf<Entity>>(
    values: Values & IsSubset<ColumnsOf<Entity>, Values>,
  ): StoredValues<Entity> {
    return values as unknown as StoredValues<Entity>; // `isChecked` exists only for the type check
  }

  /** Lists the items that the user may see: all of them, or one page if the query has a limit. */
  async list(
    tx: Tx,
    actor: ChurchActor,
    query: Types['query'],
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<Types['item'][]> {
    const selection = this.selection(query, actor);
    const items = await this.repository.list(tx, actor, selection, { request, reply });
    return this.toApi(tx, actor, items);
  }

  /**
   * Returns an item as the API shows it.
   * @throws HttpError 404 if it does not exist, or if the user may not see it
   */
  async read(tx: Tx, actor: ChurchActor, id: string): Promise<Types['item']> {
    return this.toApiItem(tx, actor, await this.load(tx, actor, id));
  }

  /** @throws HttpError 404 if the item does not exist, or if the user may not see it */
  load(tx: Tx, actor: ChurchActor, id: string): Promise<Entity> {
    return this.repository.load(tx, actor, id);
  }

  /**
   * Loads an item as it is saved now, and locks it until the transaction ends.
   * @throws HttpError 404 if the item does not exist, or if the user may not see it
   */
  loadForChange(tx: Tx, actor: ChurchActor, id: string): Promise<Entity> {
    return this.repository.loadForChange(tx, actor, id);
  }

  /**
   * Checks that nobody has saved a locked item since the version that the user has seen.
   * @param ifMatch the header `If-Match` with that version; absent or `*` for any version
   * @throws HttpError 400 if the header is no version
   * @throws HttpError 409 with the code `stale` and the saved item if another change was saved
   */
  async assertVersion(
    tx: Tx,
    actor: ChurchActor,
    item: Entity,
    ifMatch: string | undefined,
  ): Promise<void> {
    const seenVersion = readIfMatch(ifMatch, 'the item');
    if (seenVersion === null || seenVersion === item.version) return;
    const message = await this.#describeOtherChange(tx, actor, item);
    throw staleVersion(message, await this.toApiItem(tx, actor, item));
  }

  /** Says who saved the last change of an item, to a user whose own change was refused. */
  async #describeOtherChange(tx: Tx, actor: ChurchActor, item: Entity): Promise<string> {
    const savedBy = item.updatedBy ?? null;
    const userName = (await findUserNames(tx, [savedBy])).get(savedBy ?? '');
    const name = userName ? `${userName.firstName} ${userName.lastName}` : null;
    const resource = this.repository.options.resourceName.replace('This', 'this');
    return describeOtherChange(actor, savedBy === null ? null : { id: savedBy, name }, resource);
  }

  /**
   * Publishes a new item.
   * @throws HttpError 400 if a file or a picture of the form does not exist
   */
  async add(tx: Tx, actor: ChurchActor, input: Types['input']): Promise<Types['item']> {
    const values = await this.values(tx, actor, input, null);
    const item = await this.publishing.add(tx, actor, this.repository, values);
    return this.toApiItem(tx, actor, item);
  }

  /**
   * Replaces the values of an item by those of a form.
   * @throws HttpError 400 if a file or a picture of the form does not exist
   */
  async replace(
    tx: Tx,
    actor: ChurchActor,
    item: Entity,
    input: Types['input'],
  ): Promise<Types['item']> {
    const values = await this.values(tx, actor, input, item);
    const wasAnnounceable = await this.couldBeAnnounced(tx, item);
    await this.publishing.change(tx, actor, this.repository, item, values, { wasAnnounceable });
    return this.toApiItem(tx, actor, item);
  }

  /**
   * Shows, hides or deletes several items.
   * @throws HttpError 404 if one of them does not exist; then nothing is changed
   */
  bulk(tx: Tx, actor: ChurchActor, input: BulkInput): Promise<{ changed: number }> {
    return this.publishing.bulk(tx, actor, this.repository, input);
  }

  /** Lists the items in the trash; none if the user may not delete items of this kind. */
  listDeleted(tx: Tx, actor: ChurchActor): Promise<DeletedItem[]> {
    return this.repository.listDeleted(tx, actor);
  }

  /**
   * Restores an item from the trash.
   * @throws HttpError 404 if it is not in the trash, or if the user may not restore it
   */
  async restore(tx: Tx, actor: ChurchActor, id: string): Promise<void> {
    const item = await this.repository.loadDeleted(tx, actor, id);
    await this.publishing.restore(tx, actor, this.repository, item);
  }

  /**
   * Deletes an item of the trash for good.
   * @throws HttpError 404 if it is not in the trash, or if the user may not delete it
   */
  async deleteForGood(tx: Tx, actor: ChurchActor, id: string): Promise<void> {
    const item = await this.repository.loadDeleted(tx, actor, id);
    await this.publishing.deleteForGood(tx, actor, this.repository, item);
  }

  /** Moves an item to the trash. */
  remove(tx: Tx, actor: ChurchActor, item: Entity): Promise<void> {
    return this.publishing.remove(tx, actor, this.repository, item);
  }

  /**
   * Counts a view of an item, once for each user and day of the church. Only for kinds that count
   * views.
   * @throws HttpError 404 if the item does not exist, or if the user may not see it
   */
  view(tx: Tx, actor: ChurchActor, id: string): Promise<{ viewCount: number }> {
    return this.repository.view(tx, actor, id);
  }

  protected async toApiItem(tx: Tx, actor: ChurchActor, item: Entity): Promise<Types['item']> {
    const [apiItem] = await this.toApi(tx, actor, [item]);
    return apiItem!;
  }
}
