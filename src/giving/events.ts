import { EventCodec, type StoredEvent, type Upcast } from '#libs/event-sourcing';
import type { DonationEvent } from './donation/donation.js';
import type { FundraiserEvent } from './fundraiser/fundraiser.js';
import type { ImportEvent } from './import/recording/import.js';
import type { PledgeEvent } from './pledge/pledge.js';

export type GivingEvent = DonationEvent | PledgeEvent | FundraiserEvent | ImportEvent;

/** Adds to facts of a fundraiser that their event does not name its campaign. */
const withoutCampaign = (facts: unknown) => ({ ...(facts as object), campaignId: null });

const upcastChange: Upcast = ({ before, after, ...data }) => ({
  ...data,
  before: withoutCampaign(before),
  after: withoutCampaign(after),
  textChanged: false,
});

/** Reads and writes the events of giving. In version 1, events of fundraisers did not name the campaign or tell of texts. */
export const codec = new EventCodec<GivingEvent>({
  FundraiserOpened: { 1: withoutCampaign },
  FundraiserChanged: { 1: upcastChange },
});

/** A fact that counts, with its number in the church's journal. */
export interface PublishedEvent {
  event: GivingEvent;
  stored: StoredEvent;
  journal: bigint;
}

export type StreamKind = 'donation' | 'pledge' | 'fundraiser' | 'import';
export const streamOf = (organizationId: string, kind: StreamKind, id: string) =>
  `${organizationId}.${kind}-${id}`;
export const isImportStream = (stream: string) =>
  stream.startsWith('import-', stream.indexOf('.') + 1);
/** The import whose stream this is; null for any other. */
export const importOf = (stream: string): string | null =>
  isImportStream(stream) ? stream.slice(stream.indexOf('.') + 8) : null;
