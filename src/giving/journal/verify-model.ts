import type { StoredEvent } from '#libs/event-sourcing';
import type { DonationFacts } from '../donation/donation.js';
import { codec, isImportStream, type GivingEvent } from '../events.js';
import type { FundraiserFacts } from '../fundraiser/fundraiser.js';
import type { PledgeFacts } from '../pledge/pledge.js';
import { assertGift } from './event-content.js';

type EventOf<Type extends GivingEvent['type']> = Extract<GivingEvent, { type: Type }>;
type EventData<Type extends GivingEvent['type']> = EventOf<Type>['data'];

/** A version of a donation that follows from the events. Times are ISO texts. */
export interface Version {
  state: 'given' | 'voided';
  from: bigint;
  to: bigint | null;
  gift: DonationFacts;
  importId: string | null;
  addedBy: string | null;
  eventId: string;
  textEventId: string;
  changedBy: string | null;
  at: string;
}

export type CurrentPledge = PledgeFacts & {
  userId: string;
  year: number;
  textEventId: string;
  createdAt: string;
  updatedAt: string;
  version: number;
};
export type CurrentFundraiser = FundraiserFacts & {
  opening: number;
  isRemoved: boolean;
  version: number;
};

/** Where an event is stored, and who caused it. */
interface EventSource {
  stored: StoredEvent;
  journal: bigint;
  actor: string | null;
}

/**
 * The rows that every projection must contain. They are calculated from the events in memory, and
 * without code of the projections.
 */
export class Model {
  /** The versions of each donation, the oldest first. */
  readonly donations = new Map<string, Version[]>();
  readonly pledges = new Map<string, CurrentPledge>();
  readonly fundraisers = new Map<string, CurrentFundraiser>();
  readonly #donationsOfImport = new Map<string, string[]>();
  readonly #texts = new Map<string, string>();
  readonly #campaignsOfOldFundraisers: ReadonlyMap<string, string>;

  /** @param campaignsOfOldFundraisers the campaigns of fundraisers whose events do not name them */
  constructor(campaignsOfOldFundraisers: ReadonlyMap<string, string>) {
    this.#campaignsOfOldFundraisers = campaignsOfOldFundraisers;
  }

  /** @param journal number of the entry to which the event belongs */
  apply(event: StoredEvent, journal: bigint, report: (problem: string) => void): void {
    try {
      const { actor } = codec.metadata(event);
      this.#apply(codec.decode(event), { stored: event, journal, actor });
    } catch {
      report(`Event ${event.id} at position ${event.position} can no longer be read.`);
    }
  }

  /** Yields the gifts that count. */
  *currentGifts(): Generator<DonationFacts> {
    for (const versions of this.donations.values()) {
      const last = versions.at(-1)!;
      if (last.state === 'given') yield last.gift;
    }
  }

  /**
   * Adds up the gifts that count, by a key.
   * @param keyOf returns null for a gift that no total contains
   * @returns the cents and the number of gifts for each key
   */
  totals(keyOf: (gift: DonationFacts) => string | null): Map<string, [bigint, number]> {
    const totals = new Map<string, [bigint, number]>();
    for (const gift of this.currentGifts()) {
      const key = keyOf(gift);
      if (key === null) continue;
      const [amount, count] = totals.get(key) ?? [0n, 0];
      totals.set(key, [amount + BigInt(gift.amount), count + 1]);
    }
    return totals;
  }

  /** Returns the fundraisers that were not removed, by their campaigns, the latest first. */
  fundraisersByCampaign(): Map<string, { id: string; startDate: string }[]> {
    const fundraisers = [...this.fundraisers]
      .filter(([, { isRemoved }]) => !isRemoved)
      .map(([id, { startDate, campaignId }]) => ({
        id,
        startDate,
        campaignId: campaignId ?? this.#campaignsOfOldFundraisers.get(id) ?? null,
      }))
      .sort((a, b) => (`${a.startDate} ${a.id}` < `${b.startDate} ${b.id}` ? 1 : -1));
    const fundraisersByCampaign = Map.groupBy(fundraisers, ({ campaignId }) => campaignId ?? '');
    fundraisersByCampaign.delete('');
    return fundraisersByCampaign;
  }

  /**
   * Returns a function that finds the fundraiser of a gift: the latest of its campaign that had
   * started on its date.
   */
  fundraiserOf(): (gift: DonationFacts) => string | null {
    const fundraisersByCampaign = this.fundraisersByCampaign();
    return ({ campaignId, date }) => {
      const fundraisers = fundraisersByCampaign.get(campaignId) ?? [];
      return fundraisers.find(({ startDate }) => startDate <= date)?.id ?? null;
    };
  }

