import { describe, expect, it } from '@jest/globals';
import type { z } from 'zod';
import type { eventInput } from '#libs/contracts';
import type { EventEntity } from './event.entity.js';
import { currentOccurrence, computeEventTimes } from './event-times.js';

type Input = z.output<typeof eventInput>;

const zone = 'America/New_York';
/** A Friday. Five of the ten meetings are over. */
const now = new Date('2026-10-09T12:00:00-04:00');

/** Ten Thursdays at 6:00 PM from September 3, 2026, without September 17. */
const tenThursdays = {
  date: '2026-10-15T18:00:00',
  seriesStart: '2026-09-03T18:00:00',
  recurrence: 'FREQ=WEEKLY;BYDAY=TH;COUNT=10',
  exceptions: ['2026-09-17'],
  durationMinutes: 60,
  isOver: false,
} as EventEntity;

/** Returns the form of this series with changes. */
const form = (more: Partial<Input>): Input =>
  ({
    date: tenThursdays.seriesStart,
    recurrence: tenThursdays.recurrence,
    exceptions: tenThursdays.exceptions,
    durationMinutes: 60,
    isRecurring: true,
    ...more,
  }) as Input;
const edit = (more: Partial<Input>) => computeEventTimes(form(more), zone, now, tenThursdays);

describe('an edited series', () => {
  it.each([
    ['its first date', '2026-09-03T18:30:00'],
    ['its current occurrence', '2026-10-15T18:30:00'],
    ['an occurrence that has ended since the form was opened', '2026-10-08T18:30:00'],
    ['a date that it skips', '2026-09-17T18:30:00'],
  ])('keeps its first date, count and skipped dates if the form contains %s', (_what, date) => {
    expect(edit({ date })).toEqual({
      date: '2026-10-15T18:30:00',
      seriesStart: '2026-09-03T18:30:00',
      recurrence: tenThursdays.recurrence,
      exceptions: ['2026-09-17'],
      isOver: false,
    });
  });

  it('is moved with its skipped dates by the days from its current occurrence', () => {
    const rule = 'FREQ=WEEKLY;BYDAY=FR;COUNT=10';
    expect(edit({ date: '2026-10-16T18:00:00', recurrence: rule })).toEqual({
      date: '2026-10-09T18:00:00',
      seriesStart: '2026-09-04T18:00:00',
      recurrence: rule,
      exceptions: ['2026-09-18'],
      isOver: false,
    });
  });

  it('gets the first date of the form, and its skipped dates', () => {
    expect(edit({ date: '2026-09-10T18:00:00', seriesStart: '2026-09-10' })).toMatchObject({
      seriesStart: '2026-09-10T18:00:00',
      exceptions: ['2026-09-17'],
    });
  });

  it('gets the first date of the form even if another user has moved the series since', () => {
    const moved = Object.assign({} as EventEntity, tenThursdays, {
      seriesStart: '2026-09-10T18:00:00',
    });
    const oldForm = form({ date: '2026-09-03T18:00:00', seriesStart: '2026-09-03' });
    expect(computeEventTimes(oldForm, zone, now, moved)).toMatchObject({
      seriesStart: '2026-09-03T18:00:00',
      exceptions: ['2026-09-17'],
    });
  });

  it('keeps the number of its occurrences, whichever of its dates the form contains', () => {
    const ends = ['2026-09-03', '2026-09-24', '2026-10-08', '2026-10-15', '2026-11-05'].map(
      (day) => {
        const {
          seriesStart: start,
          recurrence: rule,
          exceptions,
        } = edit({
          date: `${day}T18:30:00`,
        });
        const series = { start, rule: rule!, exceptions, timeZone: zone };
        return currentOccurrence(series, 60, new Date('2030-01-01T00:00:00Z')).date;
      },
    );
    expect(new Set(ends)).toEqual(new Set(['2026-11-05T18:30:00']));
  });

  it('keeps its first date even if this date is skipped', () => {
    const exceptions = ['2026-09-03'];
    expect(edit({ exceptions })).toMatchObject({ seriesStart: tenThursdays.seriesStart });
  });
});

describe('currentOccurrence', () => {
  const retreat = {
    start: '2026-10-02T18:00:00',
    rule: 'FREQ=MONTHLY;COUNT=3',
    exceptions: [],
    timeZone: zone,
  };
  it.each([
    ['before its start', '2026-10-02T17:59:59-04:00', '2026-10-02T18:00:00'],
    ['at its start', '2026-10-02T18:00:00-04:00', '2026-10-02T18:00:00'],
    ['a moment before its end', '2026-10-04T17:59:59-04:00', '2026-10-02T18:00:00'],
    ['at its end', '2026-10-04T18:00:00-04:00', '2026-11-02T18:00:00'],
    // The clocks change on November 1.
    ['while the next one takes place', '2026-11-04T17:59:59-05:00', '2026-11-02T18:00:00'],
    ['after the last one', '2027-01-01T00:00:00-05:00', '2026-12-02T18:00:00'],
  ])(
    'returns the first occurrence that has not ended, or else the last one: %s',
    (_when, currentTime, date) => {
      expect(currentOccurrence(retreat, 2_880, new Date(currentTime)).date).toBe(date);
    },
  );
});
