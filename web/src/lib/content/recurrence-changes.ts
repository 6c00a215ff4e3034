// Changes of a recurrence in a form. This file is loaded when a user changes a recurrence.
import { ordinalOf, weekdayOf } from '#libs/calendar';
import type { Ending, Recurrence, Repeat, RepeatKind } from './recurrence';

/** Returns the recurrence rule (RFC 5545) that the server expects, or null if nothing repeats. */
export function writeRecurrence({ repeat, ending, weekStart }: Recurrence): string | null {
  if (repeat.kind === 'none') return null;
  if (repeat.kind === 'custom') return repeat.rule.trim().replace(/^RRULE:/i, '');
  return ruleOf(repeat) + endOfRule(ending) + (weekStart ? `;WKST=${weekStart}` : '');
}

function endOfRule(ending: Ending): string {
  if (ending.kind === 'after') return `;COUNT=${ending.times}`;
  if (ending.kind === 'on' && ending.date)
    return `;UNTIL=${ending.date.replaceAll('-', '')}T${ending.time ?? '235959'}`;
  return '';
}

function ruleOf(repeat: Exclude<Repeat, { kind: 'none' | 'custom' }>): string {
  const interval = repeat.kind === 'biweekly' ? ';INTERVAL=2' : '';
  switch (repeat.kind) {
    case 'weekly':
    case 'biweekly':
      return `FREQ=WEEKLY${interval};BYDAY=${repeat.days.join()}`;
    case 'monthly-weekday':
      return `FREQ=MONTHLY;BYDAY=${repeat.nths.map((nth) => nth + repeat.day).join()}`;
    // The rule has no day: the series repeats on the day of its first date.
    case 'monthly-day':
      return 'FREQ=MONTHLY';
    case 'yearly':
      return 'FREQ=YEARLY';
  }
}

/** Returns a recurrence of this kind with values that match the date. */
export function repeatOf(kind: RepeatKind, date: string, before: Recurrence): Repeat {
  const day = weekdayOf(date);
  switch (kind) {
    case 'weekly':
    case 'biweekly':
      return { kind, days: 'days' in before.repeat ? before.repeat.days : [day] };
    case 'monthly-weekday':
      return { kind, nths: [ordinalOf(date)], day };
    case 'custom':
      return { kind, rule: writeRecurrence(before) ?? '' };
    default:
      return { kind };
  }
}

/**
 * Applies the choice that was made before this module was loaded, so that a form that is submitted
 * early is complete.
 */
export function applyPendingChoice({ pendingChoice, ...recurrence }: Recurrence): Recurrence {
  if (!pendingChoice) return recurrence;
  return { ...recurrence, repeat: repeatOf(pendingChoice.kind, pendingChoice.date, recurrence) };
}

/**
 * Returns the recurrence after the date of the event changed from `from` to `to`. If the series
 * repeats only on the weekday of the old date, it moves to the weekday of the new date.
 */
export function moveToDate(recurrence: Recurrence, from: string, to: string): Recurrence {
  const { repeat } = recurrence;
  if ('days' in repeat && repeat.days.join() === weekdayOf(from))
    return { ...recurrence, repeat: { ...repeat, days: [weekdayOf(to)] } };
  if ('nths' in repeat && repeat.day === weekdayOf(from) && repeat.nths.join() === ordinalOf(from))
    return { ...recurrence, repeat: { ...repeat, nths: [ordinalOf(to)], day: weekdayOf(to) } };
  return recurrence;
}

/** Returns a sentence about what is missing in a choice, or null if it is complete. */
export function problemOf(
  { repeat, ending }: Pick<Recurrence, 'repeat' | 'ending'>,
  date: string,
): string | null {
  if ('days' in repeat && repeat.days.length === 0) return 'Please choose at least one day';
  if ('nths' in repeat && repeat.nths.length === 0) return 'Please choose which of them';
  if (repeat.kind === 'custom') return repeat.rule.trim() === '' ? 'Please enter a rule' : null;
  if (repeat.kind === 'none') return null;
  if (
    ending.kind === 'after' &&
    !(Number.isInteger(ending.times) && ending.times >= 1 && ending.times <= 9999)
  )
    return 'Please enter how many times';
  if (ending.kind === 'on' && !ending.date) return 'Please enter the date on which it ends';
  if (ending.kind === 'on' && ending.date < date) return 'It cannot end before it begins';
  return null;
}