  #apply(event: GivingEvent, source: EventSource): void {
    switch (event.type) {
      case 'DonationRecorded':
        this.#record(event.data, source);
        break;
      case 'DonationCorrected':
        this.#correct(event.data, source);
        break;
      case 'DonationVoided':
        this.#void(event.data.donationId, source);
        break;
      case 'DonationRestored':
        this.#restore(event.data, source);
        break;
      case 'DonationImportUndone':
        this.#voidImport(event.data.importId, source);
        break;
      case 'PledgeMade':
      case 'PledgeChanged':
        this.#applyToPledge(event, source);
        break;
      case 'FundraiserOpened':
      case 'FundraiserChanged':
      case 'FundraiserRemoved':
        this.#applyToFundraiser(event);
        break;
      case 'DonationImportCommitted':
        break;
      default:
        event satisfies never;
    }
  }

  #record(
    { donationId, importId, gift }: EventData<'DonationRecorded'>,
    { stored, journal, actor }: EventSource,
  ): void {
    const addedBy = this.#shareText(actor);
    const version: Version = {
      state: 'given',
      from: journal,
      to: null,
      gift: this.#shareTexts(assertGift(gift)),
      importId: this.#shareText(importId),
      addedBy,
      eventId: stored.id,
      textEventId: stored.id,
      changedBy: addedBy,
      at: this.#shareText(stored.recordedAt),
    };
    this.donations.set(donationId, [version]);
    if (!isImportStream(stored.stream) || !importId) return;
    const rows = this.#donationsOfImport.get(importId);
    if (rows) rows.push(donationId);
    else this.#donationsOfImport.set(importId, [donationId]);
  }

  #correct(
    { donationId, after, textChanged }: EventData<'DonationCorrected'>,
    source: EventSource,
  ): void {
    this.#addVersion(donationId, source, (last) => ({
      state: 'given',
      to: null,
      gift: assertGift(after),
      textEventId: textChanged ? source.stored.id : last.textEventId,
    }));
  }

  #restore({ donationId, gift }: EventData<'DonationRestored'>, source: EventSource): void {
    this.#addVersion(donationId, source, ({ textEventId }) => ({
      state: 'given',
      to: null,
      gift: assertGift(gift),
      textEventId,
    }));
  }

  #voidImport(importId: string, source: EventSource): void {
    for (const id of this.#donationsOfImport.get(importId) ?? [])
      if (this.donations.get(id)!.at(-1)!.state === 'given') this.#void(id, source);
  }

  #void(donationId: string, source: EventSource): void {
    this.#addVersion(donationId, source, ({ gift, textEventId }) => ({
      state: 'voided',
      to: source.journal,
      gift,
      textEventId,
    }));
  }

  #applyToPledge(event: EventOf<'PledgeMade' | 'PledgeChanged'>, { stored }: EventSource): void {
    const { recordedAt } = stored;
    if (event.type === 'PledgeMade') {
      const { pledgeId, ...facts } = event.data;
      const times = { createdAt: recordedAt, updatedAt: recordedAt };
      this.pledges.set(pledgeId, { ...facts, textEventId: stored.id, ...times, version: 1 });
      return;
    }
    const { pledgeId, after, textChanged } = event.data;
    const pledge = this.pledges.get(pledgeId)!;
    const textEventId = textChanged ? stored.id : pledge.textEventId;
    const version = pledge.version + 1;
    this.pledges.set(pledgeId, {
      ...pledge,
      ...after,
      textEventId,
      updatedAt: recordedAt,
      version,
    });
  }

  #applyToFundraiser(
    event: EventOf<'FundraiserOpened' | 'FundraiserChanged' | 'FundraiserRemoved'>,
  ): void {
    if (event.type === 'FundraiserOpened') {
      const { fundraiserId, ...facts } = event.data;
      this.fundraisers.set(fundraiserId, { ...facts, isRemoved: false, version: 1 });
      return;
    }
    const { fundraiserId } = event.data;
    const fundraiser = this.fundraisers.get(fundraiserId)!;
    const changes =
      event.type === 'FundraiserChanged' ? event.data.after : { isActive: false, isRemoved: true };
    const version = fundraiser.version + 1;
    this.fundraisers.set(fundraiserId, { ...fundraiser, ...changes, version });
  }

  #addVersion(
    donationId: string,
    { stored, journal, actor }: EventSource,
    change: (last: Version) => Pick<Version, 'state' | 'to' | 'gift' | 'textEventId'>,
  ): void {
    const versions = this.donations.get(donationId)!;
    const last = versions.at(-1)!;
    last.to ??= journal; // a voided version has ended when it began
    versions.push({
      ...last,
      ...change(last),
      from: journal,
      eventId: stored.id,
      changedBy: actor,
      at: stored.recordedAt,
    });
  }

  /** Returns one copy of equal texts, so that a million gifts fit into memory. */
  #shareText<Text extends string | null>(text: Text): Text {
    if (text === null) return text;
    const sameText = this.#texts.get(text);
    if (sameText === undefined) this.#texts.set(text, text);
    return (sameText ?? text) as Text;
  }

  #shareTexts(gift: DonationFacts): DonationFacts {
    const { donorId, amount, currency, date, paymentMethod, campaignId, fundraiserId } = gift;
    return {
      donorId: this.#shareText(donorId),
      amount,
      currency: this.#shareText(currency),
      date: this.#shareText(date),
      paymentMethod: this.#shareText(paymentMethod),
      campaignId: this.#shareText(campaignId),
      fundraiserId: this.#shareText(fundraiserId),
    };
  }
}
