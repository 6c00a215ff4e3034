import { type Book, type Draw } from './book.js';

/** Divides a gift among two or three different funds. */
export function divideGift(book: Book, { cents }: Draw): { fund: string; cents: number }[] {
  const funds = book.funds.filter((fund) => fund !== '').slice(0, 2 + book.random.below(2));
  const first = book.part(cents - funds.length);
  return funds.map((fund, at) => ({
    fund,
    cents: at === 0 ? first : at === 1 ? cents - first - (funds.length === 3 ? 1 : 0) : 1,
  }));
}
