import { Inject, Injectable } from '@nestjs/common';
import { daysInTrash, trashKinds, type TrashItem, type TrashKind } from '#libs/contracts';
import type { Tx } from '#libs/database';
import { conflict, notFound, type ChurchActor } from '#libs/http';
import { Announcements } from '../announcements/announcements.js';
import { Brothers } from '../brothers/brothers.js';
import type { ContentKind, KindTypes } from '../content-kind.js';
import { findUserNames, type ContentItem, type DeletedItem } from '../content-repository.js';
import { Events } from '../events/events.js';
import { Nuggets } from '../nuggets/nuggets.js';
import { Resources } from '../resources/resources.js';
import { Sermons } from '../sermons/sermons.js';
import { Studies } from '../studies/studies.js';

const dayLength = 86_400_000;

/** What the trash does with a kind of content. */
type TrashedKind = Pick<
  ContentKind<ContentItem, KindTypes>,
  'listDeleted' | 'restore' | 'deleteForGood'
>;

/**
 * The content that users deleted in the last 30 days. A user sees and restores the kinds that the
 * user may delete.
 */
@Injectable()
export class Trash {
  readonly #kinds: Record<TrashKind, TrashedKind>;

  constructor(
    @Inject(Resources) resource: Resources,
    @Inject(Sermons) sermon: Sermons,
    @Inject(Events) event: Events,
    @Inject(Nuggets) nugget: Nuggets,
    @Inject(Announcements) announcement: Announcements,
    @Inject(Studies) study: Studies,
    @Inject(Brothers) brother: Brothers,
  ) {
    this.#kinds = { resource, sermon, event, nugget, announcement, study, brother };
  }

  /** Lists the deleted items, the one that was deleted last first. */
  async list(tx: Tx, actor: ChurchActor): Promise<TrashItem[]> {
    const deletedItems: { kind: TrashKind; item: DeletedItem }[] = [];
    for (const kind of trashKinds) {
      const items = await this.#kinds[kind].listDeleted(tx, actor);
      deletedItems.push(...items.map((item) => ({ kind, item })));
    }
    const names = await findUserNames(
      tx,
      deletedItems.map(({ item }) => item.deletedBy),
    );
    return deletedItems
      .map(({ kind, item }) => toTrashItem(kind, item, names))
      .sort((a, b) => b.deletedAt.localeCompare(a.deletedAt));
  }

  /**
   * Restores a deleted item as it was before its deletion.
   * @throws HttpError 404 if there is no such item in the trash, or if the user may not restore it
   */
  async restore(tx: Tx, actor: ChurchActor, kindName: string, id: string): Promise<void> {
    await this.#kindOf(kindName).restore(tx, actor, id);
  }

  /**
   * Deletes an item of the trash before its 30 days are over. Its files are deleted by the next
   * sweep.
   * @throws HttpError 404 if there is no such item in the trash, or if the user may not delete it
   * @throws HttpError 409 for an event, because calendars of members cancel it only while it is in
   *   the trash
   */
  async deleteForGood(tx: Tx, actor: ChurchActor, kindName: string, id: string): Promise<void> {
    if (kindName === 'event')
      throw conflict('Calendars of members still cancel this event. It is deleted after 30 days.');
    await this.#kindOf(kindName).deleteForGood(tx, actor, id);
  }

  /** @throws HttpError 404 if there is no such kind of content */
  #kindOf(name: string): TrashedKind {
    const kind = trashKinds.find((validKind) => validKind === name);
    if (!kind) throw notFound();
    return this.#kinds[kind];
  }
}

function toTrashItem(
  kind: TrashKind,
  { id, title, deletedAt, deletedBy }: DeletedItem,
  names: Awaited<ReturnType<typeof findUserNames>>,
): TrashItem {
  const user = names.get(deletedBy ?? '');
  return {
    kind,
    id,
    title,
    deletedAt: deletedAt!.toISOString(),
    deletedBy: user ? `${user.firstName} ${user.lastName}` : null,
    until: new Date(deletedAt!.getTime() + daysInTrash * dayLength).toISOString(),
  };
}
