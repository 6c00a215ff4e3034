import type { StoredEvent } from '#libs/event-sourcing';
import type { DonationFacts } from '../donation/donation.js';
import { codec, isImportStream, type GivingEvent } from '../events.js';
import type { FundraiserFacts } from '../fundraiser/fundraiser.js';
import type { PledgeFacts } from '../pledge/pledge.js';

/** A version of a donation as the events say it was; times are ISO texts. */
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

/** An independent reading of the events, by plain replacement: what every projection must come to. */
export class Model {
  /** versions of each donation, the first first */
  readonly donations = new Map<string, Version[]>();
  readonly pledges = new Map<string, CurrentPledge>();
  readonly fundraisers = new Map<string, CurrentFundraiser>();
  readonly #ofImport = new Map<string, string[]>();
  readonly #texts = new Map<string, string>();
  readonly #campaignsOfOldFundraisers: ReadonlyMap<string, string>;

  /** @param campaignsOfOldFundraisers the campaigns of the fundraisers whose events do not name them */
  constructor(campaignsOfOldFundraisers: ReadonlyMap<string, string>) {
    this.#campaignsOfOldFundraisers = campaignsOfOldFundraisers;
  }

  /** @param journal number of the entry that the event is, or is part of */
  apply(event: StoredEvent, journal: bigint, report: (problem: string) => void): void {
    try {
      this.#one(codec.decode(event), event, journal);
    } catch {
      report(`Event ${event.id} at position ${event.position} can no longer be read.`);
    }
  }

  /** The gifts that count now. */
  *standing(): Generator<DonationFacts> {
    for (const versions of this.donations.values()) {
      const last = versions.at(-1)!;
      if (last.state === 'given') yield last.gift;
    }
  }

  /** `key → [cents, count]` of the gifts that count now */
  totals(keyOf: (gift: DonationFacts) => string | null): Map<string, [bigint, number]> {
    const totals = new Map<string, [bigint, number]>();
    for (const gift of this.standing()) {
      const key = keyOf(gift);
      if (key === null) continue;
      const [amount, count] = totals.get(key) ?? [0n, 0];
      totals.set(key, [amount + BigInt(gift.amount), count + 1]);
    }
    return totals;
  }

  /** The fundraisers that were not removed, by their campaigns, the latest first. */
  standingFundraisers(): Map<string, { id: string; startDate: string }[]> {
    const standing = [...this.fundraisers]
      .filter(([, { isRemoved }]) => !isRemoved)
      .map(([id, { startDate, campaignId }]) => ({
        id,
        startDate,
        campaignId: campaignId ?? this.#campaignsOfOldFundraisers.get(id) ?? null,
      }))
      .sort((one, other) =>
        `${one.startDate} ${one.id}` < `${other.startDate} ${other.id}` ? 1 : -1,
      );
    const fundraisersByCampaign = Map.groupBy(standing, ({ campaignId }) => campaignId ?? '');
    fundraisersByCampaign.delete('');
    return fundraisersByCampaign;
  }

  /** Finds the fundraiser of a gift: the latest of its campaign that had started on its date. */
  fundraiserOf(): (gift: DonationFacts) => string | null {
    const fundraisersByCampaign = this.standingFundraisers();
    return ({ campaignId, date }) => {
      const fundraisers = fundraisersByCampaign.get(campaignId) ?? [];
      return fundraisers.find(({ startDate }) => startDate <= date)?.id ?? null;
    };
  }

