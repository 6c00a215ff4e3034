import type { Projection } from '#libs/event-sourcing';
import type { PublishedEvent } from '../events.js';

/** Goal, dates and state; what was raised follows from `fundraiser_gift` (the donations projection). */
export const fundraiserProjection: Projection<PublishedEvent> = {
  name: 'fundraisers',
  tables: ['fundraiser'],
  async apply(tx, build, events) {
    for (const { event } of events) {
      if (event.type === 'FundraiserOpened') {
        const { fundraiserId, goal, opening, startDate, endDate, isActive } = event.data;
        await tx.sql(
          `insert into fundraiser (organization_id, build, id, goal, opening, start_date, end_date, is_active, is_removed, version)
           values ($1, $2, $3, $4, $5, $6, $7, $8, false, 1)`,
          [tx.organizationId, build, fundraiserId, goal, opening, startDate, endDate, isActive],
        );
      } else if (event.type === 'FundraiserChanged') {
        const { fundraiserId, after } = event.data;
        await tx.sql(
          `update fundraiser set goal = $4, start_date = $5, end_date = $6, is_active = $7, version = version + 1
            where organization_id = $1 and build = $2 and id = $3`,
          [
            tx.organizationId,
            build,
            fundraiserId,
            after.goal,
            after.startDate,
            after.endDate,
            after.isActive,
          ],
        );
      } else if (event.type === 'FundraiserRemoved') {
        await tx.sql(
          `update fundraiser set is_removed = true, is_active = false, version = version + 1 where organization_id = $1 and build = $2 and id = $3`,
          [tx.organizationId, build, event.data.fundraiserId],
        );
      }
    }
  },
};
