import { generalFund } from '#libs/contracts';

/** One gift in the model. */
export interface Entry {
  donor: string;
  cents: bigint;
  date: string;
  method: string;
  /** the number of the campaign, which keeps it when it is renamed */
  campaign: number;
}

export interface PaperFundraiser {
  title: string;
  isActive: boolean;
  opening: bigint;
  isRemoved: boolean;
  startDate: string;
  campaign: number;
}

const key = (text: string) => text.normalize('NFKC').toLowerCase().replace(/\s+/gu, ' ').trim();

/**
 * A model of the rules without events, journal and projections, with which all totals must agree.
 */
export class PaperBook {
  readonly gifts = new Map<string, Entry>();
  readonly pledges = new Map<string, bigint>();
  /** in the order in which they were opened */
  readonly fundraisers = new Map<string, PaperFundraiser>();
  /** the titles of the campaigns, by their numbers */
  readonly titles: string[] = [];
  readonly aliases = new Map<string, number>();

  /** Returns the active fundraiser with a title. */
  open(title: string): string | null {
    for (const [id, { title: ownTitle, isActive, isRemoved }] of this.fundraisers)
      if (isActive && !isRemoved && key(ownTitle) === key(title)) return id;
    return null;
  }

  /** Returns the campaign of a typed title, and adds it if it is new. */
  campaign(title: string | null | undefined): number {
    const name = key(title?.trim() ? title : generalFund);
    const index = this.titles.indexOf(name);
    if (index >= 0) return index;
    return this.aliases.get(name) ?? this.titles.push(name) - 1;
  }

  /** Returns the campaign of a new fundraiser. */
  #campaignOfNew(title: string): number {
    const index = this.titles.indexOf(key(title));
    if (index >= 0) return index;
    this.aliases.delete(key(title));
    return this.titles.push(key(title)) - 1;
  }

  #standing = (): [string, PaperFundraiser][] =>
    [...this.fundraisers].filter(([, { isRemoved }]) => !isRemoved);

  #isHeldByOther(id: string, campaign: number): boolean {
    return this.#standing().some(
      ([other, fundraiser]) =>
        other !== id && fundraiser.isActive && fundraiser.campaign === campaign,
    );
  }

  #hasGifts = (campaign: number): boolean =>
    [...this.gifts.values()].some((gift) => gift.campaign === campaign);

  /** Returns a new fundraiser; null if it is refused. */
  openFundraiser(facts: Omit<PaperFundraiser, 'campaign' | 'isRemoved'>): PaperFundraiser | null {
    if (facts.isActive && this.open(facts.title) !== null) return null;
    const titleHolder = this.titles.indexOf(key(facts.title));
    if (facts.isActive && titleHolder >= 0 && this.#isHeldByOther('', titleHolder)) return null;
    return { ...facts, campaign: this.#campaignOfNew(facts.title), isRemoved: false };
  }

  /** Returns a fundraiser after a change; null if the change is refused. */
  changeFundraiser(
    id: string,
    changes: Partial<Pick<PaperFundraiser, 'title' | 'isActive' | 'startDate'>>,
  ): PaperFundraiser | null {
    const before = this.fundraisers.get(id)!;
    const after = { ...before, ...changes };
    const isWritten = changes.title !== undefined || changes.isActive !== undefined;
    const titleHolder = after.isActive ? this.open(after.title) : null;
    if (isWritten && titleHolder !== null && titleHolder !== id) return null;
    const rename = this.#rename(id, before, key(after.title));
    if (rename === null) return null;
    const goesElsewhere = rename.campaign !== before.campaign;
    const becomesActive = changes.isActive === true && !before.isActive;
    const isCrowded = this.#isHeldByOther(id, rename.campaign);
    if (isCrowded && (becomesActive || (goesElsewhere && after.isActive))) return null;
    rename.write();
    return { ...after, campaign: rename.campaign };
  }

  /** Renames a fundraiser. Returns its campaign and the changed titles; null if it is refused. */
  #rename(
    id: string,
    { title, campaign }: PaperFundraiser,
    newTitle: string,
  ): { campaign: number; write: () => void } | null {
    const nothing = () => undefined;
    const titleHolder = this.titles.indexOf(newTitle);
    if (newTitle === key(title) || titleHolder === campaign) return { campaign, write: nothing };
    const isUsed = this.#hasGifts(campaign);
    const isGeneral = this.titles[campaign] === key(generalFund);
    if (isGeneral || titleHolder >= 0 || newTitle === key(generalFund)) {
      if (isUsed) return null;
      const to = titleHolder >= 0 ? titleHolder : this.titles.length;
      return { campaign: to, write: () => void this.#campaignOfNew(newTitle) };
    }
    const aliasOf = this.aliases.get(newTitle) ?? campaign;
    if (aliasOf !== campaign && this.#hasGifts(aliasOf)) return null;
    if (this.#isHeldByOther(id, campaign))
      return { campaign, write: () => void this.aliases.set(newTitle, campaign) };
    const write = () => {
      this.aliases.delete(newTitle);
      this.aliases.set(this.titles[campaign]!, campaign);
      this.titles[campaign] = newTitle;
    };
    return { campaign, write };
  }

  /** Returns the fundraiser for which a gift counts: the latest one that had started. */
  fundraiserOf({ campaign, date }: Entry): string | null {
    let latest: [id: string, startDate: string] | null = null;
    for (const [id, { startDate, campaign: ownCampaign }] of this.#standing()) {
      const counts = ownCampaign === campaign && startDate <= date;
      if (counts && (latest === null || startDate >= latest[1])) latest = [id, startDate];
    }
    return latest?.[0] ?? null;
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
