import type { ImportMapping, RowMeaning, WordField } from '#libs/contracts';
import { findMethod, paymentMethods } from './values.js';

/** The meanings of the words of columns, as in `words` of a mapping. */
export type Words = Partial<Record<WordField, Record<string, string>>>;

/** Returns the key of a word. Words with the same key differ only in case and spaces. */
export const wordKey = (word: string): string =>
  word.normalize('NFKC').trim().replace(/\s+/gu, ' ').toLowerCase();

const words = <Meaning extends string>(meaning: Meaning, text: string): Record<string, Meaning> =>
  Object.fromEntries(text.split(', ').map((word) => [word, meaning]));
const list: (meaning: RowMeaning, text: string) => Record<string, RowMeaning> = words;

/** The meanings of the words of a status, in any file. */
export const statusWords: Record<string, RowMeaning> = {
  ...list(
    'gift',
    'succeeded, success, successful, completed, complete, paid, settled, cleared, approved, ' +
      'posted, processed, deposited, received, abgeschlossen, completado, completada, terminé, ' +
      'live, live mode, gebucht, erledigt, ausgeführt, exécuté',
  ),
  ...list(
    'not',
    'failed, failure, pending, denied, declined, canceled, cancelled, void, voided, on hold, ' +
      'hold, held, expired, processing, incomplete, blocked, unclaimed, abandoned, rejected, ' +
      'uncaptured, in progress, scheduled, test, test mode, test payment, test donation, ' +
      'sandbox, uncollectible, revoked, ausstehend, abgelehnt, vorgemerkt, storniert, ' +
      'pendiente, fallido, en attente',
  ),
  ...list('refund', 'refunded, refund, reversed, reversal, returned, chargeback, charged back'),
};

const yes = 'yes, y, true, t, 1, x, ✓, on, ja, oui, si, sí';
const no = 'no, n, false, f, 0, off, none, nein, non';
/** The meanings of words in columns that say, mostly with yes or no, whether a row is a gift. */
export const flagWords = {
  test: {
    '': 'gift',
    ...list('gift', `${no}, live, live mode, production, prod`),
    ...list('not', `${yes}, test, test mode, testing, sandbox, sandbox mode, demo`),
  },
  live: {
    ...list('gift', `${yes}, live, live mode, production, prod`),
    ...list('not', `${no}, test, test mode, testing, sandbox, sandbox mode, demo`),
  },
  void: {
    '': 'gift',
    ...list('gift', no),
    ...list(
      'not',
      `${yes}, void, voided, canceled, cancelled, deleted, reversed, failed, declined, returned`,
    ),
  },
  refund: {
    '': 'gift',
    ...list('gift', `${no}, not refunded`),
    ...list('refund', `${yes}, refunded, refund, full, fully refunded`),
    ...list('ask', 'partial, partially refunded, partial refund'),
  },
  dispute: { '': 'gift', ...list('gift', `${no}, won`), ...list('ask', `${yes}, lost`) },
  paid: { ...list('gift', yes), ...list('not', no) },
} satisfies Record<string, Record<string, RowMeaning>>;

/**
 * Words that mean the same in all files. Words of a source and answers of users take precedence.
 */
