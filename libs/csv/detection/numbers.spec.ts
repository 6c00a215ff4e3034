import { describe, expect, it } from '@jest/globals';
import { createNumberObserver } from './numbers.js';

type Row = [number: string, giver: string, day: string];

const damageOf = (...rows: Row[]) => {
  const observer = createNumberObserver({ transactionId: 0, name: 1, date: 2 });
  for (const row of rows) observer.see(row);
  return observer.damage();
};

describe('a column of transaction numbers', () => {
  it('is regarded as intact if its numbers differ', () =>
    expect(damageOf(['7', 'Ada', '1'], ['8', 'Ben', '1'])).toBeNull());

  it('is regarded as damaged if one number has an exponent', () =>
    expect(damageOf(['7', 'Ada', '1'], ['2.02608E+17', 'Ben', '1'])).toEqual({
      why: 'rounded',
      samples: ['2.02608E+17'],
    }));

  it('is regarded as damaged if all long numbers end with zeros after the 15th digit', () => {
    const [first, second] = ['202608010000001000', '202608010000002000'];
    expect(damageOf([first, 'Ada', '1'], [second, 'Ben', '1'])).toEqual({
      why: 'rounded',
      samples: [first, second],
    });
  });

  it('is regarded as intact if only some long numbers end with zeros', () =>
    expect(
      damageOf(['202608010000001000', 'Ada', '1'], ['202608010000002001', 'Ben', '1']),
    ).toBeNull());

  it('is regarded as damaged if most numbers are in two rows of different givers', () => {
    const rows = Array.from({ length: 10 }, (_, n): Row => [`${n % 5}`, `Giver ${n}`, '1']);
    expect(damageOf(...rows)).toEqual({
      why: 'repeated',
      samples: ['0', '1', '2', '3', '4'],
    });
  });

  it('is regarded as intact if numbers repeat for one giver and day, like parts of a gift', () => {
    const rows = Array.from({ length: 10 }, (_, n): Row => [`${n % 5}`, `Giver ${n % 5}`, '1']);
    expect(damageOf(...rows)).toBeNull();
  });
});
