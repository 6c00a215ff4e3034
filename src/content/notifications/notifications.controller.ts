import { Controller, Get, HttpCode, Inject, Patch, Query } from '@nestjs/common';
import { notificationQuery, type Notification } from '#libs/contracts';
import { Database } from '#libs/database';
import { tellLive } from '#libs/live';
import { Allow, CurrentActor, parse, type ChurchActor } from '#libs/http';
import { isStillThere, messageOf, titleOf } from './told.js';

const own = `from notification n where organization_id = $1 and user_id = $2 and ${isStillThere('n')}`;

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
      const rows = await tx.sql<Omit<Notification, 'message'>>(
        `select id, user_id as "userId", type, content_id as "contentId", ${titleOf('n')} as "contentTitle", is_read as "isRead", sent_at as "sentAt",
                email_sent as "emailSent", sms_sent as "smsSent" ${own} order by sent_at desc, id desc limit $3`,
        [organizationId, id, limit ?? null],
      );
      return rows.map((row) => ({ ...row, message: messageOf(row.type, row.contentTitle) }));
    });
  }

  /** How many are unread. */
  @Get('count')
  @Allow('portal.use')
  async count(@CurrentActor() { id, organizationId }: ChurchActor): Promise<{ count: number }> {
    const [row] = await this.db.tenant(organizationId, (tx) =>
      tx.sql<{ count: number }>(`select count(*)::int as count ${own} and not is_read`, [
        organizationId,
        id,
      ]),
    );
    return row!;
  }

  @Patch('read-all')
  @HttpCode(200)
  @Allow('portal.use')
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
