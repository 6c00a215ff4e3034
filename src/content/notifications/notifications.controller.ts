import { Controller, Get, HttpCode, Inject, Patch, Query } from '@nestjs/common';
import { notificationQuery, type Notification } from '#libs/contracts';
import { Database } from '#libs/database';
import { tellLive } from '#libs/live';
import { Allow, CurrentActor, parse, type ChurchActor } from '#libs/http';
import { countUnread, listNotifications, markAllRead } from './notifications.sql.js';
import { messageOf } from './told.js';

/** One's own notifications; what was withdrawn is not among them. */
@Controller('api/notifications')
export class NotificationsController {
  constructor(@Inject(Database) private readonly db: Database) {}

  /** The latest first, with the present titles. */
  @Get()
  @Allow('portal.use')
  list(
    @CurrentActor() { id, organizationId }: ChurchActor,
    @Query() query: unknown,
  ): Promise<Notification[]> {
    const { limit } = parse(notificationQuery, query);
    return this.db.tenant(organizationId, async (tx) => {
      const rows = await listNotifications(tx, { userId: id, limit: limit ?? null });
      return rows.map((row) => ({
        ...row,
        message: messageOf(row.type, row.contentTitle),
        sentAt: row.sentAt.toISOString(),
      }));
    });
  }

  /** How many are unread. */
  @Get('count')
  @Allow('portal.use')
  async count(@CurrentActor() { id, organizationId }: ChurchActor): Promise<{ count: number }> {
    const [row] = await this.db.tenant(organizationId, (tx) => countUnread(tx, { userId: id }));
    return row!;
  }

  @Patch('read-all')
  @HttpCode(200)
  @Allow('portal.use')
  async readAll(@CurrentActor() { id, organizationId }: ChurchActor): Promise<{ count: number }> {
    await this.db.tenant(organizationId, async (tx) => {
      await markAllRead(tx, { userId: id });
      await tellLive(tx, {
        kind: 'notification',
        id: organizationId,
        organizationId,
        people: [id],
      });
    });
    return { count: 0 };
  }
}
