import { type Book, type Draw } from './book.js';

/** Divides a gift among two or three different funds. */
export function divideGift(book: Book, { cents }: Draw): { fund: string; cents: number }[] {
  const funds = book.funds.filter((fund) => fund !== '').slice(0, 2 + book.random.below(2));
  const first = book.part(cents - funds.length);
  const third = 1;
  const second = cents - first - (funds.length === 3 ? third : 0);
  const parts = [first, second, third];
  return funds.map((fund, index) => ({ fund, cents: parts[index]! }));
}
