import type { Random } from '../random.js';

/**
 * A donation that a treasurer who knows the service would have entered by hand. A refund reduces
 * its amount, perhaps to zero.
 */
export interface Entry {
  /** the member's name, or that of Unidentified giver */
  giver: string;
  fund: string;
  /** in the church's zone */
  day: string;
  cents: number;
}

export interface Person {
  first: string;
  last: string;
  name: string;
  email: string;
}

/** A moment: its day in the time zone of the church, and its milliseconds in UTC. */
export interface Moment {
  day: string;
  at: number;
  isSummer: boolean;
}

/**
 * A row of a file. The keys of its cells are their meanings, which do not depend on the names of
 * the columns. `at` determines its place among the other rows.
 */
export interface Row {
  at: number;
  cells: Record<string, string>;
}

export interface Draw {
  person: Person;
  cents: number;
  /** empty if the row names no fund */
  fund: string;
  when: Moment;
}

export const churchZone = 'America/Chicago';
export const nobody = 'Unidentified giver';
export const noFund = 'General Fund';

/**
 * The offsets from UTC in hours, in winter and in summer. They are constants, so that the tests do
 * not use the same source as the program.
 */
const hours = {
  UTC: [0, 0],
  'America/New_York': [-5, -4],
  'America/Chicago': [-6, -5],
  'America/Los_Angeles': [-8, -7],
  'Europe/Berlin': [1, 2],
} as const;
export type Zone = keyof typeof hours;

const minute = 60_000;
const day = 24 * 60 * minute;
const two = (value: number) => String(value).padStart(2, '0');

/** Returns a date whose fields in UTC are the local time in the zone. */
export const localTime = ({ at: time, isSummer }: Moment, zone: Zone = churchZone) =>
  new Date(time + hours[zone][isSummer ? 1 : 0] * 60 * minute);
export const isoDate = (date: Date) => date.toISOString().slice(0, 10);
export const isoTime = (date: Date) => date.toISOString().slice(11, 19);
export const americanDate = (date: Date) =>
  `${two(date.getUTCMonth() + 1)}/${two(date.getUTCDate())}/${date.getUTCFullYear()}`;
export const shortDate = (date: Date) =>
  `${date.getUTCMonth() + 1}/${date.getUTCDate()}/${date.getUTCFullYear()}`;
export const germanDate = (date: Date) =>
  `${two(date.getUTCDate())}.${two(date.getUTCMonth() + 1)}.${date.getUTCFullYear()}`;
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
export const longDate = (date: Date) =>
  `${months[date.getUTCMonth()]!} ${date.getUTCDate()}, ${date.getUTCFullYear()}`;
export const twelveHourTime = (date: Date) =>
  `${date.getUTCHours() % 12 || 12}:${two(date.getUTCMinutes())} ` +
  (date.getUTCHours() < 12 ? 'AM' : 'PM');

/** `1234.50` */
export const plain = (cents: number) =>
  `${cents < 0 ? '-' : ''}${Math.floor(Math.abs(cents) / 100)}.${two(Math.abs(cents) % 100)}`;
/** `1,234.50` */
export const grouped = (cents: number) => plain(cents).replace(/\B(?=(?:\d{3})+\.)/g, ',');
/** `1.234,50` */
export const withComma = (cents: number) =>
  grouped(cents).replace(/[.,]/g, (mark) => (mark === ',' ? '.' : ','));
/** `-$1,234.50` */
export const dollars = (cents: number) => grouped(cents).replace(/^(-?)/, '$1$');

/** Returns a moment some days later, for a refund. */
export function daysAfter(moment: Moment, days: number): Moment {
  const time = moment.at + days * day;
  return { ...moment, at: time, day: isoDate(localTime({ ...moment, at: time })) };
}

/** Creates random gifts, and collects what a treasurer would have entered for them. */
export class Book {
  readonly entries: Entry[] = [];
  /** the cents in rows whose meaning does not follow from the file */
  doubtful = 0;
  readonly random: Random;
  readonly people: readonly Person[];
  readonly funds: readonly string[];
  #serial = 0;

  constructor(
    random: Random,
    people: readonly Person[],
    funds: readonly string[] = ['Missions', 'Roof', 'Youth & Kids', ''],
  ) {
    this.random = random;
    this.people = people;
    this.funds = funds;
  }

  /** Returns a number that no other row of the file has. */
  serial = (): number => ++this.#serial;
  /**
   * Returns an amount that no other gift of the file has, by which a refund without a number can be
   * matched.
   */
  singular = (): number => 30_000 + this.#serial;

  /** Draws a gift that the treasurer would have entered as it is. */
  give(): Draw {
    const gift = this.draw();
    this.enter(gift, gift.cents);
    return gift;
  }

  draw({
    cents = this.random.of([
      500,
      1_000,
      2_000,
      2_500,
      2_500,
      5_000,
      10_000,
      100_000,
      1_234,
      7_777,
      123_456,
      99 + this.random.below(20_000),
    ]),
  } = {}): Draw {
    return {
      person: this.random.of(this.people),
      cents,
      fund: this.random.of(this.funds),
      when: this.moment(),
    };
  }

  /**
   * Returns a random moment: often near New Year, otherwise in summer or winter, away from the days
   * on which the zones change their clocks.
   */
  moment(): Moment {
    const [isSummer, from, minutes] = this.random.of([
      [false, Date.UTC(2024, 11, 31, 15), 20 * 60],
      [false, Date.UTC(2024, 10, 6), 110 * 24 * 60],
      [true, Date.UTC(2024, 6, 1), 110 * 24 * 60],
    ] as const);
    const localMilliseconds =
      from + this.random.below(minutes) * minute + this.random.below(60) * 1_000;
    return {
      isSummer,
      at: localMilliseconds - hours[churchZone][isSummer ? 1 : 0] * 60 * minute,
      day: isoDate(new Date(localMilliseconds)),
    };
  }

  /** Returns a part of an amount: at least one cent, and less than the whole amount. */
  part = (cents: number): number => 1 + this.random.below(cents - 1);

  doubt(gift: Draw): Draw {
    this.doubtful += gift.cents;
    return gift;
  }

  enter(
    { person, fund, when }: Pick<Draw, 'fund' | 'when'> & { person: Person | null },
    cents: number,
  ): Entry {
    const entry = { giver: person?.name ?? nobody, fund: fund || noFund, day: when.day, cents };
    this.entries.push(entry);
    return entry;
  }
}

/** Returns the cents by giver, fund and day, without entries of zero. */
export function sums(entries: readonly Entry[]): Record<string, number> {
  const sumByKey: Record<string, number> = {};
  for (const { giver, fund, day, cents } of entries) {
    const key = `${giver} | ${fund} | ${day}`;
    if (cents !== 0) sumByKey[key] = (sumByKey[key] ?? 0) + cents;
  }
  return sumByKey;
}
