import { Controller, Inject, Query } from '@nestjs/common';
import { type Notification } from '#libs/contracts';
import { routes } from '#libs/contracts/routes';
import { Database } from '#libs/database';
import { tellLive } from '#libs/live';
import { CurrentActor, parse, type ChurchActor, Route } from '#libs/http';
import { isStillThere, messageOf, titleOf } from './told.js';

const own = `from notification n where organization_id = $1 and user_id = $2 and ${isStillThere('n')}`;

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
      const rows = await tx.sql<Omit<Notification, 'message'>>(
        `select id, user_id as "userId", type, content_id as "contentId", ${titleOf('n')} as "contentTitle", is_read as "isRead", sent_at as "sentAt",
                email_sent as "emailSent", sms_sent as "smsSent" ${own} order by sent_at desc, id desc limit $3`,
        [organizationId, id, limit ?? null],
      );
      return rows.map((row) => ({ ...row, message: messageOf(row.type, row.contentTitle) }));
    });
  }

  /** How many are unread. */
  @Route(routes.notifications.count)
  async count(@CurrentActor() { id, organizationId }: ChurchActor): Promise<{ count: number }> {
    const [row] = await this.db.tenant(organizationId, (tx) =>
      tx.sql<{ count: number }>(`select count(*)::int as count ${own} and not is_read`, [
        organizationId,
        id,
      ]),
    );
    return row!;
  }

  @Route(routes.notifications.readAll)
  async readAll(@CurrentActor() { id, organizationId }: ChurchActor): Promise<{ count: number }> {
    await this.db.tenant(organizationId, async (tx) => {
      await tx.sql(
        'update notification set is_read = true where organization_id = $1 and user_id = $2 and not is_read',
        [organizationId, id],
      );
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
