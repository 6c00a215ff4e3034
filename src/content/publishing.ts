import { AsyncLocalStorage } from 'node:async_hooks';
import type { EntityData, IsSubset, RequiredEntityData } from '@mikro-orm/core';
import { Inject, Injectable } from '@nestjs/common';
import type { BulkInput, NotificationType } from '#libs/contracts';
import type { Tx } from '#libs/database';
import { audit, newId, type ChurchActor } from '#libs/http';
import { Jobs } from '#libs/jobs';
import type { Kind } from './kept.js';
import { Pictures } from './pictures.js';
import type { Kept, Shelf } from './shelf.js';

const isTold = (kind: Kind): kind is NotificationType =>
  kind === 'resource' || kind === 'sermon' || kind === 'event';

/** What a caller sets of a new piece of content. */
type NewValues<Entity> = Omit<RequiredEntityData<Entity>, 'organizationId' | 'id' | 'createdBy'>;

const silence = new AsyncLocalStorage<true>();
/** What is brought in whole (an import, the demo) is no news. */
export const withoutNews = <T>(work: () => Promise<T>): Promise<T> => silence.run(true, work);

/**
 * The acts of those who publish, for every kind alike: each leaves a line in the audit log, and where something new is there
 * for members, the news of it (queue `published`), in the same transaction. Who listens, content does not know.
 */
@Injectable()
export class Publishing {
  constructor(
    @Inject(Jobs) private readonly jobs: Jobs,
    @Inject(Pictures) private readonly pictures: Pictures,
  ) {}

  /**
   * Creates a piece of content.
   * @param values only properties of the entity: the type check refuses a field that would not be stored
   * @throws HttpError 400 for a picture that is not there
   */
  async add<Entity extends Kept, Values extends NewValues<Entity>>(
    tx: Tx,
    actor: ChurchActor,
    shelf: Shelf<Entity>,
    values: Values & IsSubset<NewValues<Entity>, Values>,
  ): Promise<Entity> {
    const { entity, kind } = shelf.options;
    const one = tx.em.create(entity, {
      ...values,
      organizationId: actor.organizationId,
      id: newId(),
      createdBy: actor.id,
    } as RequiredEntityData<Entity>);
    await this.#show(tx, shelf, one);
    await audit(tx, actor.id, 'content-added', { kind, id: one.id });
    if (one.isActive) await this.#tell(tx, kind, one.id);
    return one;
  }

  /**
   * Changes a piece of content, and announces it if it becomes news by the change.
   * @param values only properties of the entity, as in `add`
   * @param wasNews whether it could have been announced before; for an event that is over, the caller says false
   * @throws HttpError 400 for a picture that is not there
   */
  async change<Entity extends Kept, Values extends EntityData<Entity>>(
    tx: Tx,
    actor: ChurchActor,
    shelf: Shelf<Entity>,
    one: Entity,
    values: Values & IsSubset<EntityData<Entity>, Values>,
    wasNews = one.isActive,
  ): Promise<void> {
    tx.em.assign(one, values as never);
    await this.#show(tx, shelf, one);
    await this.#changed(tx, actor, shelf.options.kind, one, wasNews);
  }

  /** @throws HttpError 404 */
  async remove<Entity extends Kept>(
    tx: Tx,
    actor: ChurchActor,
    shelf: Shelf<Entity>,
    id: string,
  ): Promise<void> {
    const one = await shelf.one(tx, actor, id);
    await tx.em.remove(one).flush();
    await this.#removed(tx, actor, shelf.options.kind, one);
  }

  /** The same with several at once. @throws HttpError 404 where one of them is not there: then nothing is done */
  async bulk<Entity extends Kept>(
    tx: Tx,
    actor: ChurchActor,
    shelf: Shelf<Entity>,
    { ids, act }: BulkInput,
  ): Promise<{ changed: number }> {
    const { kind } = shelf.options;
    let changed = 0;
    for (const id of [...new Set(ids)].sort()) {
      const one = await shelf.one(tx, actor, id);
      if (act === 'delete') {
        tx.em.remove(one);
        await this.#removed(tx, actor, kind, one);
        changed++;
      } else if (one.isActive !== (act === 'show')) {
        one.isActive = act === 'show';
        await this.#changed(tx, actor, kind, one, !one.isActive);
        changed++;
      }
    }
    await tx.em.flush();
    return { changed };
  }

  async #show<Entity extends Kept>(tx: Tx, { options }: Shelf<Entity>, one: Entity): Promise<void> {
    const { address = null, videoUrl = null } = options.picture?.(one) ?? {};
    if (options.picture) await this.pictures.choose(tx, options.kind, one, address, videoUrl);
    await tx.em.flush();
  }

  /** Announces what members see now and was no news before. */
  async #changed(
    tx: Tx,
    actor: ChurchActor,
    kind: Kind,
    { id, isActive }: Kept,
    wasNews: boolean,
  ): Promise<void> {
    await audit(tx, actor.id, 'content-changed', { kind, id });
    if (isActive && !wasNews) await this.#tell(tx, kind, id);
  }

  async #removed(tx: Tx, actor: ChurchActor, kind: Kind, { id }: Kept): Promise<void> {
    await audit(tx, actor.id, 'content-removed', { kind, id });
  }

  async #tell(tx: Tx, kind: Kind, id: string): Promise<void> {
    if (isTold(kind) && !silence.getStore())
      await this.jobs.send(tx, 'published', { organizationId: tx.organizationId, type: kind, id });
  }
}
