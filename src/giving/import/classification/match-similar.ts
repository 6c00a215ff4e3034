import { daysBetween } from '#libs/calendar';

/** A row that may be a recorded gift. `person` is its donor; `amount` in cents. */
export interface SimilarRow {
  row: number;
  person: string;
  amount: bigint;
  date: string;
  number: string | null;
}

/**
 * A recorded gift of a person and an amount that rows have, as it is or as it was first recorded.
 */
export interface SimilarGift {
  donationId: string;
  /** the donor of the rows, who may have this gift under another record */
  person: string;
  amount: bigint;
  date: string;
  /** whether it was recorded by hand or came from another source than the file */
  isElsewhere: boolean;
  /** its transaction number, if it came from the same kind of file */
  number: string | null;
  /** the transaction number that somebody typed */
  numberByHand: string | null;
}

/**
 * Maximum number of days between a recorded gift and its row in a file of another source. A bank,
 * for example, books a check some days later.
 */
const maxDays = 7;

/**
 * Matches rows with recorded gifts. Each gift is matched with at most one row, so that two equal
 * weekly gifts stay two gifts. It matches first gifts that were recorded by hand with the number of
 * the row, then gifts of the same day, then gifts within seven days that were recorded by hand or
 * came from another source. It does not match a gift that has another number from the same kind of
 * file. It ignores the case of a number and zeros at its beginning, because spreadsheets change
 * them.
 * @param rows ordered by day
 * @param gifts ordered by day
 * @returns the gift of each row that has one
 */
export function matchSimilar<Gift extends SimilarGift>(
  rows: readonly SimilarRow[],
  gifts: readonly Gift[],
): Map<number, Gift> {
  const matches: Matches<Gift> = { giftOfRow: new Map(), taken: new Set() };
  matchByKey(rows, matches, {
    gifts: gifts.filter(({ numberByHand }) => numberByHand !== null),
    keyOf: (candidate) => `${groupOf(candidate)} ${numberOf(candidate)}`,
    isNear: () => true,
  });
  matchByKey(rows, matches, {
    gifts,
    keyOf: (candidate) => `${groupOf(candidate)} ${candidate.date}`,
    isNear: () => true,
  });
  matchByKey(rows, matches, {
    gifts: gifts.filter(({ isElsewhere }) => isElsewhere),
    keyOf: groupOf,
    isNear: (gift, row) => Math.abs(daysBetween(gift.date, row.date)) <= maxDays,
  });
  return matches.giftOfRow;
}

/** The matches that were found so far. */
interface Matches<Gift> {
  giftOfRow: Map<number, Gift>;
  /** The ids of the donations that are matched. */
  taken: Set<string>;
}

/** The recorded gifts that rows are compared with, and how a row and a gift are compared. */
interface Comparison<Gift> {
  gifts: readonly Gift[];
  /** Returns the key that a gift and its row have in common. */
  keyOf: (candidate: SimilarRow | Gift) => string;
  isNear: (gift: Gift, row: SimilarRow) => boolean;
}

/** Matches rows that have no gift yet with free gifts of the same key. */
function matchByKey<Gift extends SimilarGift>(
  rows: readonly SimilarRow[],
  { giftOfRow, taken }: Matches<Gift>,
  { gifts, keyOf, isNear }: Comparison<Gift>,
): void {
  const giftsByKey = Map.groupBy(gifts, keyOf);
  const queues = new Map(
    [...giftsByKey].map(([key, group]) => [key, new GiftQueues(group, taken)]),
  );
  for (const row of rows) {
    if (giftOfRow.has(row.row)) continue;
    const gift = queues.get(keyOf(row))?.next(row, isNear);
    if (!gift) continue;
    giftOfRow.set(row.row, gift);
    taken.add(gift.donationId);
  }
}

/** Returns the transaction number of a row, or the number that a user typed for a gift. */
function numberOf(candidate: SimilarRow | SimilarGift): string {
  const number = 'numberByHand' in candidate ? candidate.numberByHand : candidate.number;
  return looseNumber(number ?? '');
}

const groupOf = ({ person, amount }: { person: string; amount: bigint }) => `${person} ${amount}`;

/** A transaction number without what a spreadsheet may change of it. */
const looseNumber = (number: string) => number.toLowerCase().replace(/^0+/, '');

interface Queue<Gift> {
  gifts: Gift[];
  /** the index of the first gift that may still be matched; all before it are matched or too old */
  first: number;
}

/**
 * The gifts with which the rows of one group can be matched, ordered by day. The rows are also
 * given in the order of their days. So a gift that is taken or too old for one row is never looked
 * at again in its queue, and the work does not grow with gifts times rows.
 */
class GiftQueues<Gift extends SimilarGift> {
  readonly #numbered: Queue<Gift>;
  readonly #unnumbered: Queue<Gift>;
  readonly #byNumber: Map<string, Queue<Gift>>;

  constructor(
    gifts: readonly Gift[],
    private readonly taken: ReadonlySet<string>,
  ) {
    const numbered = gifts.filter(({ number }) => number !== null);
    this.#numbered = { gifts: numbered, first: 0 };
    this.#unnumbered = { gifts: gifts.filter(({ number }) => number === null), first: 0 };
    this.#byNumber = new Map(
      [...Map.groupBy(numbered, ({ number }) => looseNumber(number!))].map(([number, group]) => [
        number,
        { gifts: group, first: 0 },
      ]),
    );
  }

  /** @returns the first free gift that is near the row and has no other number */
  next(row: SimilarRow, isNear: (gift: Gift, row: SimilarRow) => boolean): Gift | undefined {
    const queues =
      row.number === null
        ? [this.#unnumbered, this.#numbered]
        : [this.#byNumber.get(looseNumber(row.number)), this.#unnumbered];
    for (const queue of queues) {
      const gift = queue && this.#nextOf(queue, row, isNear);
      if (gift) return gift;
    }
    return undefined;
  }

  #nextOf(
    queue: Queue<Gift>,
    row: SimilarRow,
    isNear: (gift: Gift, row: SimilarRow) => boolean,
  ): Gift | undefined {
    const isPassed = (gift: Gift) =>
      this.taken.has(gift.donationId) || (gift.date < row.date && !isNear(gift, row));
    while (queue.first < queue.gifts.length && isPassed(queue.gifts[queue.first]!)) queue.first++;
    const gift = queue.gifts[queue.first];
    return gift && isNear(gift, row) ? gift : undefined;
  }
}
