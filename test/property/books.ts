import { generalFund } from '#libs/contracts';

/** One gift as a person would write it in a paper book. */
export interface Entry {
  donor: string;
  cents: bigint;
  date: string;
  method: string;
  campaign: string;
  /** the fundraiser that was open under the campaign's title when the campaign was written */
  fundraiser: string | null;
}

const key = (text: string) => text.normalize('NFKC').toLowerCase().replace(/\s+/gu, ' ').trim();

/** The same rules once more, without events, journal or projections: what the real books must agree with. */
export class PaperBook {
  readonly gifts = new Map<string, Entry>();
  readonly pledges = new Map<string, bigint>();
  readonly fundraisers = new Map<
    string,
    { title: string; isActive: boolean; opening: bigint; isRemoved: boolean }
  >();

  /** The fundraiser open under that title now. */
  open(title: string): string | null {
    for (const [id, { title: own, isActive, isRemoved }] of this.fundraisers)
      if (isActive && !isRemoved && key(own) === key(title)) return id;
    return null;
  }

  campaign(title: string | null | undefined): { campaign: string; fundraiser: string | null } {
    const name = title?.trim() ? title : generalFund;
    return { campaign: key(name), fundraiser: this.open(name) };
  }

  totals(keyOf: (gift: Entry) => string | null): Record<string, string> {
    const totals = new Map<string, { cents: bigint; count: number }>();
    for (const gift of this.gifts.values()) {
      const name = keyOf(gift);
      if (name === null) continue;
      const total = totals.get(name) ?? { cents: 0n, count: 0 };
      totals.set(name, { cents: total.cents + gift.cents, count: total.count + 1 });
    }
    return Object.fromEntries(
      [...totals].map(([name, { cents, count }]) => [name, `${cents} in ${count}`]),
    );
  }
}
