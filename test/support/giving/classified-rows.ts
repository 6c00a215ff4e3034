import { expect } from '@jest/globals';
import { classifyRow } from '../../../src/giving/import/classification/classify.js';
import type {
  Decision,
  RecordedGift,
  RowFacts,
  RowToClassify,
  SimilarFact,
} from '../../../src/giving/import/classification/row-facts.js';

/** A gift of 50.00 to Missions on March 2, 2025, from a known giver, with a number. */
const gift: RowToClassify = {
  row: 7,
  says: 'gift',
  field: null,
  word: '',
  issues: [],
  namesGiver: true,
  giverQuestion: null,
  giverName: 'Ada Example',
  giverEmail: null,
  giverHint: null,
  date: '2025-03-02',
  amount: 5_000n,
  gross: 5_000n,
  refunded: 0n,
  fund: 'missions',
  fileFund: 'missions',
  decision: null,
  isSure: false,
};

/** The facts of a row that resembles no recorded gift and no other row of the file. */
const nothing: RowFacts = {
  isTemplate: false,
  numbers: 'unique',
  sameFile: null,
  own: null,
  recorded: [],
  hasRowPerFund: false,
  part: 1,
  earlierRow: null,
  similar: null,
  refund: null,
  usual: { today: '2025-06-01', median: 5_000n },
};

/** The same gift as a recorded one. */
export const recorded: RecordedGift = {
  donationId: 'D1',
  giver: 'same',
  named: { giver: 'Ada Example', kind: 'guest', date: '2025-03-02' },
  isSameDay: true,
  is: 'recorded',
  version: 3,
  gross: 5_000n,
  refunded: 0n,
  fund: 'missions',
  isFundInFile: true,
};

/** A recorded gift of the same giver, day and amount. */
export const similar: SimilarFact = {
  donationId: 'D1',
  named: recorded.named!,
  isSameDay: true,
  isSameDonor: true,
  was: null,
  change: null,
};

/** Returns a decision of a user about the row, with the gift and proposal on which it is based. */
export const decided = (kind: Decision['kind'], change: Partial<Decision> = {}): Decision => ({
  kind,
  gift: null,
  amount: null,
  version: null,
  ...change,
});

/** Classifies the gift with these changes and facts, and expects exactly this verdict. */
export const given = (row: Partial<RowToClassify>, facts: Partial<RowFacts> = {}) => ({
  then: (expected: object) =>
    expect(classifyRow({ ...gift, ...row }, { ...nothing, ...facts })).toEqual(expected),
});

/** The verdict on a gift that is recorded as a new donation. */
export const isNew = { state: 'new', change: null };

/** References to two recorded gifts. */
export const D1 = { donationId: 'D1' };
export const D2 = { donationId: 'D2' };
