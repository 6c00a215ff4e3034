import type { Random } from '../random.js';

/**
 * What a treasurer who knows the service would have entered by hand. What is given back lessens it,
 * to nothing maybe.
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

/** A moment of the church’s clocks, as milliseconds of UTC as well. */
export interface Moment {
  day: string;
  at: number;
  isSummer: boolean;
}

/**
 * A row of a file by what its cells mean, whatever the columns are called; `at` is where it stands
 * among the others.
 */
export interface Row {
  at: number;
  cells: Record<string, string>;
}

export interface Draw {
  person: Person;
  cents: number;
  /** nothing: the row names none */
  fund: string;
  when: Moment;
}

export const churchZone = 'America/Chicago';
export const nobody = 'Unidentified giver';
export const noFund = 'General Fund';

/**
 * Hours from UTC in winter and in summer: written down here, not asked of what the product asks.
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

/** What clocks in the zone show, in the fields of UTC. */
export const wall = ({ at, isSummer }: Moment, zone: Zone = churchZone) =>
  new Date(at + hours[zone][isSummer ? 1 : 0] * 60 * minute);
export const iso = (date: Date) => date.toISOString().slice(0, 10);
export const clock = (date: Date) => date.toISOString().slice(11, 19);
export const american = (date: Date) =>
  `${two(date.getUTCMonth() + 1)}/${two(date.getUTCDate())}/${date.getUTCFullYear()}`;
export const short = (date: Date) =>
  `${date.getUTCMonth() + 1}/${date.getUTCDate()}/${date.getUTCFullYear()}`;
export const german = (date: Date) =>
  `${two(date.getUTCDate())}.${two(date.getUTCMonth() + 1)}.${date.getUTCFullYear()}`;
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
export const inWords = (date: Date) =>
  `${months[date.getUTCMonth()]!} ${date.getUTCDate()}, ${date.getUTCFullYear()}`;
export const halfDay = (date: Date) =>
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

/** A day or a few after, when money went back. */
export function later(when: Moment, days: number): Moment {
  const at = when.at + days * day;
  return { ...when, at, day: iso(wall({ ...when, at })) };
}

/** Gathers what happened, and what a treasurer would have entered of it. */
export class Book {
  readonly entries: Entry[] = [];
  /** what stands in rows that nobody can judge by the file, in cents */
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

  /** A number that no other row of the file has. */
  serial = (): number => ++this.#serial;
  /**
   * An amount that no other gift of the file has: one that is given back without its number is
   * found by it.
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

  /** Often near New Year, else in a summer or winter on whose clocks all zones agree. */
  moment(): Moment {
    const [isSummer, from, minutes] = this.random.of([
      [false, Date.UTC(2024, 11, 31, 15), 20 * 60],
      [false, Date.UTC(2024, 10, 6), 110 * 24 * 60],
      [true, Date.UTC(2024, 6, 1), 110 * 24 * 60],
    ] as const);
    const shown = from + this.random.below(minutes) * minute + this.random.below(60) * 1_000;
    return {
      isSummer,
      at: shown - hours[churchZone][isSummer ? 1 : 0] * 60 * minute,
      day: iso(new Date(shown)),
    };
  }

  /** A part of an amount, at least a cent, never all of it. */
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

/** Cents by giver, fund and day; nothing where nothing is left. */
export function sums(entries: readonly Entry[]): Record<string, number> {
  const found: Record<string, number> = {};
  for (const { giver, fund, day, cents } of entries) {
    const key = `${giver} | ${fund} | ${day}`;
    if (cents !== 0) found[key] = (found[key] ?? 0) + cents;
  }
  return found;
}
