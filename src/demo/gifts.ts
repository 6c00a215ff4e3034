import { createHash } from 'node:crypto';
import type { z } from 'zod';
import { yearOf } from '#libs/calendar';
import type { createDonation, createGuestDonation } from '#libs/contracts';
import type { Habit } from './churches.js';

type Giver = { gives: Habit } & (
  | { userId: string }
  | { guest: { guestFirstName: string; guestLastName: string } }
);
export interface DemoGift {
  body: z.output<typeof createDonation> | z.output<typeof createGuestDonation>;
  /** what went wrong when it was recorded; the books are right since */
  slip?: 'a zero too many' | 'entered twice';
}

export const yearsBack = 3;
const campaigns = [
  'General Fund',
  'General Fund',
  'General Fund',
  'General Fund',
  'Missions',
  'Building Fund',
  'Benevolence',
];

/** Gifts of this year and the three before, the oldest first; the same for everybody who starts the demo on the same day. */
export function giftsOf(givers: Giver[], activeFundraisers: string[], today: string): DemoGift[] {
  const thisYear = yearOf(today);
  const gifts = givers.flatMap((giver, index) =>
    Array.from({ length: yearsBack + 1 }, (_, back) => thisYear - back).flatMap((year) =>
      Array.from({ length: giver.gives.times }, (_, nth) =>
        giftOf(giver, `${index} ${year} ${nth}`, year, nth),
      ),
    ),
  );
  const sorted = gifts
    .filter((gift) => gift.date! <= today)
    .sort((one, other) => (one.date! < other.date! ? -1 : 1));
  const ofGuests = sorted.filter(
    (gift) => 'guestFirstName' in gift && yearOf(gift.date!) === thisYear - 1,
  );
  const slips = new Map([
    [ofGuests[Math.floor(ofGuests.length / 3)], 'a zero too many'],
    [ofGuests[Math.floor((ofGuests.length * 2) / 3)], 'entered twice'],
  ] as const);
  return sorted.map((body) => ({ body, ...(slips.has(body) ? { slip: slips.get(body)! } : {}) }));

  function giftOf(giver: Giver, seed: string, year: number, nth: number): DemoGift['body'] {
    const day = Math.floor(((nth + chance(seed, 'day')) / giver.gives.times) * 365);
    const isRound = chance(seed, 'round') < 0.7;
    const cents = isRound
      ? giver.gives.cents
      : Math.round(giver.gives.cents * (0.6 + chance(seed, 'amount')));
    const titles = year === thisYear ? [...campaigns, ...activeFundraisers] : campaigns;
    const facts = {
      amount: BigInt(cents),
      date: new Date(Date.UTC(year, 0, 1 + day)).toISOString().slice(0, 10),
      paymentMethod: giver.gives.method,
      campaign: titles[Math.floor(chance(seed, 'campaign') * titles.length)],
      notes: chance(seed, 'notes') < 0.06 ? 'In thanksgiving' : undefined,
    };
    return 'userId' in giver ? { ...facts, userId: giver.userId } : { ...facts, ...giver.guest };
  }
}

/** The day on which somebody noticed. */
export const slipSeen = (date: string) =>
  new Date(Date.parse(date) + 3 * 86_400_000).toISOString().slice(0, 10);

/** A number from 0 up to 1 that follows from its words. */
function chance(...words: string[]): number {
  return createHash('sha256').update(words.join('|')).digest().readUInt32BE(0) / 2 ** 32;
}
