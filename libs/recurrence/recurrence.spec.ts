import { describe, expect, it } from '@jest/globals';
import type { Series } from '#libs/calendar';
import {
  happensOn,
  inWords,
  NoRule,
  occurrenceAtOrAfter,
  occurrenceBefore,
  occurrenceFrom,
  readRule,
} from './recurrence.js';

const series = (rule: string, more: Partial<Series> = {}): Series => ({
  start: '2026-01-01T11:00:00',
  rule,
  exceptions: [],
  timeZone: 'America/New_York',
  ...more,
});
function* occurrences(givenSeries: Series, from: string, count: number): Generator<string | null> {
  let moment = new Date(from);
  for (let n = 0; n < count; n++) {
    const occurrence = occurrenceFrom(givenSeries, moment);
    yield occurrence;
    if (occurrence === null) return;
    // This is later on that day in America.
    moment = new Date(Date.parse(`${occurrence}Z`) + 6 * 3_600_000);
  }
}

describe('a series', () => {
  it('stays at the same hour after both changes of the clocks', () => {
    const sundays = [
      ...occurrences(series('FREQ=MONTHLY;BYDAY=1SU,3SU'), '2026-02-20T00:00:00Z', 4),
    ];
    expect(sundays).toEqual([
      '2026-03-01T11:00:00',
      '2026-03-15T11:00:00',
      '2026-04-05T11:00:00',
      '2026-04-19T11:00:00',
    ]);
    expect([
      ...occurrences(series('FREQ=MONTHLY;BYDAY=1SU,3SU'), '2026-10-10T00:00:00Z', 3),
    ]).toEqual(['2026-10-18T11:00:00', '2026-11-01T11:00:00', '2026-11-15T11:00:00']);
  });

  it('leaves out its skipped dates, and ends after its count or at its last date', () => {
    expect([
      ...occurrences(
        series('FREQ=WEEKLY;BYDAY=TH', { exceptions: ['2026-01-08'] }),
        '2026-01-01T00:00:00Z',
        2,
      ),
    ]).toEqual(['2026-01-01T11:00:00', '2026-01-15T11:00:00']);
    expect(
      occurrenceFrom(series('FREQ=WEEKLY;COUNT=2'), new Date('2026-01-09T00:00:00Z')),
    ).toBeNull();
    expect(occurrenceBefore(series('FREQ=WEEKLY;COUNT=2'), new Date('2027-01-01T00:00:00Z'))).toBe(
      '2026-01-08T11:00:00',
    );
    expect(
      occurrenceFrom(series('FREQ=WEEKLY;UNTIL=20260110'), new Date('2026-01-09T00:00:00Z')),
    ).toBeNull();
  });

  it('has no occurrence, or is refused, if its rule names a day that does not exist', () => {
    for (const rule of [
      'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30',
      'FREQ=MONTHLY;BYMONTHDAY=31;BYMONTH=4',
      'FREQ=DAILY;BYMONTH=2;BYMONTHDAY=31',
    ]) {
      let found: string | null;
      try {
        found = occurrenceFrom(series(rule), new Date('2026-01-01T00:00:00Z'));
      } catch (error) {
        expect(error).toBeInstanceOf(NoRule);
        found = null;
      }
      expect({ rule, found }).toEqual({ rule, found: null });
    }
  });
});

describe('the end of a series', () => {
  it.each(['UNTIL=20260115', 'UNTIL=20260115T235959', 'UNTIL=20260116T045959Z', 'COUNT=3'])(
    'is the same in each form: %s',
    (end) => {
      const three = series(`FREQ=WEEKLY;BYDAY=TH;${end}`);
      expect([...occurrences(three, '2026-01-01T00:00:00Z', 9)]).toEqual([
        '2026-01-01T11:00:00',
        '2026-01-08T11:00:00',
        '2026-01-15T11:00:00',
        null,
      ]);
    },
  );

  it('is written in words in the time zone of the church', () => {
    const rule = 'FREQ=WEEKLY;INTERVAL=2;BYDAY=TH;UNTIL=20260115T235959';
    for (const timeZone of ['America/Los_Angeles', 'Pacific/Kiritimati', 'Asia/Kolkata'])
      expect(inWords(series(rule, { timeZone }))).toBe(
        'Every 2 weeks on Thursday until January 15, 2026',
      );
  });
});

describe('a day of a series', () => {
  it.each([
    ['2026-01-08', true],
    ['2026-01-15', true],
    ['2026-01-09', false],
    ['2025-12-25', false],
    ['2026-02-05', false],
  ])('may be a date of the series or not: %s, %s', (date, happens) => {
    const five = series('FREQ=WEEKLY;COUNT=5', { exceptions: ['2026-01-15'] });
    expect(happensOn(five, date)).toBe(happens);
  });
});

describe('the current or next occurrence', () => {
  it('is the earliest that has not ended if occurrences overlap', () => {
    const daily = series('FREQ=DAILY');
    const occurrence = occurrenceAtOrAfter(daily, 3 * 1_440, new Date('2026-02-10T12:00:00-05:00'));
    expect(occurrence).toBe('2026-02-08T11:00:00');
  });
});

it.each([
  '',
  'weekly',
  'FREQ=HOURLY',
  'FREQ=DAILY;BYHOUR=9,10',
  'FREQ=DAILY;INTERVAL=0',
  'FREQ=DAILY;COUNT=-1',
  'FREQ=DAILY;COUNT=2;UNTIL=20270101',
  'FREQ=DAILY;BYDAY=XX',
  'FREQ=DAILY;FREQ=WEEKLY',
  'FREQ=DAILY\nDTSTART:20200101',
  'FREQ=DAILY;X=1',
  'FREQ=DAILY;INTERVAL=99999999999',
])('%j is refused as a rule', (rule) => {
  expect(() => readRule(rule, 'America/New_York')).toThrow(NoRule);
});

it.each([
  ['RRULE:FREQ=WEEKLY', 'FREQ=WEEKLY'],
  ['freq=monthly;byday=1su', 'FREQ=MONTHLY;BYDAY=1SU'],
])('the rule %s is read as %s', (typed, kept) => {
  expect(readRule(typed, 'America/New_York')).toBe(kept);
});

it.each([
  ['FREQ=MONTHLY;BYDAY=1SU,3SU', '1st and 3rd Sunday'],
  ['FREQ=WEEKLY;BYDAY=TH', 'Every Thursday'],
  ['FREQ=WEEKLY;BYDAY=MO,WE,FR', 'Every Monday, Wednesday and Friday'],
  ['FREQ=MONTHLY;BYDAY=-1FR', 'Last Friday'],
  ['FREQ=WEEKLY;INTERVAL=2;BYDAY=MO', 'Every 2 weeks on Monday'],
  ['FREQ=WEEKLY;INTERVAL=2;BYDAY=MO;WKST=SU', 'Every 2 weeks on Monday'],
  ['WKST=SU;FREQ=MONTHLY;COUNT=3', 'Every month for 3 times'],
  ['FREQ=DAILY;COUNT=3', 'Every day for 3 times'],
])('%s is described as "%s"', (rule, words) => {
  expect(inWords(series(rule))).toBe(words);
});
