import { Body, Controller, Inject, Param, Query, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { announcementPriorities, type Announcement } from '#libs/contracts';
import { endOfDay, instantAt, isCalendarDate } from '#libs/calendar';
import { routes } from '#libs/contracts/routes';
import type { Tx } from '#libs/database';
import { CurrentActor, parse, type ChurchActor, Route, ChurchTransaction } from '#libs/http';
import { timeZoneOf } from '../../tenancy/index.js';
import { times } from '../kept.js';
import { Publishing } from '../publishing.js';
import { namesOf, Shelf } from '../shelf.js';
import { AnnouncementEntity } from './announcement.entity.js';

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
@Controller()
export class AnnouncementsController {
  constructor(@Inject(Publishing) private readonly publishing: Publishing) {}

  /** `active=true`: what members see now. Members never see another. What is urgent comes first. */
  @Route(routes.announcements.list)
  async list(
    @CurrentActor() actor: ChurchActor,
    @ChurchTransaction() tx: Tx,
    @Query() query: unknown,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Announcement[]> {
    const { active, ...wanted } = parse(routes.announcements.list.query, query);
    const now = new Date();
    const isSeen = { isActive: true, $or: [{ expiresAt: null }, { expiresAt: { $gt: now } }] };
    const isNot = { $or: [{ isActive: false }, { expiresAt: { $lte: now } }] };
    const where =
      active === 'true' || !shelf.seesAll(actor) ? isSeen : active === 'false' ? isNot : {};
    return shown(tx, await shelf.list(tx, actor, wanted, where, request, reply));
  }

  @Route(routes.announcements.add)
  async add(
    @CurrentActor() actor: ChurchActor,
    @ChurchTransaction() tx: Tx,
    @Body() body: unknown,
  ): Promise<Announcement> {
    const { expiresAt, ...input } = parse(routes.announcements.add.body, body);
    const announcement = await this.publishing.add(tx, actor, shelf, {
      ...input,
      priorityRank: rankOf(input.priority),
      expiresAt: await momentOf(tx, actor, expiresAt ?? null),
    });
    return shownOne(tx, announcement);
  }

  @Route(routes.announcements.bulk)
  bulk(
    @CurrentActor() actor: ChurchActor,
    @ChurchTransaction() tx: Tx,
    @Body() body: unknown,
  ): Promise<{ changed: number }> {
    const input = parse(routes.announcements.bulk.body, body);
    return this.publishing.bulk(tx, actor, shelf, input);
  }

  @Route(routes.announcements.change)
  async change(
    @CurrentActor() actor: ChurchActor,
    @ChurchTransaction() tx: Tx,
    @Param('id') id: string,
    @Body() body: unknown,
  ): Promise<Announcement> {
    const announcement = await shelf.one(tx, actor, id);
    const { expiresAt, ...input } = parse(routes.announcements.change.body, body);
    await this.publishing.change(tx, actor, shelf, announcement, {
      ...input,
      priorityRank: rankOf(input.priority ?? announcement.priority),
      ...(expiresAt === undefined ? {} : { expiresAt: await momentOf(tx, actor, expiresAt) }),
    });
    return shownOne(tx, announcement);
  }

  @Route(routes.announcements.remove)
  remove(
    @CurrentActor() actor: ChurchActor,
    @ChurchTransaction() tx: Tx,
    @Param('id') id: string,
  ): Promise<void> {
    return this.publishing.remove(tx, actor, shelf, id);
  }
}

/** A date means its end, and a time without zone is the church's. */
async function momentOf(
  tx: Tx,
  { organizationId }: ChurchActor,
  typed: string | null,
): Promise<Date | null> {
  if (!typed) return null;
  const zone = await timeZoneOf(tx, organizationId);
  if (isCalendarDate(typed)) return endOfDay(typed, zone);
  return /(Z|[+-]\d\d:\d\d)$/.test(typed) ? new Date(typed) : instantAt(typed, zone);
}

async function shown(tx: Tx, announcements: AnnouncementEntity[]): Promise<Announcement[]> {
  const names = await namesOf(
    tx,
    announcements.map(({ createdBy }) => createdBy),
  );
  const now = Date.now();
  return announcements.map((one) => ({
    id: one.id,
    title: one.title,
    content: one.content,
    isActive: one.isActive,
    createdBy: one.createdBy ?? null,
    ...times(one),
    priority: one.priority,
    expiresAt: one.expiresAt?.toISOString() ?? null,
    isExpired: one.expiresAt != null && one.expiresAt.getTime() <= now,
    creator: names.get(one.createdBy ?? '') ?? null,
  }));
}
const shownOne = async (tx: Tx, announcement: AnnouncementEntity) =>
  (await shown(tx, [announcement]))[0]!;
