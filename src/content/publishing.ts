import { AsyncLocalStorage } from 'node:async_hooks';
import { Inject, Injectable } from '@nestjs/common';
import type { BulkInput, NotificationType } from '#libs/contracts';
import type { Tx } from '#libs/database';
import { audit, type ChurchActor } from '#libs/http';
import { Jobs } from '#libs/jobs';
import type { Kept, Shelf } from './shelf.js';

export type Kind = NotificationType | 'nugget' | 'announcement' | 'study' | 'brothers';
const isTold = (kind: Kind): kind is NotificationType => kind === 'resource' || kind === 'sermon' || kind === 'event';

const silence = new AsyncLocalStorage<true>();
/** What is brought in whole (an import, the demo) is no news. */
export const withoutNews = <T>(work: () => Promise<T>): Promise<T> => silence.run(true, work);

/**
 * What follows from an act of those who publish: a line in the audit log, and, where something new is there for members, the
 * news of it (queue `published`), in the same transaction. Who listens, content does not know.
 */
@Injectable()
export class Publishing {
  constructor(@Inject(Jobs) private readonly jobs: Jobs) {}

  async added(tx: Tx, actor: ChurchActor, kind: Kind, { id, isActive }: Kept): Promise<void> {
    await audit(tx, actor.id, 'content-added', { kind, id });
    if (isActive) await this.#tell(tx, kind, id);
  }

  /** @param wasActive before: what was a draft until now is new */
  async changed(tx: Tx, actor: ChurchActor, kind: Kind, { id, isActive }: Kept, wasActive: boolean): Promise<void> {
    await audit(tx, actor.id, 'content-changed', { kind, id });
    if (isActive && !wasActive) await this.#tell(tx, kind, id);
  }

  async removed(tx: Tx, actor: ChurchActor, kind: Kind, { id }: Kept): Promise<void> {
    await audit(tx, actor.id, 'content-removed', { kind, id });
  }

  /** The same with several at once. @throws HttpError 404 where one of them is not there: then nothing is done */
  async bulk<Entity extends Kept>(tx: Tx, actor: ChurchActor, kind: Kind, shelf: Shelf<Entity>, { ids, act }: BulkInput): Promise<number> {
    let changed = 0;
    for (const id of [...new Set(ids)].sort()) {
      const entity = await shelf.one(tx, actor, id);
      if (act === 'delete') {
        tx.em.remove(entity);
        await this.removed(tx, actor, kind, entity);
        changed++;
      } else if (entity.isActive !== (act === 'show')) {
        entity.isActive = act === 'show';
        await this.changed(tx, actor, kind, entity, !entity.isActive);
        changed++;
      }
    }
    await tx.em.flush();
    return changed;
  }

  async #tell(tx: Tx, kind: Kind, id: string): Promise<void> {
    if (isTold(kind) && !silence.getStore()) await this.jobs.send(tx, 'published', { organizationId: tx.organizationId, type: kind, id });
  }
}
