import type { IsSubset, RequiredEntityData } from '@mikro-orm/core';
import { Inject, Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { BulkInput } from '#libs/contracts';
import type { Tx } from '#libs/database';
import type { ChurchActor } from '#libs/http';
import { Publishing } from './publishing.js';
import type { Kept, Shelf, Wanted } from './shelf.js';

/** The types of a kind's routes. */
export interface KindTypes {
  /** the query string of its list */
  query: Wanted;
  /** the form of a new item, and of one that is replaced */
  input: object;
  /** an item as the API shows it */
  item: object;
}

/** The types of a kind whose routes have the usual names. */
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

type ColumnsOf<Entity> = Omit<RequiredEntityData<Entity>, 'organizationId' | 'id' | 'createdBy'>;
/** Marks values that `ContentKind.stored` has checked. */
declare const isChecked: unique symbol;
type StoredValues<Entity> = ColumnsOf<Entity> & { [isChecked]: true };

/** What a list selects: the words and the page that the user asks for, and further conditions on the entity. */
interface Selection {
  page: Wanted;
  where: object;
}

/**
 * One kind of content, such as sermons: how a form becomes stored values, and how a stored item is shown. How items are
 * listed, published, changed and deleted is the same for every kind.
 */
@Injectable()
export abstract class ContentKind<Entity extends Kept, Types extends KindTypes> {
  @Inject(Publishing) protected readonly publishing!: Publishing;

  /** @param shelf where the items are stored, and who sees and changes them */
  protected constructor(protected readonly shelf: Shelf<Entity>) {}

  /**
   * Returns what is stored of a form. A form describes the whole item: what it lacks is empty afterwards.
   * @param present the item that the form changes; null for a new one
   * @throws HttpError 400 if the form is not valid in a way that its schema cannot tell
   */
  protected abstract values(
    tx: Tx,
    actor: ChurchActor,
    input: Types['input'],
    present: Entity | null,
  ): StoredValues<Entity> | Promise<StoredValues<Entity>>;

  /** Returns stored items as the API shows them to a user, in the same order. */
  protected abstract shown(
    tx: Tx,
    actor: ChurchActor,
    items: Entity[],
  ): Types['item'][] | Promise<Types['item'][]>;

  /** Returns what the query string of a list selects. */
  protected selection(query: Types['query'], _actor: ChurchActor): Selection {
    return { page: query, where: {} };
  }

  /** Whether members could be told of an item before it is changed. They are told of one that appears by the change. */
  protected couldBeAnnounced(_tx: Tx, item: Entity): boolean | Promise<boolean> {
    return item.isActive;
  }

  /**
   * Returns values that are stored. The type check refuses a value that is no property of the entity, and a missing
   * property.
   */
  protected stored<Values extends ColumnsOf<Entity>>(
    values: Values & IsSubset<ColumnsOf<Entity>, Values>,
  ): StoredValues<Entity> {
    return values as unknown as StoredValues<Entity>; // the mark exists only for the type check
  }

  /** Lists the items that the user may see, whole, or page by page if the query has a limit. */
  async list(
    tx: Tx,
    actor: ChurchActor,
    query: Types['query'],
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<Types['item'][]> {
    const { page, where } = this.selection(query, actor);
    return this.shown(tx, actor, await this.shelf.list(tx, actor, page, where, request, reply));
  }

  /** @throws HttpError 404 if there is no such item, or none that the user may see */
  async one(tx: Tx, actor: ChurchActor, id: string): Promise<Types['item']> {
    return this.shownOne(tx, actor, await this.find(tx, actor, id));
  }

  /** @throws HttpError 404 if there is no such item, or none that the user may see */
  find(tx: Tx, actor: ChurchActor, id: string): Promise<Entity> {
    return this.shelf.one(tx, actor, id);
  }

  /**
   * Publishes a new item.
   * @throws HttpError 400 if a file or a picture of the form does not exist
   */
  async add(tx: Tx, actor: ChurchActor, input: Types['input']): Promise<Types['item']> {
    const values = await this.values(tx, actor, input, null);
    const item = await this.publishing.add(tx, actor, this.shelf, values);
    return this.shownOne(tx, actor, item);
  }

  /**
   * Changes an item to what the form says.
   * @throws HttpError 400 if a file or a picture of the form does not exist
   */
  async replace(
    tx: Tx,
    actor: ChurchActor,
    item: Entity,
    input: Types['input'],
  ): Promise<Types['item']> {
    const values = await this.values(tx, actor, input, item);
    const wasAnnounced = await this.couldBeAnnounced(tx, item);
    await this.publishing.change(tx, actor, this.shelf, item, values, wasAnnounced);
    return this.shownOne(tx, actor, item);
  }

  /**
   * Shows, hides or deletes several items.
   * @throws HttpError 404 if one of them does not exist; then nothing is done
   */
  bulk(tx: Tx, actor: ChurchActor, input: BulkInput): Promise<{ changed: number }> {
    return this.publishing.bulk(tx, actor, this.shelf, input);
  }

  /** @throws HttpError 404 if there is no such item */
  remove(tx: Tx, actor: ChurchActor, id: string): Promise<void> {
    return this.publishing.remove(tx, actor, this.shelf, id);
  }

  /**
   * Counts a view of an item, once for each user and day of the church. Only for kinds that count views.
   * @throws HttpError 404 if there is no such item, or none that the user may see
   */
  view(tx: Tx, actor: ChurchActor, id: string): Promise<{ viewCount: number }> {
    return this.shelf.view(tx, actor, id);
  }

  protected async shownOne(tx: Tx, actor: ChurchActor, item: Entity): Promise<Types['item']> {
    const [shown] = await this.shown(tx, actor, [item]);
    return shown!;
  }
}
