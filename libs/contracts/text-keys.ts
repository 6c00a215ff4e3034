const apostrophes = /[`\u00b4\u02b9\u02bb\u02bc\u2018-\u201b\u2032]/g;
const quotes = /[\u02ba\u201c-\u201f\u2033]/g;
const hyphens = /[\u2010-\u2013\u2212]/g;
/**
 * Characters that nobody sees: soft hyphens, zero-width characters, and marks of the writing
 * direction.
 */
const invisible = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]/g;
const accents = /[\u0300-\u036f]/g;

/** White space. `\u0085` (next line) is a space for PostgreSQL only. */
const spaces = /[\s\u0085]+/gu;
const withSingleSpaces = (text: string): string => text.replace(spaces, ' ').trim();
/**
 * Converts to lower case as PostgreSQL does, which converts each letter alone. JavaScript makes two
 * characters of İ, and uses another sigma at the end of a word.
 */
const inLowerCase = (text: string): string =>
  text.replaceAll('İ', 'i').toLowerCase().replaceAll('ς', 'σ');

/**
 * Returns the text by which names of people and titles of campaigns are compared: in lower case, in
 * the Unicode form NFKC, with one form of apostrophes, quotes and hyphens, with single spaces and
 * none at the ends, and without invisible characters. Accents differ.
 *
 * The function `name_key` of the database computes the same (migration 0037).
 */
export function comparisonKey(text: string): string {
  const plain = text
    .replace(apostrophes, "'")
    .replace(quotes, '"')
    .replace(hyphens, '-')
    .replace(invisible, '');
  return withSingleSpaces(inLowerCase(plain.normalize('NFKC')));
}

/**
 * Letters that Unicode does not divide into a letter and an accent, with the letters of an American
 * keyboard by which users search for them.
 */
const lettersOfKeyboard: Record<string, string> = {
  ø: 'o',
  đ: 'd',
  ł: 'l',
  ħ: 'h',
  ı: 'i',
  ŧ: 't',
  ð: 'd',
  æ: 'ae',
  œ: 'oe',
  ß: 'ss',
  þ: 'th',
};
const otherLetters = /[øđłħıŧðæœßþ]/g;

/** Returns a text in lower case, with the letters that an American keyboard has. */
const withKeyboardLetters = (text: string): string =>
  inLowerCase(text.normalize('NFKD').replace(accents, ''))
    .replace(otherLetters, (letter) => lettersOfKeyboard[letter]!)
    .replace(hyphens, '-');

const isAscii = (text: string): boolean => /^[\0-\x7f]*$/.test(text);

/**
 * Returns the text by which a search finds names and addresses, and lists are sorted: without case,
 * accents, apostrophes and quotes, with spaces for hyphens, slashes, commas, semicolons,
 * parentheses, and periods at the end of a word. "Last, First" and "First Last" have the same
 * words. Characters of email addresses stay.
 *
 * The function `search_key` of the database computes the same (migration 0037). Texts in ASCII take
 * a shorter way, because the client computes the keys of thousands of members at each key press.
 */
export function searchKey(text: string): string {
  const unquoted = text.replace(/['"`]/g, '');
  const plain = isAscii(unquoted)
    ? unquoted.toLowerCase()
    : withKeyboardLetters(
        unquoted.replace(apostrophes, '').replace(quotes, '').replace(invisible, ''),
      );
  return withSingleSpaces(plain.replace(/[-\u2014\u2015,;()/]|\.(?=[\s\u0085]|$)/g, ' '));
}

/**
 * Returns the words of a search, written as `searchKey` does. A text is found if it contains each
 * of them. The longest comes first: the database reads the index of search texts by the first word.
 * A search that consists of punctuation is one word, which no key contains, and finds nothing.
 */
export function searchWords(search: string): string[] {
  const words = searchKey(search).split(' ').filter(Boolean);
  if (words.length === 0 && search.trim() !== '') return [search.trim()];
  return words.sort((a, b) => b.length - a.length);
}

/** Returns whether the texts together contain each of the words of a search. */
export function matchesSearch(
  words: readonly string[],
  texts: readonly (string | null)[],
): boolean {
  if (words.length === 0) return true;
  const key = searchKey(texts.join(' '));
  return words.every((word) => key.includes(word));
}
