import type { Projection } from '#libs/event-sourcing';
import type { PublishedEvent } from '../events.js';
import {
  deleteFundraiserBuild,
  insertFundraiser,
  removeFundraiser,
  updateFundraiser,
} from './fundraiser.sql.js';

/**
 * Projects goal, dates and state. The projection of the donations adds up the amounts that
 * fundraisers have raised (`fundraiser_gift`).
 */
export const fundraiserProjection: Projection<PublishedEvent> = {
  name: 'fundraisers',
  deletions: { fundraiser: deleteFundraiserBuild },
  async apply(tx, build, events) {
    for (const { event } of events) {
      if (event.type === 'FundraiserOpened') {
        const { fundraiserId, goal, opening, startDate, endDate, isActive } = event.data;
        await insertFundraiser(tx, {
          build,
          id: fundraiserId,
          goal,
          opening,
          startDate,
          endDate,
          isActive,
        });
      } else if (event.type === 'FundraiserChanged') {
        const { fundraiserId, after } = event.data;
        const { goal, startDate, endDate, isActive } = after;
        await updateFundraiser(tx, { build, id: fundraiserId, goal, startDate, endDate, isActive });
      } else if (event.type === 'FundraiserRemoved') {
        await removeFundraiser(tx, { build, id: event.data.fundraiserId });
      }
    }
  },
};
