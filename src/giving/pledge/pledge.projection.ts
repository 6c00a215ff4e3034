import type { Projection } from '#libs/event-sourcing';
import type { PublishedEvent } from '../events.js';

export const pledgeProjection: Projection<PublishedEvent> = {
  name: 'pledges',
  tables: ['pledge'],
  async apply(tx, build, events) {
    for (const { event, stored } of events) {
      if (event.type === 'PledgeMade') {
        const { pledgeId, userId, year, amount, frequency } = event.data;
        await tx.sql(
          `insert into pledge (organization_id, build, id, user_id, year, amount, frequency, text_event_id, created_at, updated_at, version)
           values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9, 1)`,
          [
            tx.organizationId,
            build,
            pledgeId,
            userId,
            year,
            amount,
            frequency,
            stored.id,
            stored.recordedAt,
          ],
        );
      } else if (event.type === 'PledgeChanged') {
        const { pledgeId, after, textChanged } = event.data;
        await tx.sql(
          `update pledge set amount = $4, frequency = $5, updated_at = $6, version = version + 1,
                  text_event_id = case when $7::boolean then $8 else text_event_id end
            where organization_id = $1 and build = $2 and id = $3`,
          [
            tx.organizationId,
            build,
            pledgeId,
            after.amount,
            after.frequency,
            stored.recordedAt,
            textChanged,
            stored.id,
          ],
        );
      }
    }
  },
};
