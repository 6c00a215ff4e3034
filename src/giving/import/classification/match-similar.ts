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
 * Days between a gift and its row in a file of another source, such as a bank that books a check
 * later.
 */
const mostDays = 7;

/**
 * Matches rows with recorded gifts, one row with one gift, so that two equal weekly gifts stay two.
 * First come gifts that were recorded by hand with the number of the row, then gifts of the same
 * day, then gifts from elsewhere within seven days. A row is no gift that has another number of the
 * same kind of file; zeros at the beginning of a number and its case make no other number, because
 * spreadsheets drop them.
 * @param rows ordered by day
 * @param gifts ordered by day
 * @returns the gift of each row that has one
 */
export function matchSimilar<Gift extends SimilarGift>(
  rows: readonly SimilarRow[],
  gifts: readonly Gift[],
): Map<number, Gift> {
  const matches = new Map<number, Gift>();
  const taken = new Set<string>();
  const matchBy = (
    choices: readonly Gift[],
    keyOf: (one: SimilarRow | Gift) => string,
    isNear: (gift: Gift, row: SimilarRow) => boolean,
  ) => {
    const groups = new Map(
      [...Map.groupBy(choices, keyOf)].map(([key, group]) => [key, new GiftQueues(group, taken)]),
    );
    for (const row of rows) {
      const gift = matches.has(row.row) ? undefined : groups.get(keyOf(row))?.next(row, isNear);
      if (!gift) continue;
      matches.set(row.row, gift);
      taken.add(gift.donationId);
    }
  };
  const byHand = gifts.filter(({ numberByHand }) => numberByHand !== null);
  const elsewhere = gifts.filter(({ isElsewhere }) => isElsewhere);
  const numberOf = (one: SimilarRow | Gift) =>
    looseNumber(('numberByHand' in one ? one.numberByHand : one.number) ?? '');
  matchBy(
    byHand,
    (one) => `${groupOf(one)} ${numberOf(one)}`,
    () => true,
  );
  matchBy(
    gifts,
    (one) => `${groupOf(one)} ${one.date}`,
    () => true,
  );
  matchBy(
    elsewhere,
    groupOf,
    (gift, row) => Math.abs(daysBetween(gift.date, row.date)) <= mostDays,
  );
  return matches;
}

const groupOf = ({ person, amount }: { person: string; amount: bigint }) => `${person} ${amount}`;

/** A transaction number without what a spreadsheet may change of it. */
const looseNumber = (number: string) => number.toLowerCase().replace(/^0+/, '');

interface Queue<Gift> {
  gifts: Gift[];
  /** the place of the first gift that may still be free */
  first: number;
}

/**
 * The gifts that rows of one group may be, by day. Rows come by day as well, so that each gift is
 * passed once, however many rows there are.
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