  #one(event: GivingEvent, stored: StoredEvent, journal: bigint): void {
    const { actor } = codec.metadata(stored);
    const at = stored.recordedAt;
    switch (event.type) {
      case 'DonationRecorded': {
        const { donationId, importId, gift } = event.data;
        const by = this.#shared(actor);
        this.donations.set(donationId, [
          {
            state: 'given',
            from: journal,
            to: null,
            gift: this.#gift(readable(gift)),
            importId: this.#shared(importId),
            addedBy: by,
            eventId: stored.id,
            textEventId: stored.id,
            changedBy: by,
            at: this.#shared(at),
          },
        ]);
        if (isImportStream(stored.stream) && importId) {
          const rows = this.#ofImport.get(importId);
          if (rows) rows.push(donationId);
          else this.#ofImport.set(importId, [donationId]);
        }
        break;
      }
      case 'DonationCorrected':
        this.#next(event.data.donationId, stored, journal, (last) => ({
          state: 'given',
          to: null,
          gift: readable(event.data.after),
          textEventId: event.data.textChanged ? stored.id : last.textEventId,
        }));
        break;
      case 'DonationVoided':
        this.#next(event.data.donationId, stored, journal, ({ gift, textEventId }) => ({
          state: 'voided',
          to: journal,
          gift,
          textEventId,
        }));
        break;
      case 'DonationRestored':
        this.#next(event.data.donationId, stored, journal, ({ textEventId }) => ({
          state: 'given',
          to: null,
          gift: readable(event.data.gift),
          textEventId,
        }));
        break;
      case 'DonationImportUndone':
        for (const id of this.#ofImport.get(event.data.importId) ?? []) {
          if (this.donations.get(id)!.at(-1)!.state === 'voided') continue;
          this.#next(id, stored, journal, ({ gift, textEventId }) => ({
            state: 'voided',
            to: journal,
            gift,
            textEventId,
          }));
        }
        break;
      case 'PledgeMade': {
        const { pledgeId, ...facts } = event.data;
        this.pledges.set(pledgeId, {
          ...facts,
          textEventId: stored.id,
          createdAt: at,
          updatedAt: at,
          version: 1,
        });
        break;
      }
      case 'PledgeChanged': {
        const { pledgeId, after, textChanged } = event.data;
        const now = this.pledges.get(pledgeId)!;
        const textEventId = textChanged ? stored.id : now.textEventId;
        this.pledges.set(pledgeId, {
          ...now,
          ...after,
          textEventId,
          updatedAt: at,
          version: now.version + 1,
        });
        break;
      }
      case 'FundraiserOpened': {
        const { fundraiserId, ...facts } = event.data;
        this.fundraisers.set(fundraiserId, { ...facts, isRemoved: false, version: 1 });
        break;
      }
      case 'FundraiserChanged': {
        const now = this.fundraisers.get(event.data.fundraiserId)!;
        this.fundraisers.set(event.data.fundraiserId, {
          ...now,
          ...event.data.after,
          version: now.version + 1,
        });
        break;
      }
      case 'FundraiserRemoved': {
        const now = this.fundraisers.get(event.data.fundraiserId)!;
        this.fundraisers.set(event.data.fundraiserId, {
          ...now,
          isActive: false,
          isRemoved: true,
          version: now.version + 1,
        });
        break;
      }
      case 'DonationImportCommitted':
        break;
      default:
        event satisfies never;
    }
  }

  #next(
    donationId: string,
    stored: StoredEvent,
    journal: bigint,
    change: (last: Version) => Pick<Version, 'state' | 'to' | 'gift' | 'textEventId'>,
  ): void {
    const versions = this.donations.get(donationId)!;
    const last = versions.at(-1)!;
    last.to ??= journal; // what was voided held no longer than its own moment
    const { actor } = codec.metadata(stored);
    versions.push({
      ...last,
      ...change(last),
      from: journal,
      eventId: stored.id,
      changedBy: actor,
      at: stored.recordedAt,
    });
  }

  /** One copy of each text that many gifts share: a million gifts have to fit. */
  #shared<Text extends string | null>(text: Text): Text {
    if (text === null) return text;
    const known = this.#texts.get(text);
    if (known === undefined) this.#texts.set(text, text);
    return (known ?? text) as Text;
  }

  #gift(gift: DonationFacts): DonationFacts {
    const { donorId, amount, currency, date, paymentMethod, campaignId, fundraiserId } = gift;
    return {
      donorId: this.#shared(donorId),
      amount,
      currency: this.#shared(currency),
      date: this.#shared(date),
      paymentMethod: this.#shared(paymentMethod),
      campaignId: this.#shared(campaignId),
      fundraiserId: this.#shared(fundraiserId),
    };
  }
}

/** The gift that an event speaks of; null where its bytes no longer say one. */
export function giftIn(event: StoredEvent): DonationFacts | null {
  try {
    const decoded = codec.decode(event);
    if (decoded.type === 'DonationRecorded') return readable(decoded.data.gift);
    if (decoded.type === 'DonationRestored') return readable(decoded.data.gift);
    return decoded.type === 'DonationCorrected'
      ? readable(decoded.data.after)
      : decoded.type === 'DonationVoided'
        ? readable(decoded.data.before)
        : null;
  } catch {
    return null;
  }
}

/** Who an event says did it; undefined where its bytes no longer say. */
export function actorIn(event: StoredEvent): string | null | undefined {
  try {
    return codec.metadata(event).actor;
  } catch {
    return undefined;
  }
}

/** The gift, if it still has the shape of one: changed bytes may be JSON that says something else. @throws TypeError */
function readable(gift: DonationFacts): DonationFacts {
  const facts = gift as unknown as Partial<Record<keyof DonationFacts, unknown>> | undefined;
  if (!Number.isSafeInteger(facts?.amount) || typeof facts?.date !== 'string')
    throw new TypeError('Not a gift');
  return gift;
}
