import { describe, expect, it } from '@jest/globals';
import {
  choiceNeeded,
  type ComboboxOption,
  type ComboboxState,
  outcomeOfBlur,
  outcomeOfTab,
  searchOptions,
  unambiguousMatch,
} from './combobox-choice';

const option = (label: string, hint?: string): ComboboxOption => ({
  value: `${label} ${hint}`,
  label,
  hint,
});
const ruth = option('Ruth Alvarez', 'ruth@grace.test');
const ruthAnn = option('Ruth Alvarez-Stone', 'ann.ruth@grace.test');
const samFirst = option('Sam Okafor', 'sam@grace.test');
const samSecond = option('Sam Okafor', 'sam.okafor@grace.test');
const people = [ruth, ruthAnn, samFirst, samSecond];

describe('unambiguousMatch', () => {
  it.each<[text: string, expected: ComboboxOption | undefined]>([
    ['', undefined],
    ['   ', undefined],
    ['nobody', undefined],
    ['stone', ruthAnn],
    ['stone ruth', ruthAnn],
    ['ruth', undefined],
    ['Ruth Alvarez', ruth],
    [' ruth alvarez ', ruth],
    ['sam okafor', undefined],
    ['sam@grace.test', samFirst],
    ['ruth@grace.test', ruth],
  ])('returns the only option that the text %j can mean, or undefined', (text, expected) => {
    expect(unambiguousMatch(searchOptions(people, text), text)).toBe(expected);
  });
});

const given = (state: Partial<ComboboxState>): ComboboxState => ({
  typed: null,
  isOpen: true,
  highlighted: undefined,
  matchCount: people.length,
  allowCustom: false,
  ...state,
});

describe('the outcome of leaving a combobox', () => {
  it.each<[given: string, state: ComboboxState, tab: string, blur: string]>([
    ['nothing was typed and the list is closed', given({ isOpen: false }), 'leave', 'leave'],
    ['nothing was typed and the list is open', given({}), 'leave', 'leave'],
    ['the arrow keys reached an option', given({ highlighted: ruth }), 'take', 'leave'],
    [
      'the typed text has one match',
      given({ typed: 'stone', highlighted: ruthAnn, matchCount: 1 }),
      'take',
      'take',
    ],
    ['the typed text has several matches', given({ typed: 'ruth' }), 'stay', 'unchosen'],
    [
      'the arrow keys reached one of several matches',
      given({ typed: 'ruth', highlighted: ruthAnn, matchCount: 2 }),
      'take',
      'take',
    ],
    ['the typed text has no match', given({ typed: 'x', matchCount: 0 }), 'unchosen', 'unchosen'],
    ['the text was deleted', given({ typed: '' }), 'leave', 'leave'],
    ['only spaces were typed', given({ typed: '  ' }), 'leave', 'leave'],
    [
      'Escape closed the list of several matches',
      given({ typed: 'ruth', isOpen: false, matchCount: 2 }),
      'unchosen',
      'unchosen',
    ],
    [
      'Escape closed the list of one match',
      given({ typed: 'stone', isOpen: false, highlighted: ruthAnn, matchCount: 1 }),
      'unchosen',
      'unchosen',
    ],
    ['any text is a value', given({ typed: 'roof', allowCustom: true }), 'leave', 'leave'],
    [
      'any text is a value, and the arrow keys reached an option',
      given({ typed: 'roof', allowCustom: true, highlighted: ruth }),
      'take',
      'take',
    ],
  ])('is correct for Tab and for a click elsewhere if %s', (_given, state, tab, blur) => {
    expect({ tab: outcomeOfTab(state), blur: outcomeOfBlur(state) }).toEqual({ tab, blur });
  });
});

it.each<[matches: ComboboxOption[], sentence: string]>([
  [[], 'No member by that name. Nothing is chosen yet.'],
  [[ruth], 'Nothing is chosen yet. Press Enter in this field to choose Ruth Alvarez.'],
  [
    [ruth, ruthAnn],
    'Please choose one: several match. Use the arrow keys and Enter, or type more.',
  ],
])('choiceNeeded returns the message for the matches %j', (matches, sentence) => {
  expect(choiceNeeded(matches, 'No member by that name.')).toBe(sentence);
});
