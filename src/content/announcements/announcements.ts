import { Injectable } from '@nestjs/common';
import { endOfDay, instantAt, isCalendarDate, todayIn } from '#libs/calendar';
import { announcement, announcementPriorities, type Announcement } from '#libs/contracts';
import type { routes } from '#libs/contracts/routes';
import type { Tx } from '#libs/database';
import type { ChurchActor } from '#libs/http';
import { timeZoneOf } from '../../tenancy/index.js';
import { ContentKind, type TypesOf } from '../content-kind.js';
import { findUserNames, ContentRepository } from '../content-repository.js';
import { serializeEntity } from '../serialize-entity.js';
import { AnnouncementEntity } from './announcement.entity.js';

type AnnouncementTypes = TypesOf<typeof routes.announcements>;
type Changes = (typeof routes.announcements.change.body)['_output'];

const repository = new ContentRepository<AnnouncementEntity>({
  kind: 'announcement',
  entity: AnnouncementEntity,
  resourceName: 'This announcement',
  manage: 'announcement.manage',
  searchedColumns: ['title', 'content'],
  order: [
    { property: 'priorityRank', direction: 'asc', type: 'int' },
    { property: 'createdAt', direction: 'desc', type: 'timestamp' },
  ],
});

const rankOf = (priority: Announcement['priority']) => announcementPriorities.indexOf(priority) + 1;

/** Announcements: short texts for members, which may expire. */
@Injectable()
export class Announcements extends ContentKind<AnnouncementEntity, AnnouncementTypes> {
  constructor() {
    super(repository);
  }

  /** `active=true` selects the announcements that members see now. Members see no others. */
  protected override selection(
    { active, ...query }: AnnouncementTypes['query'],
    actor: ChurchActor,
  ) {
    const now = new Date();
    const isVisible = { isActive: true, $or: [{ expiresAt: null }, { expiresAt: { $gt: now } }] };
    const isHidden = { $or: [{ isActive: false }, { expiresAt: { $lte: now } }] };
    if (active === 'true' || !repository.canSeeInactive(actor)) return { query, where: isVisible };
    return { query, where: active === 'false' ? isHidden : {} };
  }

  protected override async values(tx: Tx, _actor: ChurchActor, input: AnnouncementTypes['input']) {
    return this.stored({
      ...input,
      priorityRank: rankOf(input.priority),
      expiresAt: await readExpiry(tx, input.expiresAt ?? null),
    });
  }

  /** Changes single fields of an announcement. */
  async change(
    tx: Tx,
    actor: ChurchActor,
    entity: AnnouncementEntity,
    { expiresAt, ...changes }: Changes,
  ): Promise<Announcement> {
    await this.publishing.change(tx, actor, repository, entity, {
      ...changes,
      priorityRank: rankOf(changes.priority ?? entity.priority),
      ...(expiresAt === undefined ? {} : { expiresAt: await readExpiry(tx, expiresAt) }),
    });
    return this.toApiItem(tx, actor, entity);
  }

  protected override async toApi(tx: Tx, _actor: ChurchActor, announcements: AnnouncementEntity[]) {
    const authors = announcements.map(({ createdBy }) => createdBy);
    const names = await findUserNames(tx, authors);
    const timeZone = await timeZoneOf(tx, tx.organizationId!);
    const now = Date.now();
    return announcements.map((entity) =>
      serializeEntity(announcement, entity, {
        isExpired: entity.expiresAt != null && entity.expiresAt.getTime() <= now,
        lastDay: entity.expiresAt ? lastDayBefore(entity.expiresAt, timeZone) : null,
        creator: names.get(entity.createdBy ?? '') ?? null,
      }),
    );
  }
}

/**
 * Returns the date of the last millisecond before a time, in a time zone; null for years that the
 * portal does not show, which earlier versions accepted.
 */
function lastDayBefore(time: Date, timeZone: string): string | null {
  const day = todayIn(timeZone, new Date(time.getTime() - 1));
  return isCalendarDate(day) ? day : null;
}

/**
 * Returns the time at which an announcement expires. A date means the end of that day. A time
 * without a zone is in the time zone of the church.
 */
async function readExpiry(tx: Tx, typed: string | null): Promise<Date | null> {
  if (!typed) return null;
  const zone = await timeZoneOf(tx, tx.organizationId!);
  if (isCalendarDate(typed)) return endOfDay(typed, zone);
  return /(Z|[+-]\d\d:\d\d)$/.test(typed) ? new Date(typed) : instantAt(typed, zone);
}
