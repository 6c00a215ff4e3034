import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { testDatabase, type TestDatabase } from '../../test/support/database/database.js';
import { comparisonKey, matchesSearch, searchKey, searchWords } from './text-keys.js';

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

describe('the comparison key', () => {
  it.each(same)('of %j equals that of %j', (text, other) =>
    expect(comparisonKey(text)).toBe(comparisonKey(other)),
  );

  it.each(different)('of %j differs from that of %j', (text, other) =>
    expect(comparisonKey(text)).not.toBe(comparisonKey(other)),
  );
});

const matchingCases: [search: string, text: string][] = [
  ['nunez zoe', 'Zoë Núñez'],
  ['Núñez, Zoë', 'Zoe Nunez'],
  ['obrien', 'Sean O\u2019Brien'],
  ["o'brien sean", 'Sean OBrien'],
  ['smith jones', 'Ann Smith-Jones'],
  ['sorensen', 'Åse Sørensen'],
  ['strasse', 'Straße'],
  ['st john', 'St. John'],
  ['st. john', 'St John'],
  ['ann@x.test', 'ANN@X.test'],
  ['ΟΔΟΣ', 'οδος'],
];
const notFound: [search: string, text: string][] = [
  ['zoe brooks', 'Zoë Núñez'],
  ['ann.lee@x.test', 'annlee@x.test'],
];
const matches = (search: string, text: string): boolean =>
  matchesSearch(searchWords(search), [text]);

describe('a search', () => {
  it.each(matchingCases)('for %j finds %j', (search, text) =>
    expect(matches(search, text)).toBe(true),
  );

  it.each(notFound)('for %j does not find %j', (search, text) =>
    expect(matches(search, text)).toBe(false),
  );

  it('looks for the longest word first', () => {
    expect(searchWords('Zoë Núñez-Brown')).toEqual(['nunez', 'brown', 'zoe']);
  });

  it('finds its words if they are in several texts of a record', () => {
    expect(matchesSearch(searchWords('ann x.test'), ['Ann Lee', 'lee@x.test', null])).toBe(true);
  });
});

describe('the functions of the database for comparison keys', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await testDatabase(1);
  });
  afterAll(() => database.close());

  /** All characters of the languages that are written with an alphabet, and the punctuation. */
  const characters = Array.from({ length: 0x2fff - 0x20 }, (_, index) =>
    String.fromCodePoint(0x20 + index),
  ).filter((character) => /[\p{L}\p{M}\p{N}\p{P}\p{S}\p{Z}\p{Cf}]/u.test(character));
  const texts = [
    ...[...same, ...different, ...matchingCases, ...notFound].flat(),
    ...characters.map((character) => `A${character}b${character}`),
  ];

  it.each([
    ['name_key', comparisonKey],
    ['search_key', searchKey],
  ])('%s returns the same keys as the function in TypeScript', async (name, keyOf) => {
    const rows = await database.asSuperuser<{ key: string }>(
      `select ${name}(text) as key from unnest($1::text[]) with ordinality t(text, n) order by n`,
      [texts],
    );
    expect(rows.map(({ key }) => key)).toEqual(texts.map(keyOf));
  });
});
