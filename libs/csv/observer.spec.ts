import { describe, expect, it, test } from '@jest/globals';
import { createObserver, type Answered } from './index.js';

/** Creates an observer that has seen rows with a date, an amount and a payment method. */
function observe(rows: [date: string, amount: string, method?: string][], answered?: Answered) {
  const observer = createObserver({ date: 0, amount: 1, paymentMethod: 2 }, answered);
  for (const [date, amount, method] of rows) observer.see([date, amount, method ?? 'Cash']);
  return observer;
}
const dates = (...values: string[]) => observe(values.map((value) => [value, '']));
const amounts = (...values: string[]) => observe(values.map((value) => ['', value]));

describe('the order of dates', () => {
  test.each([
    [['2025-03-04', '20250305', '2025/3/4'], 'ymd'],
    [['03/04/2025', '12/25/2025'], 'mdy'],
    [['03/04/2025', '25/12/2025'], 'dmy'],
    [['03/04/2025', '2025-03-04', '13.04.2025'], 'dmy'],
    [['Mar 4, 2025', '4 March 2025'], 'mdy'],
    [['03/03/2025', '04/04/2025'], 'mdy'],
    [['03-Mar-25', '03/04/2025', '3/31/25'], 'mdy'],
    [['', 'soon', '3/31/2025'], 'mdy'],
  ])('is certain for %j: %s', (values, style) => {
    expect(dates(...values).styles().dateStyle).toBe(style);
    expect(dates(...values).questions()).toEqual([]);
  });

  it('is asked about if every value has two readings', () => {
    const open = dates(
      '03/04/2025',
      '2025-01-01',
      'Mar 4, 2025',
      '05/05/2025',
      '01/02/2025',
      '03/04/2025',
    );
    expect(open.styles().dateStyle).toBeUndefined();
    expect(open.questions()).toEqual([
      {
        kind: 'dateStyle',
        message:
          'Are these dates month first or day first? If you are not sure, compare one with a ' +
          'gift whose date you know.',
        samples: ['03/04/2025', '01/02/2025'],
      },
    ]);
  });

  it('is asked about if values contradict each other', () => {
    const clash = dates('03/04/2025', '12/25/2025', '25/12/2025');
    expect(clash.styles().dateStyle).toBeUndefined();
    expect(clash.questions()).toMatchObject([
      { kind: 'dateStyle', samples: ['12/25/2025', '25/12/2025'] },
    ]);
  });

  it('is decided by the last of a million rows', () => {
    const observer = createObserver({ date: 0 });
    for (let row = 0; row < 1_000_000; row++)
      observer.see([`0${(row % 9) + 1}/0${((row * 7) % 9) + 1}/20${10 + (row % 80)}`]);
    expect(observer.styles().dateStyle).toBeUndefined();
    observer.see(['25/12/2025']);
    expect(observer.styles().dateStyle).toBe('dmy');
  });

  it('is not decided by a column without dates', () => {
    expect(dates('soon', '').styles().dateStyle).toBeUndefined();
    expect(dates('soon', '').questions()).toEqual([]);
  });
});

describe('the decimal mark', () => {
  test.each([
    [['25.50', '1,234'], 'point'],
    [['25,00', '1.234'], 'comma'],
    [['1,234.50'], 'point'],
    [['1.234,50'], 'comma'],
    [['1,234,567'], 'point'],
    [['1.234.567'], 'comma'],
    [['25', '$30', '1000'], 'point'],
    [['.50', '25'], 'point'],
    [["1'234,50"], 'comma'],
  ])('is certain for %j: %s', (values, style) => {
    expect(amounts(...values).styles().decimalStyle).toBe(style);
    expect(amounts(...values).questions()).toEqual([]);
  });

  test.each([[['1.234']], [['1,234', '25']], [['$1,234', '12.345', '(1,000)']]])(
    'is asked about for %j',
    (values) => {
      const open = amounts(...values);
      expect(open.styles().decimalStyle).toBeUndefined();
      expect(open.questions()).toMatchObject([
        { kind: 'decimalStyle', samples: values.filter((value) => value !== '25') },
      ]);
    },
  );

  it('is asked about if a column has decimal points and decimal commas', () => {
    expect(amounts('25.50', '25,50').questions()).toMatchObject([
      { kind: 'decimalStyle', samples: ['25.50', '25,50'] },
    ]);
  });

  it('is not asked about for invalid amounts', () => {
    expect(amounts('abc', '25.0055', '').questions()).toEqual([]);
  });
});

