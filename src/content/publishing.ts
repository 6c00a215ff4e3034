import { AsyncLocalStorage } from 'node:async_hooks';
import type { EntityData, IsSubset, RequiredEntityData } from '@mikro-orm/core';
import { Inject, Injectable } from '@nestjs/common';
import type { BulkInput, NotificationType } from '#libs/contracts';
import type { Tx } from '#libs/database';
import { audit, newId, type ChurchActor } from '#libs/http';
import { Jobs } from '#libs/jobs';
import type { Kind } from './content-columns.js';
import { Pictures } from './pictures.js';
import type { ContentItem, ContentRepository } from './content-repository.js';

/** Returns whether members can be notified of new content of a kind. */
const hasNotifications = (kind: Kind): kind is NotificationType =>
  kind === 'resource' || kind === 'sermon' || kind === 'event';

/** The properties that a caller sets for a new item. */
type NewValues<Entity> = Omit<
  RequiredEntityData<Entity>,
  | 'organizationId'
  | 'id'
  | 'createdBy'
  | 'version'
  | 'updatedBy'
  | 'deletedAt'
  | 'deletedBy'
  | 'wasActive'
>;

/** Options that decide who is notified of a change, and how the audit log calls it. */
interface ChangeOptions {
  wasAnnounceable?: boolean;
  isRestored?: boolean;
  action?: 'content-changed' | 'event-canceled' | 'event-moved' | 'event-reinstated';
}

/** Moves an item to the trash. It is hidden there, like an inactive item. */
function moveToTrash(item: ContentItem, actor: ChurchActor): void {
  item.wasActive = item.isActive;
  item.isActive = false;
  item.deletedAt = new Date();
  item.deletedBy = actor.id;
  raiseVersion(item, actor);
}

/** Moves an item out of the trash, as it was before. */
function moveOutOfTrash(item: ContentItem, actor: ChurchActor): void {
  item.isActive = item.wasActive ?? false;
  item.wasActive = null;
  item.deletedAt = null;
  item.deletedBy = null;
  raiseVersion(item, actor);
}

/** Marks an item as changed by a user. */
function raiseVersion(item: ContentItem, actor: ChurchActor): void {
  item.version += 1;
  item.updatedBy = actor.id;
}

const isSuppressed = new AsyncLocalStorage<true>();
/** Runs work that publishes content without notifying members, such as an import. */
export const runWithoutNotifications = <T>(work: () => Promise<T>): Promise<T> =>
  isSuppressed.run(true, work);

/**
 * Adds, changes and removes content of all kinds. In the same transaction it writes an entry of the
 * audit log, and if members can see new content, a job (`published`) that notifies them.
 */
@Injectable()
export class Publishing {
  constructor(
    @Inject(Jobs) private readonly jobs: Jobs,
    @Inject(Pictures) private readonly pictures: Pictures,
  ) {}

  /**
   * Creates an item.
   * @param values properties of the entity; the type check refuses other fields
   * @throws HttpError 400 if the picture does not exist
   */
  async add<Entity extends ContentItem, Values extends NewValues<Entity>>(
    tx: Tx,
    actor: ChurchActor,
    repository: ContentRepository<Entity>,
    values: Values & IsSubset<NewValues<Entity>, Values>,
  ): Promise<Entity> {
    const { entity, kind } = repository.options;
    const item = tx.em.create(entity, {
      ...values,
      organizationId: actor.organizationId,
      id: newId(),
      createdBy: actor.id,
    } as RequiredEntityData<Entity>);
    await this.#save(tx, repository, item);
    await audit(tx, actor.id, 'content-added', { kind, id: item.id });
    if (item.isActive) await this.#notifyMembers(tx, kind, item.id);
    return item;
  }

