import { Controller, Query } from '@nestjs/common';
import { type Notification } from '#libs/contracts';
import { routes } from '#libs/contracts/routes';
import type { Tx } from '#libs/database';
import { tellLive } from '#libs/live';
import { CurrentActor, parse, type ChurchActor, Route, ChurchTransaction } from '#libs/http';
import { countUnread, listNotifications, markAllRead } from './notifications.sql.js';
import { notificationMessage } from './notification-rules.js';

/**
 * Serves the user's own notifications, except those about content that members can no longer see.
 */
@Controller()
export class NotificationsController {
  /** Lists notifications, the latest first, with the present titles of their content. */
  @Route(routes.notifications.list)
  async list(
    @CurrentActor() { id }: ChurchActor,
    @ChurchTransaction() tx: Tx,
    @Query() query: unknown,
  ): Promise<Notification[]> {
    const { limit } = parse(routes.notifications.list.query, query);
    const rows = await listNotifications(tx, { userId: id, limit: limit ?? null });
    return rows.map((row) => ({
      ...row,
      message: notificationMessage(row.type, row.contentTitle),
      sentAt: row.sentAt.toISOString(),
    }));
  }

  /** Counts the unread notifications. */
  @Route(routes.notifications.count)
  async count(
    @CurrentActor() { id }: ChurchActor,
    @ChurchTransaction() tx: Tx,
  ): Promise<{ count: number }> {
    const [row] = await countUnread(tx, { userId: id });
    return row!;
  }

  @Route(routes.notifications.readAll)
  async readAll(
    @CurrentActor() { id, organizationId }: ChurchActor,
    @ChurchTransaction() tx: Tx,
  ): Promise<{ count: number }> {
    await markAllRead(tx, { userId: id });
    await tellLive(tx, {
      kind: 'notification',
      id: organizationId,
      organizationId,
      people: [id],
    });
    return { count: 0 };
  }
}
