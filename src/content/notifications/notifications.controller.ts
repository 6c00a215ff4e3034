import { Controller, Query } from '@nestjs/common';
import { type Notification } from '#libs/contracts';
import { routes } from '#libs/contracts/routes';
import type { Tx } from '#libs/database';
import { tellLive } from '#libs/live';
import { CurrentActor, parse, type ChurchActor, Route, ChurchTransaction } from '#libs/http';
import { countUnread, listNotifications, markAllRead } from './notifications.sql.js';
import { changeMessage, notificationMessage } from './notification-rules.js';

/**
 * Serves the user's own notifications, except those about content that members can no longer see.
 */
@Controller()
export class NotificationsController {
  /**
   * Lists notifications, the latest first. Their messages have the present titles, times and places
   * of the content.
   */
  @Route(routes.notifications.list)
  async list(
    @CurrentActor() { id }: ChurchActor,
    @ChurchTransaction() tx: Tx,
    @Query() query: unknown,
  ): Promise<Notification[]> {
    const { limit } = parse(routes.notifications.list.query, query);
    const rows = await listNotifications(tx, { userId: id, limit: limit ?? null });
    return rows.map((row) => toNotification(row));
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

type NotificationRow = Awaited<ReturnType<typeof listNotifications>>[number];

function toNotification({
  isChange,
  eventDate,
  eventLocation,
  isSeries,
  isCanceled,
  ...row
}: NotificationRow): Notification {
  const title = row.contentTitle;
  const message =
    isChange && eventDate !== null && eventLocation !== null
      ? changeMessage({ title, date: eventDate, location: eventLocation, isSeries, isCanceled })
      : notificationMessage(row.type, title);
  return { ...row, message, sentAt: row.sentAt.toISOString() };
}
