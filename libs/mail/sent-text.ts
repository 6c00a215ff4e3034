/** A word. In scripts that are written without spaces, each character counts as a word. */
const wordPattern =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]|(?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}])[\p{L}\p{M}\p{N}])+/gu;
/** How many consecutive words identify a place in a text. */
const keyLength = 4;
/** How many places with the same words are tried. */
const maxPlaces = 8;
/**
 * A short line counts as quoted if it is one of this many next lines of the email that was sent.
 */
const linesAhead = 3;
/** How many characters of the sent texts are compared. */
const maxSent = 200_000;

/**
 * The texts that were sent to a person, for comparison with the quotation in an answer. Lines are
 * compared by their words, because mail programs wrap lines and change spaces, quotation marks and
 * the addresses of links.
 */
export class SentText {
  readonly #words: string[] = [];
  /** The line number of each word. */
  readonly #lineOf: number[] = [];
  readonly #places = new Map<string, number[]>();
  /** The places at which whole lines begin, by the words of the line. */
  readonly #lines = new Map<string, number[]>();
  /** The places at which a text begins. */
  readonly #beginnings = new Set<number>();

  /**
   * @param texts the texts as they were sent, the most important first: only the first `maxSent`
   * characters are compared
   */
  constructor(texts: readonly string[]) {
    let remaining = maxSent;
    let lineNumber = 0;
    for (const text of texts) {
      const part = text.slice(0, remaining);
      remaining -= part.length;
      this.#beginnings.add(this.#words.length);
      for (const line of part.split('\n')) this.#add(wordsOf(line), lineNumber++);
    }
    for (let place = 0; place + keyLength <= this.#words.length; place++)
      note(this.#places, keyOf(this.#words, place), place);
  }

  #add(words: readonly string[], lineNumber: number): void {
    if (words.length === 0) return;
    note(this.#lines, words.join(' '), this.#words.length);
    for (const word of words) {
      this.#words.push(word);
      this.#lineOf.push(lineNumber);
    }
  }

  /**
   * Finds a line in the sent texts. A place is the index of a word in all sent texts.
   * @param line the line, with or without the signs of a quotation (`>`)
   * @param after the result for the line that was found last; 0 if none was found yet
   * @returns the place of the first word after the line; null if the line was not found, or is
   *   short and may be an answer that happens to equal a sent line
   */
  find(line: string, after: number): number | null {
    const words = wordsOf(line);
    if (words.length === 0) return null;
    const place = this.#placeOf(words, after, hasSign(line));
    return place === undefined ? null : place + words.length;
  }

  #placeOf(words: readonly string[], after: number, isSigned: boolean): number | undefined {
    if (this.#isAt(after, words)) return after;
    if (words.length >= keyLength)
      return this.#places.get(keyOf(words, 0))?.find((place) => this.#isAt(place, words));
    // A short line without a sign, such as "Yes.", may be an answer that equals a sent line.
    return this.#lines
      .get(words.join(' '))
      ?.find((place) => isSigned || this.#beginnings.has(place) || this.#isSoonAfter(place, after));
  }

  #isAt(place: number, words: readonly string[]): boolean {
    return words.every((word, index) => this.#words[place + index] === word);
  }

  #isSoonAfter(place: number, after: number): boolean {
    const line = this.#lineOf[Math.max(0, after - 1)] ?? 0;
    const distance = this.#lineOf[place]! - line;
    return place >= after && distance <= linesAhead;
  }
}

const keyOf = (words: readonly string[], place: number): string =>
  words.slice(place, place + keyLength).join(' ');

function note(places: Map<string, number[]>, key: string, place: number): void {
  const placesOfKey = places.get(key);
  if (placesOfKey === undefined) places.set(key, [place]);
  else if (placesOfKey.length < maxPlaces) placesOfKey.push(place);
}

/** Returns whether a line begins with the sign of a quotation (`>`). */
export const hasSign = (line: string): boolean => /^\s*>/.test(line);

/** Returns the words of a line, in a form that mail programs do not change. */
export function wordsOf(line: string): string[] {
  return withPlainLinks(line).normalize('NFKC').toLowerCase().match(wordPattern) ?? [];
}

/** Replaces addresses with which mail servers check links by the addresses to which they lead. */
const withPlainLinks = (line: string): string =>
  line.replace(/https?:\/\/[^\s<>[\]"]+/gi, (address) => targetOf(address));

function targetOf(address: string): string {
  const [, proofpoint] = /^https:\/\/urldefense\.[\w.]{2,30}\/v3\/__(.+?)__;/i.exec(address) ?? [];
  if (proofpoint !== undefined) return proofpoint;
  if (!URL.canParse(address)) return address;
  const { hostname, searchParams } = new URL(address);
  const isChecked = hostname.endsWith('.safelinks.protection.outlook.com');
  return (isChecked ? searchParams.get('url') : null) ?? address;
}
