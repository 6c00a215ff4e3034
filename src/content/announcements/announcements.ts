import { Injectable } from '@nestjs/common';
import { endOfDay, instantAt, isCalendarDate } from '#libs/calendar';
import { announcement, announcementPriorities, type Announcement } from '#libs/contracts';
import type { routes } from '#libs/contracts/routes';
import type { Tx } from '#libs/database';
import type { ChurchActor } from '#libs/http';
import { timeZoneOf } from '../../tenancy/index.js';
import { ContentKind, type TypesOf } from '../content-kind.js';
import { namesOf, Shelf } from '../shelf.js';
import { shownAs } from '../shown-as.js';
import { AnnouncementEntity } from './announcement.entity.js';

type AnnouncementTypes = TypesOf<typeof routes.announcements>;
type Changes = (typeof routes.announcements.change.body)['_output'];

const shelf = new Shelf<AnnouncementEntity>({
  kind: 'announcement',
  entity: AnnouncementEntity,
  what: 'This announcement',
  manage: 'announcement.manage',
  searched: ['title', 'content'],
  order: [
    { by: 'priorityRank', direction: 'asc', type: 'int' },
    { by: 'createdAt', direction: 'desc', type: 'timestamp' },
  ],
});

const rankOf = (priority: Announcement['priority']) => announcementPriorities.indexOf(priority) + 1;

/** What the church tells its members for a while. */
@Injectable()
export class Announcements extends ContentKind<AnnouncementEntity, AnnouncementTypes> {
  constructor() {
    super(shelf);
  }

  /** `active=true` selects what members see now. Members never see another announcement. */
  protected override selection(
    { active, ...page }: AnnouncementTypes['query'],
    actor: ChurchActor,
  ) {
    const now = new Date();
    const isSeen = { isActive: true, $or: [{ expiresAt: null }, { expiresAt: { $gt: now } }] };
    const isNotSeen = { $or: [{ isActive: false }, { expiresAt: { $lte: now } }] };
    if (active === 'true' || !shelf.seesAll(actor)) return { page, where: isSeen };
    return { page, where: active === 'false' ? isNotSeen : {} };
  }

  protected override async values(tx: Tx, _actor: ChurchActor, input: AnnouncementTypes['input']) {
    return this.stored({
      ...input,
      priorityRank: rankOf(input.priority),
      expiresAt: await momentOf(tx, input.expiresAt ?? null),
    });
  }

  /** Changes the fields that are given. @throws HttpError 404 if there is no such announcement */
  async change(
    tx: Tx,
    actor: ChurchActor,
    one: AnnouncementEntity,
    { expiresAt, ...changes }: Changes,
  ): Promise<Announcement> {
    await this.publishing.change(tx, actor, shelf, one, {
      ...changes,
      priorityRank: rankOf(changes.priority ?? one.priority),
      ...(expiresAt === undefined ? {} : { expiresAt: await momentOf(tx, expiresAt) }),
    });
    return this.shownOne(tx, actor, one);
  }

  protected override async shown(tx: Tx, _actor: ChurchActor, announcements: AnnouncementEntity[]) {
    const authors = announcements.map(({ createdBy }) => createdBy);
    const names = await namesOf(tx, authors);
    const now = Date.now();
    return announcements.map((one) =>
      shownAs(announcement, one, {
        isExpired: one.expiresAt != null && one.expiresAt.getTime() <= now,
        creator: names.get(one.createdBy ?? '') ?? null,
      }),
    );
  }
}

/** The moment that a typed end means: of a date, its end; of a time without a zone, the time of the church. */
async function momentOf(tx: Tx, typed: string | null): Promise<Date | null> {
  if (!typed) return null;
  const zone = await timeZoneOf(tx, tx.organizationId!);
  if (isCalendarDate(typed)) return endOfDay(typed, zone);
  return /(Z|[+-]\d\d:\d\d)$/.test(typed) ? new Date(typed) : instantAt(typed, zone);
}
