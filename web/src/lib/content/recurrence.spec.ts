import { expect, it } from '@jest/globals';
import { ordinalOf, weekdayOf } from '#libs/calendar';
import { readRecurrence, wordsOf } from './recurrence.js';
import { moveToDate, problemOf, writeRecurrence } from './recurrence-changes.js';

const date = '2026-11-22';

it('weekdayOf and ordinalOf return the weekday and its number in the month', () => {
  expect([
    weekdayOf(date),
    weekdayOf('1969-12-31'),
    ordinalOf('2026-11-01'),
    ordinalOf('2026-11-22'),
    ordinalOf('2026-11-29'),
  ]).toEqual(['SU', 'WE', '1', '4', '-1']);
});

it.each([
  ['FREQ=WEEKLY;BYDAY=TH', 'Every Thursday'],
  ['FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,WE;COUNT=10', 'Every other Monday and Wednesday, 10 times'],
  ['FREQ=MONTHLY;BYDAY=1SU,3SU', 'Every 1st and 3rd Sunday of the month'],
  [
    'FREQ=MONTHLY;BYDAY=-1FR;UNTIL=20271231T235959',
    'Every last Friday of the month, until December 31, 2027',
  ],
  ['FREQ=MONTHLY;UNTIL=20271231T120000', 'Every month, until December 31, 2027'],
  ['FREQ=WEEKLY;INTERVAL=2;BYDAY=SU,MO;WKST=SU', 'Every other Sunday and Monday'],
  ['FREQ=WEEKLY;INTERVAL=2;BYDAY=SU,MO;WKST=MO', 'Every other Sunday and Monday'],
  ['FREQ=MONTHLY', 'Every month'],
  ['FREQ=YEARLY;COUNT=1', 'Every year, once'],
  ['FREQ=DAILY;INTERVAL=3;COUNT=5', ''],
  ['FREQ=MONTHLY;BYDAY=1SU,2MO', ''],
])('a recurrence reads and writes %s, in words %j', (rule, words) => {
  const read = readRecurrence(rule, date);
  expect([writeRecurrence(read), wordsOf(read)]).toEqual([rule, words]);
});

it('readRecurrence returns the choice of the form, and `custom` for other rules', () => {
  expect(readRecurrence('RRULE:freq=weekly', date).repeat).toEqual({
    kind: 'weekly',
    days: ['SU'],
  });
  expect(readRecurrence('FREQ=MONTHLY;BYMONTHDAY=22', date).repeat).toEqual({
    kind: 'monthly-day',
  });
  expect(readRecurrence('FREQ=MONTHLY;BYMONTHDAY=1', date).repeat).toEqual({
    kind: 'custom',
    rule: 'FREQ=MONTHLY;BYMONTHDAY=1',
  });
  expect(readRecurrence('FREQ=WEEKLY;INTERVAL=3', date).repeat.kind).toBe('custom');
  expect(readRecurrence(null, date)).toEqual({
    repeat: { kind: 'none' },
    ending: { kind: 'never' },
    weekStart: 'SU',
  });
});

it('moveToDate moves a series that repeats only on the weekday of its date', () => {
  const moved = (rule: string) =>
    writeRecurrence(moveToDate(readRecurrence(rule, date), date, '2026-11-24'));
  expect([
    moved('FREQ=WEEKLY;BYDAY=SU'),
    moved('FREQ=WEEKLY;BYDAY=SU,WE'),
    moved('FREQ=MONTHLY;BYDAY=4SU'),
    moved('FREQ=MONTHLY;BYDAY=1SU,3SU'),
  ]).toEqual([
    'FREQ=WEEKLY;BYDAY=TU',
    'FREQ=WEEKLY;BYDAY=SU,WE',
    'FREQ=MONTHLY;BYDAY=4TU',
    'FREQ=MONTHLY;BYDAY=1SU,3SU',
  ]);
});

it('problemOf returns a message about a missing or wrong value, or null', () => {
  const never = { kind: 'never' } as const;
  expect([
    problemOf({ repeat: { kind: 'weekly', days: [] }, ending: never }, date),
    problemOf({ repeat: { kind: 'monthly-weekday', nths: [], day: 'SU' }, ending: never }, date),
    problemOf({ repeat: { kind: 'custom', rule: ' ' }, ending: never }, date),
    problemOf({ repeat: { kind: 'yearly' }, ending: { kind: 'on', date: '2026-11-21' } }, date),
    problemOf({ repeat: { kind: 'yearly' }, ending: { kind: 'after', times: NaN } }, date),
    problemOf({ repeat: { kind: 'yearly' }, ending: { kind: 'on', date } }, date),
  ]).toEqual([
    'Please choose at least one day',
    'Please choose which of them',
    'Please enter a rule',
    'It cannot end before it begins',
    'Please enter how many times',
    null,
  ]);
});
