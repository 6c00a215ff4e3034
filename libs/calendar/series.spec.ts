import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { endOf, seriesLines, withEndInUtc, withLocalEnd } from './index.js';

const newYork = 'America/New_York';

describe('the end of a rule', () => {
  it.each([
    ['a calendar date, whose whole day is included', '20261231', '20261231T235959'],
    ['a local time', '20261231T180000', '20261231T180000'],
    ['a time in UTC', '20270101T045959Z', '20261231T235959'],
    ['a time in UTC during summer time', '20260701T035959Z', '20260630T235959'],
  ])('is stored as a local time: %s', (_case, until, stored) => {
    expect(withLocalEnd(`FREQ=WEEKLY;UNTIL=${until}`, newYork)).toBe(`FREQ=WEEKLY;UNTIL=${stored}`);
  });

  it.each([
    ['20261231', '20270101T045959Z'],
    ['20261231T180000', '20261231T230000Z'],
    ['20260630T180000', '20260630T220000Z'],
    ['20270101T045959Z', '20270101T045959Z'],
  ])('%s is written as %s into a calendar file', (until, utc) => {
    const rule = `FREQ=WEEKLY;UNTIL=${until};BYDAY=TH`;
    expect(withEndInUtc(rule, newYork)).toBe(`FREQ=WEEKLY;UNTIL=${utc};BYDAY=TH`);
  });

  it.each(['20260230', '20261301T000000', '20261231T240000', '20261231T006000'])(
    'is refused if it does not exist: %s',
    (until) => expect(withLocalEnd(`FREQ=DAILY;UNTIL=${until}`, newYork)).toBeNull(),
  );

  it('is not added to a rule without an end', () => {
    expect(withLocalEnd('FREQ=DAILY;COUNT=2', newYork)).toBe('FREQ=DAILY;COUNT=2');
    expect(withEndInUtc('FREQ=DAILY', newYork)).toBe('FREQ=DAILY');
  });

  it('stays the same if it is converted to UTC and back, in four time zones', () => {
    const zones = ['America/New_York', 'Pacific/Kiritimati', 'Australia/Lord_Howe', 'Asia/Kolkata'];
    const days = fc.date({
      min: new Date('2020-01-01'),
      max: new Date('2040-01-01'),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(days, fc.constantFrom(...zones), (day, zone) => {
        const date = day.toISOString().slice(0, 10).replaceAll('-', '');
        const typed = withLocalEnd(`FREQ=DAILY;UNTIL=${date}`, zone)!;
        const inUtc = withEndInUtc(typed, zone);
        expect(withLocalEnd(inUtc, zone)).toBe(typed);
        expect(withEndInUtc(inUtc, zone)).toBe(inUtc);
      }),
    );
  });
});

describe('the lines of a series', () => {
  it('contain its rule and its skipped dates', () => {
    const series = {
      start: '2026-11-22T18:00:00',
      rule: 'FREQ=WEEKLY;COUNT=10',
      exceptions: ['2026-11-29', '2026-12-06'],
      timeZone: newYork,
    };
    expect(seriesLines(series)).toEqual([
      'RRULE:FREQ=WEEKLY;COUNT=10',
      'EXDATE;TZID=America/New_York:20261129T180000,20261206T180000',
    ]);
  });
});

describe('the end of an event', () => {
  it.each([
    [
      'two days over the change to winter time',
      '2026-10-31T18:00:00',
      2_880,
      '2026-11-02T18:00:00',
    ],
    [
      'two days over the change to summer time',
      '2026-03-07T18:00:00',
      2_880,
      '2026-03-09T18:00:00',
    ],
    ['an hour on a usual day', '2026-05-04T18:00:00', 60, '2026-05-04T19:00:00'],
    ['an end that the clocks skip', '2026-03-08T01:30:00', 60, '2026-03-08T03:30:00'],
    ['a start that the clocks skip', '2026-03-08T02:30:00', 30, '2026-03-08T04:00:00'],
  ])('is calculated in local time: %s', (_case, start, minutes, end) => {
    expect(endOf(start, minutes, newYork)).toBe(end);
  });

  it('is always after its start', () => {
    const minute = fc.integer({ min: 0, max: 366 * 1_440 });
    fc.assert(
      fc.property(minute, fc.integer({ min: 5, max: 20_160 }), (minuteOfYear, minutes) => {
        const start = new Date(Date.UTC(2026, 0, 1) + minuteOfYear * 60_000)
          .toISOString()
          .slice(0, 19);
        expect(endOf(start, minutes, newYork) > start).toBe(true);
      }),
    );
  });
});
