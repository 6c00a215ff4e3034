import fc from 'fast-check';

const givers = ['Ada Quill', 'Ben Rowe', 'Cleo Stark', 'Dora Tell'] as const;

/** A gift that was really given. The notes of its donation contain its id. */
export interface Gift {
  id: string;
  giver: string;
  /** the number of days since January 1, 2025 */
  day: number;
  amount: number;
  /** its place among the gifts of its month, which some programs use as its number */
  place: number;
}

const monthLength = 28;
/** The month of a gift, from 0; every month has 28 days. */
export const monthOf = ({ day }: Gift) => Math.floor(day / monthLength);
/** The date of a day, as `2025-01-31`. */
export const dateOf = (day: number) =>
  new Date(Date.UTC(2025, 0, 1 + day)).toISOString().slice(0, 10);

/** How the program that exports the files writes its numbers. */
export const numberings = {
  none: () => '',
  unique: ({ id }: Gift) => `T-${id}`,
  padded: ({ id }: Gift) => id.slice(1).padStart(6, '0'),
  stripped: ({ id }: Gift) => id.slice(1),
  startAgain: ({ place }: Gift) => `${place}`,
  /** numbers of the rows of the file, the newest gift first */
  rowNumber: (_gift: Gift, row: number) => `${row}`,
  /** a spreadsheet has rounded the numbers */
  rounded: () => '2.02608E+17',
} satisfies Record<string, (gift: Gift, row: number) => string>;
export type Numbering = keyof typeof numberings;

/** The email address of a giver. */
export const emailOf = (giver: string) => `${giver.toLowerCase().replace(' ', '.')}@example.test`;

/**
 * A donation file with some gifts.
 * @param salt how many empty lines end the file, so that each file has other bytes
 */
export const fileOf = (gifts: readonly Gift[], numbering: Numbering, salt: number) =>
  [
    'ID,Name,Email,Date,Amount,Method,Note',
    ...gifts.map((gift, index) =>
      [
        numberings[numbering](gift, gifts.length - index),
        gift.giver,
        emailOf(gift.giver),
        dateOf(gift.day),
        `${gift.amount}.00`,
        'Check',
        gift.id,
      ].join(','),
    ),
    ...Array.from({ length: salt }, () => ''),
  ].join('\n');

/** The gifts of a church in twelve weeks, ordered by day. */
export const gifts = fc
  .array(
    fc.record({
      giver: fc.constantFrom(...givers),
      week: fc.integer({ min: 0, max: 11 }),
      amount: fc.constantFrom(20, 50, 50, 75),
    }),
    { minLength: 6, maxLength: 24 },
  )
  .map((drawnGifts): Gift[] => {
    const inOrder = drawnGifts.toSorted((a, b) => a.week - b.week);
    const places = new Map<number, number>();
    return inOrder.map(({ giver, week, amount }, index) => {
      const gift = { id: `g${index + 1}`, giver, day: week * 7, amount, place: 0 };
      const month = monthOf(gift);
      places.set(month, (places.get(month) ?? 0) + 1);
      return { ...gift, place: places.get(month)! };
    });
  });

const some = fc.nat({ max: 1_000 });
/** A step of a history: an import, or an action of a user. */
export const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('import' as const),
      from: fc.nat({ max: 2 }),
      months: fc.integer({ min: 1, max: 3 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('record' as const),
      which: some,
      later: fc.nat({ max: 4 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('correct' as const),
      which: some,
      what: fc.constantFrom('amount' as const, 'date' as const),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('delete' as const), which: some }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('restore' as const), which: some }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('join' as const),
      giver: fc.constantFrom(...givers),
    }),
  },
);
