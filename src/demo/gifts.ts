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
  /** a mistake that was made when the donation was recorded, and was corrected later */
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

/**
 * Returns the donations of this year and of the three years before, the oldest first. They are the
 * same for all demos of the same day.
 */
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
    .sort((gift, otherGift) => (gift.date! < otherGift.date! ? -1 : 1));
  const guestGifts = sorted.filter(
    (gift) => 'guestFirstName' in gift && yearOf(gift.date!) === thisYear - 1,
  );
  const slips = new Map([
    [guestGifts[Math.floor(guestGifts.length / 3)], 'a zero too many'],
    [guestGifts[Math.floor((guestGifts.length * 2) / 3)], 'entered twice'],
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

/** Returns the day on which a mistake was corrected. */
export const correctionDay = (date: string) =>
  new Date(Date.parse(date) + 3 * 86_400_000).toISOString().slice(0, 10);

/** Returns a number from 0 up to 1 that depends only on the words. */
function chance(...words: string[]): number {
  return createHash('sha256').update(words.join('|')).digest().readUInt32BE(0) / 2 ** 32;
}
