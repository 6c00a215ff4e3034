import {
  formatLong,
  type Ordinal,
  ordinals,
  type Weekday,
  weekdayOf,
  weekdays,
} from '#libs/calendar';

export const weekdayNames: Record<Weekday, string> = {
  SU: 'Sunday',
  MO: 'Monday',
  TU: 'Tuesday',
  WE: 'Wednesday',
  TH: 'Thursday',
  FR: 'Friday',
  SA: 'Saturday',
};

export const ordinalNames: Record<Ordinal, string> = {
  1: '1st',
  2: '2nd',
  3: '3rd',
  4: '4th',
  '-1': 'Last',
};

/** How something repeats, as one chooses it in a form. */
export type Repeat =
  | { kind: 'none' }
  | { kind: 'weekly' | 'biweekly'; days: Weekday[] }
  | { kind: 'monthly-weekday'; nths: Ordinal[]; day: Weekday }
  | { kind: 'monthly-day' | 'yearly' }
  | { kind: 'custom'; rule: string };
export type RepeatKind = Repeat['kind'];
export type Ending =
  | { kind: 'never' }
  | { kind: 'on'; date: string }
  | { kind: 'after'; times: number };

/** A form's whole choice. */
export interface Recurrence {
  repeat: Repeat;
  ending: Ending;
}
export const once: Recurrence = { repeat: { kind: 'none' }, ending: { kind: 'never' } };

const isWeekday = (text: string): text is Weekday => weekdays.some((day) => day === text);
const isOrdinal = (text: string): text is Ordinal => ordinals.some((nth) => nth === text);

/** Reads a rule; what the form has no choice for is `custom`, whole. @param date on which the series begins */
export function readRecurrence(rule: string | null, date: string): Recurrence {
  if (!rule) return once;
  const bare = rule
    .trim()
    .replace(/^RRULE:/i, '')
    .toUpperCase();
  const custom: Recurrence = { repeat: { kind: 'custom', rule: bare }, ending: { kind: 'never' } };
  const {
    WKST: _,
    COUNT: count,
    UNTIL: until,
    ...parts
  } = Object.fromEntries(bare.split(';').map((part) => part.split('=', 2) as [string, string]));
  const ending: Ending = count
    ? { kind: 'after', times: Number(count) }
    : until
      ? { kind: 'on', date: `${until.slice(0, 4)}-${until.slice(4, 6)}-${until.slice(6, 8)}` }
      : { kind: 'never' };
  const {
    FREQ: freq,
    INTERVAL: interval = '1',
    BYDAY: byDay,
    BYMONTHDAY: byMonthDay,
    ...others
  } = parts;
  if (Object.keys(others).length > 0) return custom;
  const days = byDay?.split(',') ?? [];
  if (
    freq === 'WEEKLY' &&
    byMonthDay === undefined &&
    (interval === '1' || interval === '2') &&
    days.every(isWeekday)
  ) {
    return {
      repeat: {
        kind: interval === '1' ? 'weekly' : 'biweekly',
        days: days.length > 0 ? weekdays.filter((day) => days.includes(day)) : [weekdayOf(date)],
      },
      ending,
    };
  }
  if (interval !== '1') return custom;
  if (freq === 'MONTHLY' && days.length > 0 && byMonthDay === undefined) {
    const picked = days.map((day) => ({
      nth: day.slice(0, -2).replace('+', ''),
      day: day.slice(-2),
    }));
    const day = picked[0]!.day;
    if (isWeekday(day) && picked.every((one) => one.day === day && isOrdinal(one.nth))) {
      return {
        repeat: {
          kind: 'monthly-weekday',
          nths: ordinals.filter((nth) => picked.some((one) => one.nth === nth)),
          day,
        },
        ending,
      };
    }
    return custom;
  }
  if (days.length > 0) return custom;
  if (
    freq === 'MONTHLY' &&
    (byMonthDay === undefined || byMonthDay === String(Number(date.slice(8, 10))))
  )
    return { repeat: { kind: 'monthly-day' }, ending };
  if (freq === 'YEARLY' && byMonthDay === undefined) return { repeat: { kind: 'yearly' }, ending };
  return custom;
}

const joined = (words: string[]) =>
  words.length < 3 ? words.join(' and ') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)!}`;

/** The choice in words, for the form: `Every 1st and 3rd Sunday, 10 times`. */
export function wordsOf({ repeat, ending }: Recurrence): string {
  const end =
    ending.kind === 'after' && ending.times >= 1
      ? `, ${ending.times === 1 ? 'once' : `${ending.times} times`}`
      : ending.kind === 'on' && ending.date
        ? `, until ${formatLong(ending.date)}`
        : '';
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
