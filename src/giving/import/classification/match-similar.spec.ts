import { describe, expect, it } from '@jest/globals';
import { matchSimilar, type SimilarGift, type SimilarRow } from './match-similar.js';

const row = (number: number, date: string, more: Partial<SimilarRow> = {}): SimilarRow => ({
  row: number,
  person: 'Ada',
  amount: 5_000n,
  date,
  number: null,
  ...more,
});

const gift = (donationId: string, date: string, more: Partial<SimilarGift> = {}): SimilarGift => ({
  donationId,
  person: 'Ada',
  amount: 5_000n,
  date,
  isElsewhere: false,
  number: null,
  numberByHand: null,
  ...more,
});

const byHand = (donationId: string, date: string, more: Partial<SimilarGift> = {}) =>
  gift(donationId, date, { isElsewhere: true, ...more });

const given = (rows: SimilarRow[], ...gifts: SimilarGift[]) => ({
  then: (expected: Record<number, string>) =>
    expect(
      Object.fromEntries(
        [...matchSimilar(rows, gifts)].map(([number, { donationId }]) => [number, donationId]),
      ),
    ).toEqual(expected),
});

describe('a row and a recorded gift of the same giver and amount', () => {
  it('match on the same day', () =>
    given([row(2, '2025-03-02')], gift('D1', '2025-03-02')).then({ 2: 'D1' }));

  it('do not match on another day of the same source', () =>
    given([row(2, '2025-03-02')], gift('D1', '2025-03-03')).then({}));

  it('match within seven days if the gift is from another source', () =>
    given([row(2, '2025-03-09')], byHand('D1', '2025-03-02')).then({ 2: 'D1' }));

  it('do not match eight days apart', () =>
    given([row(2, '2025-03-10')], byHand('D1', '2025-03-02')).then({}));

  it('do not match if the amount differs', () =>
    given([row(2, '2025-03-02', { amount: 5_001n })], gift('D1', '2025-03-02')).then({}));

  it('do not match if both have numbers, and these differ', () =>
    given([row(2, '2025-03-02', { number: '7' })], gift('D1', '2025-03-02', { number: '8' })).then(
      {},
    ));

  it('match if their numbers differ only by leading zeros and case', () =>
    given(
      [row(2, '2025-03-02', { number: '7a' })],
      gift('D1', '2025-03-02', { number: '007A' }),
    ).then({ 2: 'D1' }));

  it('match on any day if the gift was recorded by hand with the number', () =>
    given(
      [row(2, '2025-12-02', { number: '7' })],
      byHand('D1', '2025-03-02', { numberByHand: '7' }),
    ).then({ 2: 'D1' }));
});

describe('several rows and gifts', () => {
  it('match so that each gift matches at most one row', () =>
    given(
      [row(2, '2025-03-02'), row(3, '2025-03-02'), row(4, '2025-03-02')],
      gift('D1', '2025-03-02'),
      gift('D2', '2025-03-02'),
    ).then({ 2: 'D1', 3: 'D2' }));

  it('match on the same day rather than a week apart', () =>
    given([row(2, '2025-03-02'), row(3, '2025-03-09')], byHand('D1', '2025-03-09')).then({
      3: 'D1',
    }));

  it('match as many rows as possible, even if their days are not the nearest', () =>
    given(
      [row(2, '2025-03-10'), row(3, '2025-03-16')],
      byHand('D1', '2025-03-03'),
      byHand('D2', '2025-03-11'),
    ).then({ 2: 'D1', 3: 'D2' }));

  it('match a gift only once if it was corrected and both versions would match', () =>
    given(
      [row(2, '2025-03-02'), row(3, '2025-03-04')],
      gift('D1', '2025-03-02'),
      gift('D1', '2025-03-04'),
    ).then({ 2: 'D1' }));

  it('match a gift only once if two givers with one name could have given it', () =>
    given(
      [row(2, '2025-03-02'), row(3, '2025-03-02', { person: 'Ada 2' })],
      gift('D1', '2025-03-02'),
      gift('D1', '2025-03-02', { person: 'Ada 2' }),
    ).then({ 2: 'D1' }));
});