describe('payment methods', () => {
  it('are asked about once for each word, with suggestions for known words', () => {
    const observer = observe([
      ['', '', 'ACH'],
      ['', '', 'ach '],
      ['', '', ' CHECK'],
      ['', '', 'Pigeon'],
      ['', '', '__proto__'],
    ]);
    const word = (word: string, rows: number, answer: string | null) => ({
      word,
      rows,
      amount: '0.00',
      answer,
    });
    expect(observer.questions()).toEqual([
      {
        kind: 'words',
        field: 'paymentMethod',
        message:
          'Which payment method does each of these mean? If you are not sure, choose Other: ' +
          'you can change it later.',
        samples: ['Pigeon', '__proto__'],
        words: [
          word('ACH', 2, 'Other'),
          word('CHECK', 1, 'Check'),
          word('Pigeon', 1, null),
          word('__proto__', 1, null),
        ],
      },
    ]);
  });

  it('are asked about if a cell or the column is missing, unless there is a valid default', () => {
    const question = [
      {
        kind: 'paymentMethod',
        message:
          'Some donations name no payment method. Which one should they have? If you are not ' +
          'sure, choose Other: you can change it later.',
        samples: [],
      },
    ];
    expect(observe([['', '', '']]).questions()).toEqual(question);
    expect(createObserver({ amount: 0 }).questions()).toEqual(question);
    expect(
      createObserver({ amount: 0 }, { defaults: { paymentMethod: 'check' } }).questions(),
    ).toEqual([]);
    expect(
      createObserver({ amount: 0 }, { defaults: { paymentMethod: 'gold' } }).questions(),
    ).toEqual(question);
  });

  it('follow the answers of a user', () => {
    const answered: Answered = {
      dateStyle: 'dmy',
      decimalStyle: 'comma',
      words: { paymentMethod: { GIRO: 'Other' } },
      defaults: { paymentMethod: 'Cash' },
    };
    const observer = observe(
      [
        ['03/04/2025', '1.234', 'giro'],
        ['12/25/2025', '25.50', ''],
      ],
      answered,
    );
    expect(observer.questions()).toMatchObject([
      { kind: 'words', words: [{ word: 'giro', answer: 'Other' }] },
    ]);
    expect(observer.styles()).toEqual({ dateStyle: 'dmy', decimalStyle: 'comma' });
  });

  it('are asked about for at most 100 words', () => {
    const observer = createObserver({ paymentMethod: 0 });
    for (let row = 0; row < 10_000; row++) observer.see([`word ${row} ${'x'.repeat(1000)}`]);
    const [question] = observer.questions();
    expect(question!.words).toHaveLength(100);
    expect(question!.words!.every(({ word }) => word.length <= 200)).toBe(true);
  });
});

describe('names with the last name first', () => {
  const namesIn = (...rows: string[][]) => {
    const observer = createObserver({ name: 0, firstName: 1, lastName: 2 });
    for (const cells of rows) observer.see(cells);
    return observer;
  };

  it('are recognized, and asked about if other names have no comma', () => {
    expect(namesIn(['Brooks, Hannah', '', '']).styles().nameStyle).toBe('lastFirst');
    const kinds = namesIn(['Brooks, Hannah', '', ''], ['Ada Example', '', ''])
      .questions()
      .map(({ kind }) => kind);
    expect(kinds).toContain('nameStyle');
  });

  it('are not asked about if the file has columns of the first and last name', () => {
    const observer = namesIn(['Brooks, Hannah', 'Hannah', 'Brooks'], ['Ada Example', 'Ada', '']);
    expect(observer.styles().nameStyle).toBeUndefined();
    expect(observer.questions().map(({ kind }) => kind)).not.toContain('nameStyle');
  });
});
