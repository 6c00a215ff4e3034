import { unidentifiedGiver } from '#libs/contracts';
import type { Tx } from '#libs/database';
import { insertMissingCampaigns } from './campaign/campaigns.sql.js';
import type { DonationFacts } from './donation/donation.js';
import { nameKey } from './donor/donors.js';
import { insertMissingDonors } from './donor/donors.sql.js';
import type { GivingEvent } from './events.js';

/**
 * Adds a donor for each donor id of the events that the database does not know, and a campaign for
 * each such campaign id. They are missing if the database was restored from an older copy than the
 * event store. Without them, lists would leave out donations that the totals include.
 *
 * The name of the new donor is *Unidentified giver*, and no donation can be recorded for it. The
 * title of the new campaign is its id.
 */
export async function addPlaceholders(tx: Tx, events: GivingEvent[]): Promise<void> {
  const gifts = events.flatMap(listGifts);
  if (gifts.length === 0) return;
  const donorIds = [...new Set(gifts.map(({ donorId }) => donorId))];
  const campaignIds = [...new Set(gifts.map(({ campaignId }) => campaignId))];
  await insertMissingDonors(tx, {
    ids: donorIds,
    name: unidentifiedGiver,
    nameKey: nameKey(unidentifiedGiver),
  });
  await insertMissingCampaigns(tx, { ids: campaignIds });
}

function listGifts(event: GivingEvent): DonationFacts[] {
  switch (event.type) {
    case 'DonationRecorded':
    case 'DonationRestored':
      return [event.data.gift];
    case 'DonationCorrected':
      return [event.data.before, event.data.after];
    case 'DonationVoided':
      return [event.data.before];
    default:
      return [];
  }
}
