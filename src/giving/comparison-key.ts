/** Characters that look alike, and the one that stands for them. The last group is not visible at all. */
const lookAlikes: readonly (readonly [RegExp, string])[] = [
  [/[`\u00b4\u02b9\u02bb\u02bc\u2018-\u201b\u2032]/g, "'"],
  [/[\u02ba\u201c-\u201f\u2033]/g, '"'],
  [/[\u2010-\u2013\u2212]/g, '-'],
  [/[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]/g, ''],
];

/**
 * Returns the text by which names of people and titles of funds are compared: without differences that
 * cannot be seen or do not matter, which are case, width, the forms of apostrophes, quotes and hyphens,
 * zero-width characters and repeated spaces. Accents differ.
 *
 * The function `name_key` of the database computes the same (migration 0035).
 */
export function comparisonKey(text: string): string {
  let key = text;
  for (const [pattern, character] of lookAlikes) key = key.replace(pattern, character);
  return key.normalize('NFKC').toLowerCase().replace(/\s+/gu, ' ').trim();
}

/** Returns a comparison key without accents. Keys that are equal without accents may mean the same person. */
export const withoutAccents = (key: string): string =>
  key.normalize('NFD').replace(/[\u0300-\u036f]/g, '');
