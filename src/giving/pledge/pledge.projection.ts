import type { Projection } from '#libs/event-sourcing';
import type { PublishedEvent } from '../events.js';
import { deletePledgeBuild, insertPledge, updatePledge } from './pledge.sql.js';

export const pledgeProjection: Projection<PublishedEvent> = {
  name: 'pledges',
  deletions: { pledge: deletePledgeBuild },
  async apply(tx, build, events) {
    for (const { event, stored } of events) {
      if (event.type === 'PledgeMade') {
        const { pledgeId, userId, year, amount, frequency } = event.data;
        await insertPledge(tx, {
          build,
          id: pledgeId,
          userId,
          year,
          amount,
          frequency,
          textEventId: stored.id,
          at: stored.recordedAt,
        });
      } else if (event.type === 'PledgeChanged') {
        const { pledgeId, after, textChanged } = event.data;
        await updatePledge(tx, {
          build,
          id: pledgeId,
          amount: after.amount,
          frequency: after.frequency,
          at: stored.recordedAt,
          textChanged,
          eventId: stored.id,
        });
      }
    }
  },
};
