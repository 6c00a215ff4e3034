// What happens to a choice of how something repeats: of no use before somebody changes one.
import { ordinalOf, weekdayOf } from '#libs/calendar';
import type { Recurrence, Repeat, RepeatKind } from './recurrence';

/** The rule of a choice, as the server takes it; null where nothing repeats. */
export function writeRecurrence({ repeat, ending, weekStart }: Recurrence): string | null {
  if (repeat.kind === 'none') return null;
  if (repeat.kind === 'custom') return repeat.rule.trim().replace(/^RRULE:/i, '');
  const end =
    ending.kind === 'after'
      ? `;COUNT=${ending.times}`
      : ending.kind === 'on' && ending.date
        ? `;UNTIL=${ending.date.replaceAll('-', '')}T${ending.time ?? '235959'}`
        : '';
  return ruleOf(repeat) + end + (weekStart ? `;WKST=${weekStart}` : '');
}

function ruleOf(repeat: Exclude<Repeat, { kind: 'none' | 'custom' }>): string {
  switch (repeat.kind) {
    case 'weekly':
    case 'biweekly':
      return `FREQ=WEEKLY${repeat.kind === 'biweekly' ? ';INTERVAL=2' : ''};BYDAY=${repeat.days.join()}`;
    case 'monthly-weekday':
      return `FREQ=MONTHLY;BYDAY=${repeat.nths.map((nth) => nth + repeat.day).join()}`;
    // the day itself is the beginning's
    case 'monthly-day':
      return 'FREQ=MONTHLY';
    case 'yearly':
      return 'FREQ=YEARLY';
  }
}

/** A choice of this kind, filled in from the date. */
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

/** Fills in what was chosen last, so that a form that is sent early says the same. */
export function applyPendingChoice({ pendingChoice, ...recurrence }: Recurrence): Recurrence {
  if (!pendingChoice) return recurrence;
  return { ...recurrence, repeat: repeatOf(pendingChoice.kind, pendingChoice.date, recurrence) };
}

/** The same choice after the date was moved: a series that only meant its day goes along. */
export function followDate(recurrence: Recurrence, from: string, to: string): Recurrence {
  const { repeat } = recurrence;
  if ('days' in repeat && repeat.days.join() === weekdayOf(from))
    return { ...recurrence, repeat: { ...repeat, days: [weekdayOf(to)] } };
  if ('nths' in repeat && repeat.day === weekdayOf(from) && repeat.nths.join() === ordinalOf(from))
    return { ...recurrence, repeat: { ...repeat, nths: [ordinalOf(to)], day: weekdayOf(to) } };
  return recurrence;
}

/** What is missing in a choice, with a sentence; null where nothing is. */
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