  /**
   * Changes an item, and notifies members if they can see it only since the change.
   * @param values properties of the entity, as in `add`
   * @param options.wasAnnounceable whether members could have been notified before; false for an
   *   event that was over
   * @param options.isRestored whether to send notifications that were withdrawn, and no others
   * @param options.action the action in the audit log
   * @throws HttpError 400 if the picture does not exist
   */
  async change<Entity extends ContentItem, Values extends EntityData<Entity>>(
    tx: Tx,
    actor: ChurchActor,
    repository: ContentRepository<Entity>,
    item: Entity,
    values: Values & IsSubset<EntityData<Entity>, Values>,
    { wasAnnounceable = item.isActive, isRestored, action = 'content-changed' }: ChangeOptions = {},
  ): Promise<void> {
    tx.em.assign(item, values as never);
    raiseVersion(item, actor);
    await this.#save(tx, repository, item);
    await audit(tx, actor.id, action, { kind: repository.options.kind, id: item.id });
    if (isRestored && item.isActive)
      await this.#notifyMembers(tx, repository.options.kind, item.id, true);
    else await this.#announce(tx, repository.options.kind, item, wasAnnounceable);
  }

  /** Moves an item to the trash, from where it is deleted after 30 days. */
  async remove<Entity extends ContentItem>(
    tx: Tx,
    actor: ChurchActor,
    { options }: ContentRepository<Entity>,
    item: Entity,
  ): Promise<void> {
    moveToTrash(item, actor);
    options.onTrashed?.(item);
    await tx.em.flush();
    await audit(tx, actor.id, 'content-removed', { kind: options.kind, id: item.id });
  }

  /**
   * Restores an item from the trash. Notifications that the deletion has withdrawn are sent, and no
   * others.
   */
  async restore<Entity extends ContentItem>(
    tx: Tx,
    actor: ChurchActor,
    { options }: ContentRepository<Entity>,
    item: Entity,
  ): Promise<void> {
    moveOutOfTrash(item, actor);
    options.onTrashed?.(item);
    await tx.em.flush();
    await audit(tx, actor.id, 'content-restored', { kind: options.kind, id: item.id });
    if (item.isActive) await this.#notifyMembers(tx, options.kind, item.id, true);
  }

  /** Deletes an item of the trash for good. The audit log keeps its title. */
  async deleteForGood<Entity extends ContentItem>(
    tx: Tx,
    actor: ChurchActor,
    { options }: ContentRepository<Entity>,
    item: Entity,
  ): Promise<void> {
    tx.em.remove(item);
    await tx.em.flush();
    const { id, title } = item;
    await audit(tx, actor.id, 'content-deleted-for-good', { kind: options.kind, id, title });
  }

  /**
   * Shows, hides or deletes several items.
   * @throws HttpError 404 if one of them does not exist; then nothing is changed
   */
  async bulk<Entity extends ContentItem>(
    tx: Tx,
    actor: ChurchActor,
    repository: ContentRepository<Entity>,
    { ids, act }: BulkInput,
  ): Promise<{ changed: number }> {
    const { kind } = repository.options;
    let changed = 0;
    for (const id of [...new Set(ids)].sort()) {
      const item = await repository.loadForChange(tx, actor, id);
      if (act === 'delete') {
        await this.remove(tx, actor, repository, item);
        changed++;
      } else if (item.isActive !== (act === 'show')) {
        item.isActive = act === 'show';
        raiseVersion(item, actor);
        await audit(tx, actor.id, 'content-changed', { kind, id });
        await this.#announce(tx, kind, item, !item.isActive);
        changed++;
      }
    }
    await tx.em.flush();
    return { changed };
  }

  /** Saves an item and chooses the picture of its card. */
  async #save<Entity extends ContentItem>(
    tx: Tx,
    { options }: ContentRepository<Entity>,
    item: Entity,
  ): Promise<void> {
    const { address = null, videoUrl = null } = options.picture?.(item) ?? {};
    if (options.picture) await this.pictures.choose(tx, options.kind, item, address, videoUrl);
    await tx.em.flush();
  }

  /** Notifies members of an item that the change has made visible to them. */
  async #announce(
    tx: Tx,
    kind: Kind,
    { id, isActive }: ContentItem,
    wasAnnounceable: boolean,
  ): Promise<void> {
    if (isActive && !wasAnnounceable) await this.#notifyMembers(tx, kind, id);
  }

  /** Stores the job that notifies members, in the transaction of the change. */
  async #notifyMembers(tx: Tx, kind: Kind, id: string, isRestored = false): Promise<void> {
    if (!hasNotifications(kind) || isSuppressed.getStore()) return;
    const { organizationId } = tx;
    await this.jobs.send(tx, 'published', { organizationId, type: kind, id, isRestored });
  }
}
