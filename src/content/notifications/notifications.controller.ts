import { Controller, Inject, Query } from '@nestjs/common';
import { type Notification } from '#libs/contracts';
import { routes } from '#libs/contracts/routes';
import { Database } from '#libs/database';
import { tellLive } from '#libs/live';
import { CurrentActor, parse, type ChurchActor, Route } from '#libs/http';
import { countUnread, listNotifications, markAllRead } from './notifications.sql.js';
import { messageOf } from './told.js';

/** One's own notifications; what was withdrawn is not among them. */
@Controller()
export class NotificationsController {
  constructor(@Inject(Database) private readonly db: Database) {}

  /** The latest first, with the present titles. */
  @Route(routes.notifications.list)
  list(
    @CurrentActor() { id, organizationId }: ChurchActor,
    @Query() query: unknown,
  ): Promise<Notification[]> {
    const { limit } = parse(routes.notifications.list.query, query);
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
  @Route(routes.notifications.count)
  async count(@CurrentActor() { id, organizationId }: ChurchActor): Promise<{ count: number }> {
    const [row] = await this.db.tenant(organizationId, (tx) => countUnread(tx, { userId: id }));
    return row!;
  }

  @Route(routes.notifications.readAll)
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
