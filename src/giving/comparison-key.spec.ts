import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { testDatabase, type TestDatabase } from '../../test/support/database/database.js';
import { comparisonKey, withoutAccents } from './comparison-key.js';

const same: [text: string, other: string][] = [
  ['Pastor\u2019s Fund', "Pastor's Fund"],
  ['Pastor\u00b4s Fund', "pastor's fund"],
  ['O`Brien', 'O\u02bcBrien'],
  ['\u201cRoof\u201d', '"Roof"'],
  ['Anne\u2010Marie', 'Anne-Marie'],
  ['Anne\u2011Marie', 'Anne-Marie'],
  ['Anne\u2013Marie', 'Anne-Marie'],
  ['Ro\u00adof', 'Roof'],
  ['Roof\u200b', 'Roof'],
  ['\ufeffRoof  Fund', 'Roof\u00a0Fund'],
  ['\u200b Roof\u2060 \t Fund ', 'Roof Fund'],
  ['ＲＯＯＦ', 'roof'],
  ['Zoe\u0308', 'Zo\u00eb'],
];
const different: [text: string, other: string][] = [
  ['Zoë', 'Zoe'],
  ["O'Brien", 'OBrien'],
  ['Anne-Marie', 'Anne Marie'],
  ['"Roof"', 'Roof'],
];

describe('a comparison key', () => {
  it.each(same)('of %j is that of %j', (text, other) =>
    expect(comparisonKey(text)).toBe(comparisonKey(other)),
  );

  it.each(different)('of %j differs from that of %j', (text, other) =>
    expect(comparisonKey(text)).not.toBe(comparisonKey(other)),
  );

  it.each([
    ['zoë núñez', 'zoe nunez'],
    ['hannah brooks', 'hannah brooks'],
  ])('%j without accents is %j', (key, plain) => expect(withoutAccents(key)).toBe(plain));
});

describe('the function name_key of the database', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await testDatabase(1);
  });
  afterAll(() => database.close());

  it('computes the same keys', async () => {
    const special = Array.from({ length: 0x2100 - 0xa0 }, (_, index) =>
      String.fromCodePoint(0xa0 + index),
    ).filter((character) => /[\p{P}\p{Cf}\p{Zs}\p{Lm}\p{Sk}]/u.test(character));
    const texts = [...same.flat(), ...different.flat(), ...special.map((one) => `A${one}b${one}`)];
    const rows = await database.asSuperuser<{ key: string }>(
      'select name_key(text) as key from unnest($1::text[]) with ordinality t(text, n) order by n',
      [texts],
    );
    expect(rows.map(({ key }) => key)).toEqual(texts.map(comparisonKey));
  });
});
