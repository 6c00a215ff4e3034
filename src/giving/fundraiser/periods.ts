/** A fundraiser that was not removed. */
interface RemainingFundraiser {
  /** Ids are ordered by the time of creation. */
  fundraiserId: string;
  startsOn: string;
}

/**
 * The days from `startsOn` to the day before `endsBefore`. Null means all days since `startsOn`.
 */
export interface Period extends RemainingFundraiser {
  endsBefore: string | null;
}

/**
 * Divides the time between the fundraisers of one campaign: a donation counts for the latest
 * fundraiser that had started on its date (rulings 10 and 27). Of fundraisers that start on the
 * same day, the one that was created last counts. The end date of a fundraiser plays no part.
 */
export function dividePeriods(fundraisers: readonly RemainingFundraiser[]): Period[] {
  const ordered = fundraisers.toSorted(
    (a, b) => compare(a.startsOn, b.startsOn) || compare(a.fundraiserId, b.fundraiserId),
  );
  return ordered.map(({ fundraiserId, startsOn }, index) => ({
    fundraiserId,
    startsOn,
    endsBefore: ordered[index + 1]?.startsOn ?? null,
  }));
}

const compare = (a: string, b: string): number => Number(a > b) - Number(a < b);
