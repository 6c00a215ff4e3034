import { EventCodec, type StoredEvent, type Upcast } from '#libs/event-sourcing';
import type { DonationEvent } from './donation/donation.js';
import type { FundraiserEvent } from './fundraiser/fundraiser.js';
import type { ImportEvent } from './import/recording/import.js';
import type { PledgeEvent } from './pledge/pledge.js';

export type GivingEvent = DonationEvent | PledgeEvent | FundraiserEvent | ImportEvent;

/** Marks the facts of a fundraiser whose event does not name its campaign. */
const withoutCampaign = (facts: unknown) => ({ ...(facts as object), campaignId: null });

const upcastChange: Upcast = ({ before, after, ...data }) => ({
  ...data,
  before: withoutCampaign(before),
  after: withoutCampaign(after),
  textChanged: false,
});

/**
 * Reads and writes the events of giving. Version 1 of the events of fundraisers had neither the
 * campaign nor `textChanged`.
 */
export const codec = new EventCodec<GivingEvent>({
  FundraiserOpened: { 1: withoutCampaign },
  FundraiserChanged: { 1: upcastChange },
});

/** An event that is in the church's journal. */
export interface PublishedEvent {
  event: GivingEvent;
  stored: StoredEvent;
  /** The number of its journal entry. */
  journal: bigint;
}

export type StreamKind = 'donation' | 'pledge' | 'fundraiser' | 'import';
export const streamOf = (organizationId: string, kind: StreamKind, id: string) =>
  `${organizationId}.${kind}-${id}`;
export const isImportStream = (stream: string) =>
  stream.startsWith('import-', stream.indexOf('.') + 1);
/** Returns the id of the import to which a stream belongs; null for a stream of another kind. */
export const importOf = (stream: string): string | null =>
  isImportStream(stream) ? stream.slice(stream.indexOf('.') + 8) : null;
