import { Controller, Query } from '@nestjs/common';
import { type Notification } from '#libs/contracts';
import { routes } from '#libs/contracts/routes';
import type { Tx } from '#libs/database';
import { tellLive } from '#libs/live';
import { CurrentActor, parse, type ChurchActor, Route, ChurchTransaction } from '#libs/http';
import { timeZoneOf } from '../../tenancy/index.js';
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
    @CurrentActor() { id, organizationId }: ChurchActor,
    @ChurchTransaction() tx: Tx,
    @Query() query: unknown,
  ): Promise<Notification[]> {
    const { limit } = parse(routes.notifications.list.query, query);
    const rows = await listNotifications(tx, { userId: id, limit: limit ?? null });
    const timeZone = await timeZoneOf(tx, organizationId);
    return rows.map((row) => toNotification(row, timeZone));
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

function toNotification(row: NotificationRow, timeZone: string): Notification {
  const { id, userId, type, contentId, contentTitle, isRead, sentAt, emailSent, smsSent } = row;
  return {
    id,
    userId,
    type,
    contentId,
    contentTitle,
    message: messageOf(row, timeZone),
    isRead,
    sentAt: sentAt.toISOString(),
    emailSent,
    smsSent,
  };
}

function messageOf(row: NotificationRow, timeZone: string): string {
  const { type, contentTitle: title, change, addedMessage, recurrence, isCanceled } = row;
  const { date, seriesStart, location } = row;
  const isOfEvent = date !== null && seriesStart !== null && location !== null;
  if (!isOfEvent || (change === null && !isCanceled)) return notificationMessage(type, title);
  const event = { title, date, seriesStart, recurrence, location, isCanceled, timeZone };
  const message = changeMessage(change, event);
  const isReasonGiven = isCanceled && change === 'canceled' && addedMessage !== '';
  return isReasonGiven ? `${message}. ${addedMessage}` : message;
}
