import type { ImportMapping, ImportQuestion, WordField } from '#libs/contracts';
import { toDecimal, type DecimalStyle } from '#libs/money';
import { ask } from '../messages.js';
import { findMethod, paymentMethods } from '../values.js';
import { isValidAnswer, knownMeaning, toKeyMap, wordKey, type Words } from '../words.js';

const sampleCount = 5;
/** Maximum number of words of a column that are asked about. */
const maxWords = 100;

/** An amount in cents, or a sum of amounts, by the style of the decimals. */
export type Sums = Record<DecimalStyle, bigint>;

interface SeenWord {
  word: string;
  rows: number;
  sums: Sums;
}

interface WordColumn {
  field: WordField;
  index: number;
  /** The name of the column in the header. */
  name: string | undefined;
}

/** Collects the words of one column, with the number of their rows and the sums of the amounts. */
export class WordObserver {
  readonly field: WordField;
  readonly index: number;
  readonly #name: string | undefined;
  /** The answers of a user or of a remembered mapping, and the same by the key of the word. */
  readonly #answered: Record<string, string> | undefined;
  readonly #answersByKey: ReturnType<typeof toKeyMap>;
  readonly #defaults: ImportMapping['defaults'];
  readonly #seen = new Map<string, SeenWord>();
  readonly #spellings = new Map<string, SeenWord>();

  /** @param source the meanings of the words of a known source */
  constructor(
    { field, index, name }: WordColumn,
    { words = {}, defaults }: Pick<ImportMapping, 'words' | 'defaults'>,
    private readonly source: Words,
  ) {
    this.field = field;
    this.index = index;
    this.#name = name;
    this.#answered = words[field];
    this.#answersByKey = toKeyMap(words[field]);
    this.#defaults = defaults;
  }

  /** Considers the word of one row. @param cents the amount of the row */
  see(spelling: string, cents: Sums): void {
    // rows without a method have a question of their own
    if (spelling === '' && this.field === 'paymentMethod') return;
    const word = this.#spellings.get(spelling) ?? this.#addWord(spelling);
    if (!word) return;
    word.rows++;
    word.sums.point += cents.point;
    word.sums.comma += cents.comma;
  }

  /** Returns the answers for the words of the file, and those that were given for earlier files. */
  answers(): Record<string, string> {
    const asksBlank = this.field === 'status' || this.field === 'type';
    const knownAnswers = [...this.#seen.values()].flatMap((word): [string, string][] => {
      const answer = this.#answerOf(word);
      const isLeftOut = word.word === '__proto__' || (word.word === '' && !asksBlank);
      return answer === null || isLeftOut ? [] : [[word.word, answer]];
    });
    return { ...this.#answered, ...Object.fromEntries(knownAnswers) };
  }

  /**
   * Returns the question about the words of the column; no question if the meaning of each word is
   * obvious.
   */
  questions(style: DecimalStyle): ImportQuestion[] {
    const words = [...this.#seen.values()].map((word) => ({
      word: word.word,
      rows: word.rows,
      amount: toDecimal(word.sums[style]),
      answer: this.#answerOf(word),
    }));
    const needsNoQuestion = words.every(({ word, answer }) => isObvious(this.field, word, answer));
    if (words.length === 0 || needsNoQuestion) return [];
    const open = words.filter(({ answer }) => answer === null);
    const listedWords = open.length > 0 ? open : words;
    return [
      {
        kind: 'words',
        field: this.field,
        message: ask.wordsOf(this.field, this.#name),
        samples: listedWords.slice(0, sampleCount).map(({ word }) => word),
        words,
      },
    ];
  }

  #addWord(spelling: string): SeenWord | undefined {
    const key = wordKey(spelling);
    let word = this.#seen.get(key);
    if (!word && this.#seen.size < maxWords) {
      word = { word: spelling.slice(0, 200), rows: 0, sums: { point: 0n, comma: 0n } };
      this.#seen.set(key, word);
    }
    if (word) this.#spellings.set(spelling, word);
    return word;
  }

  #answerOf({ word }: SeenWord): string | null {
    const answer = this.#answersByKey.get(wordKey(word));
    if (answer !== undefined && isValidAnswer(this.field, answer)) return answer;
    if (word === '' && this.field === 'campaign') return this.#defaults?.campaign ?? '';
    return knownMeaning(this.field, word, this.source);
  }
}

/** Whether the answer for a word is so clear that it needs no question. */
function isObvious(field: WordField, word: string, answer: string | null): boolean {
  switch (field) {
    case 'paymentMethod':
      return answer !== null && answer === findMethod(word, paymentMethods);
    case 'direction':
      return answer !== null;
    case 'currency':
    case 'test':
      return answer === 'gift';
    default:
      return false;
  }
}
