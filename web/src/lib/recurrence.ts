import { daysBetween, formatLong } from '#libs/calendar';

/** Weekdays as RFC 5545 writes them, Sunday first. */
export const weekdays = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'] as const;
export type Weekday = (typeof weekdays)[number];
export const weekdayNames: Record<Weekday, string> = { SU: 'Sunday', MO: 'Monday', TU: 'Tuesday', WE: 'Wednesday', TH: 'Thursday', FR: 'Friday', SA: 'Saturday' };

/** Which of its kind in a month; the last is -1. */
export const ordinals = ['1', '2', '3', '4', '-1'] as const;
export type Ordinal = (typeof ordinals)[number];
export const ordinalNames: Record<Ordinal, string> = { 1: '1st', 2: '2nd', 3: '3rd', 4: '4th', '-1': 'Last' };

/** How something repeats, as one chooses it in a form. */
export type Repeat =
  | { kind: 'none' }
  | { kind: 'weekly' | 'biweekly'; days: Weekday[] }
  | { kind: 'monthly-weekday'; nths: Ordinal[]; day: Weekday }
  | { kind: 'monthly-day' | 'yearly' }
  | { kind: 'custom'; rule: string };
export type RepeatKind = Repeat['kind'];
export type Ending = { kind: 'never' } | { kind: 'on'; date: string } | { kind: 'after'; times: number };

/** A form's whole choice. */
export interface Recurrence {
  repeat: Repeat;
  ending: Ending;
}
export const once: Recurrence = { repeat: { kind: 'none' }, ending: { kind: 'never' } };

// 1970-01-04 was a Sunday
export const weekdayOf = (date: string): Weekday => weekdays[((daysBetween('1970-01-04', date) % 7) + 7) % 7]!;

/** Which of its weekday in the month a date is; the fifth is the last. */
export function ordinalOf(date: string): Ordinal {
  const nth = Math.ceil(Number(date.slice(8, 10)) / 7);
  return ordinals[nth - 1] ?? '-1';
}

const isWeekday = (text: string): text is Weekday => weekdays.some((day) => day === text);
const isOrdinal = (text: string): text is Ordinal => ordinals.some((nth) => nth === text);

/** Reads a rule; what the form has no choice for is `custom`, whole. @param date on which the series begins */
export function readRecurrence(rule: string | null, date: string): Recurrence {
  if (!rule) return once;
  const bare = rule.trim().replace(/^RRULE:/i, '').toUpperCase();
  const custom: Recurrence = { repeat: { kind: 'custom', rule: bare }, ending: { kind: 'never' } };
  const { WKST: _, COUNT: count, UNTIL: until, ...parts } = Object.fromEntries(bare.split(';').map((part) => part.split('=', 2) as [string, string]));
  const ending: Ending = count ? { kind: 'after', times: Number(count) } : until ? { kind: 'on', date: `${until.slice(0, 4)}-${until.slice(4, 6)}-${until.slice(6, 8)}` } : { kind: 'never' };
  const { FREQ: freq, INTERVAL: interval = '1', BYDAY: byDay, BYMONTHDAY: byMonthDay, ...others } = parts;
  if (Object.keys(others).length > 0) return custom;
  const days = byDay?.split(',') ?? [];
  if (freq === 'WEEKLY' && byMonthDay === undefined && (interval === '1' || interval === '2') && days.every(isWeekday)) {
    return { repeat: { kind: interval === '1' ? 'weekly' : 'biweekly', days: days.length > 0 ? weekdays.filter((day) => days.includes(day)) : [weekdayOf(date)] }, ending };
  }
  if (interval !== '1') return custom;
  if (freq === 'MONTHLY' && days.length > 0 && byMonthDay === undefined) {
    const picked = days.map((day) => ({ nth: day.slice(0, -2).replace('+', ''), day: day.slice(-2) }));
    const day = picked[0]!.day;
    if (isWeekday(day) && picked.every((one) => one.day === day && isOrdinal(one.nth))) {
      return { repeat: { kind: 'monthly-weekday', nths: ordinals.filter((nth) => picked.some((one) => one.nth === nth)), day }, ending };
    }
    return custom;
  }
  if (days.length > 0) return custom;
  if (freq === 'MONTHLY' && (byMonthDay === undefined || byMonthDay === String(Number(date.slice(8, 10))))) return { repeat: { kind: 'monthly-day' }, ending };
  if (freq === 'YEARLY' && byMonthDay === undefined) return { repeat: { kind: 'yearly' }, ending };
  return custom;
}

/** The rule of a choice, as the server takes it; null where nothing repeats. */
export function writeRecurrence({ repeat, ending }: Recurrence): string | null {
  if (repeat.kind === 'none') return null;
  if (repeat.kind === 'custom') return repeat.rule.trim().replace(/^RRULE:/i, '');
  const end = ending.kind === 'after' ? `;COUNT=${ending.times}` : ending.kind === 'on' && ending.date ? `;UNTIL=${ending.date.replaceAll('-', '')}T235959` : '';
  return ruleOf(repeat) + end;
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

/** The same choice after the date was moved: a series that only meant its day goes along. */
export function followDate(recurrence: Recurrence, from: string, to: string): Recurrence {
  const { repeat } = recurrence;
  if ('days' in repeat && repeat.days.join() === weekdayOf(from)) return { ...recurrence, repeat: { ...repeat, days: [weekdayOf(to)] } };
  if ('nths' in repeat && repeat.day === weekdayOf(from) && repeat.nths.join() === ordinalOf(from)) return { ...recurrence, repeat: { ...repeat, nths: [ordinalOf(to)], day: weekdayOf(to) } };
  return recurrence;
}

/** What is missing in a choice, with a sentence; null where nothing is. */
export function problemOf({ repeat, ending }: Recurrence, date: string): string | null {
  if ('days' in repeat && repeat.days.length === 0) return 'Please choose at least one day';
  if ('nths' in repeat && repeat.nths.length === 0) return 'Please choose which of them';
  if (repeat.kind === 'custom') return repeat.rule.trim() === '' ? 'Please enter a rule' : null;
  if (repeat.kind === 'none') return null;
  if (ending.kind === 'after' && !(Number.isInteger(ending.times) && ending.times >= 1 && ending.times <= 9999)) return 'Please enter how many times';
  if (ending.kind === 'on' && !ending.date) return 'Please enter the date on which it ends';
  if (ending.kind === 'on' && ending.date < date) return 'It cannot end before it begins';
  return null;
}

const joined = (words: string[]) => (words.length < 3 ? words.join(' and ') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)!}`);

/** The choice in words, for the form: `Every 1st and 3rd Sunday, 10 times`. */
export function wordsOf({ repeat, ending }: Recurrence): string {
  const end = ending.kind === 'after' && ending.times >= 1 ? `, ${ending.times === 1 ? 'once' : `${ending.times} times`}` : ending.kind === 'on' && ending.date ? `, until ${formatLong(ending.date)}` : '';
  switch (repeat.kind) {
    case 'none':
    case 'custom':
      return '';
    case 'weekly':
      return `Every ${joined(repeat.days.map((day) => weekdayNames[day]))}${end}`;
    case 'biweekly':
      return `Every other ${joined(repeat.days.map((day) => weekdayNames[day]))}${end}`;
    case 'monthly-weekday':
      return `Every ${joined(repeat.nths.map((nth) => ordinalNames[nth].toLowerCase()))} ${weekdayNames[repeat.day]} of the month${end}`;
    case 'monthly-day':
      return `Every month${end}`;
    case 'yearly':
      return `Every year${end}`;
  }
}