const knownWords: Words = {
  status: statusWords,
  test: flagWords.test,
  type: {
    ...list(
      'gift',
      'donation, gift, contribution, tithe, offering, donation payment, recurring donation, ' +
        'one-time, one time, recurring, sales receipt',
    ),
    ...list(
      'not',
      'void, voided, test, test mode, sandbox, payout, withdrawal, transfer, fee, bank ' +
        'deposit, general withdrawal, currency conversion, general currency conversion',
    ),
    ...list(
      'refund',
      'refund, refunded, reversal, chargeback, donation refund, payment refund, refund receipt',
    ),
  },
  direction: {
    ...list(
      'gift',
      'credit, in, incoming, received, money in, eingang, haben, crédit, cr, c, h, +',
    ),
    ...list(
      'not',
      'debit, out, outgoing, sent, money out, memo, ausgang, soll, débit, dr, d, s, -',
    ),
  },
  paymentMethod: {
    ...words(
      'Card',
      'credit card, debit card, credit, credit or debit card, card payment, visa, ' +
        'mastercard, american express, amex, discover, apple pay, google pay',
    ),
    ...words('Check', 'cheque, checks, paper check'),
    ...words('Cash', 'coins, currency'),
    ...words('CashApp', 'cash app, cashapp, $cashapp'),
    ...words(
      'Other',
      'ach, bank, bank account, bank transfer, bank draft, direct debit, echeck, e-check, ' +
        'wire, wire transfer, eft, paypal, venmo, zelle, stock, in kind, in-kind, other',
    ),
  },
};

const ownValue = (table: Record<string, string> | undefined, key: string): string | undefined =>
  table && Object.hasOwn(table, key) ? table[key] : undefined;

/** Returns a table of words by their keys. */
export function toKeyMap(table: Record<string, string> = {}): Map<string, string> {
  return new Map(Object.entries(table).map(([word, answer]) => [wordKey(word), answer]));
}

/** Whether a word of a currency column means US dollars, as a blank cell does. */
export const isOwnCurrency = (word: string): boolean =>
  /^(?:usd|us\$|\$|us dollars?|u\.s\. dollars?|)$/.test(wordKey(word));

/**
 * Returns the meaning of a word without an answer of a user: by the words of the source, or by
 * those that are known for all files. The name of a fund means itself. Another currency means
 * `ask`.
 * @returns null if a user has to answer
 */
export function knownMeaning(field: WordField, word: string, source: Words = {}): string | null {
  const key = wordKey(word);
  const knownAnswer = ownValue(source[field], key) ?? ownValue(knownWords[field], key);
  if (knownAnswer !== undefined) return knownAnswer;
  switch (field) {
    case 'campaign':
      return word;
    case 'currency':
      return isOwnCurrency(word) ? 'gift' : 'ask';
    case 'paymentMethod':
      return findMethod(word, paymentMethods);
    // without a direction, a row is a gift
    case 'direction':
      return key === '' ? 'gift' : null;
    default:
      return null;
  }
}

/** Whether a text is a valid answer to the question what words in a column of this field mean. */
export function isValidAnswer(field: WordField, answer: string): boolean {
  switch (field) {
    case 'campaign':
      return true;
    case 'currency':
      return answer === 'gift' || answer === 'not' || answer === 'ask';
    case 'paymentMethod':
      return (paymentMethods as readonly string[]).includes(answer);
    default:
      return answer === 'gift' || answer === 'not' || answer === 'refund' || answer === 'ask';
  }
}

/**
 * The fields whose columns contain words. They are the same as `wordFields` of the contracts, of
 * which this library imports only types.
 */
export const wordColumns = [
  'status',
  'type',
  'test',
  'direction',
  'currency',
  'campaign',
  'paymentMethod',
] as const satisfies WordField[];

export type Answers = (field: WordField, word: string) => string | null;

/** Returns a function that finds the meaning of a word, by the answers in a mapping. */
export function createAnswerFinder({ words }: Pick<ImportMapping, 'words'>): Answers {
  const tables = new Map<WordField, Map<string, string>>();
  for (const [field, table] of Object.entries(words ?? {}))
    tables.set(field as WordField, toKeyMap(table));
  const remembered = new Map<WordField, Map<string, string | null>>();
  return (field, word) => {
    let answers = remembered.get(field);
    if (!answers) remembered.set(field, (answers = new Map<string, string | null>()));
    let answer = answers.get(word);
    if (answer === undefined) {
      if (answers.size > 1_000) answers.clear();
      answer = tables.get(field)?.get(wordKey(word)) ?? knownMeaning(field, word);
      answers.set(word, answer);
    }
    return answer;
  };
}
