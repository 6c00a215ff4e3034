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

/** The kind of repetition that a user chooses in a form. */
export type Repeat =
  | { kind: 'none' }
  | { kind: 'weekly' | 'biweekly'; days: Weekday[] }
  | { kind: 'monthly-weekday'; nths: Ordinal[]; day: Weekday }
  | { kind: 'monthly-day' | 'yearly' }
  | { kind: 'custom'; rule: string };
export type RepeatKind = Repeat['kind'];
export type Ending =
  | { kind: 'never' }
  /**
   * `time` is set if the rule ends at another time than the end of the day, for example `120000`.
   */
  | { kind: 'on'; date: string; time?: string }
  | { kind: 'after'; times: number };

/** The complete choice in a form. */
export interface Recurrence {
  repeat: Repeat;
  ending: Ending;
  /**
   * The kind that the user chose last, until recurrence-changes.ts is loaded and
   * `applyPendingChoice` fills it in.
   */
  pendingChoice?: { kind: RepeatKind; date: string };
  /** The first day of the week (`WKST`). Null if the rule does not say, which means Monday. */
  weekStart: Weekday | null;
}
/** The choice for a new event. Weeks begin on Sunday, as in American calendars. */
export const newRecurrence: Recurrence = {
  repeat: { kind: 'none' },
  ending: { kind: 'never' },
  weekStart: 'SU',
};
const wholeDay = '235959';

const isWeekday = (text: string): text is Weekday => weekdays.some((day) => day === text);
const isOrdinal = (text: string): text is Ordinal => ordinals.some((nth) => nth === text);

/**
 * Parses a recurrence rule. A rule that the form has no choice for becomes `custom` with its whole
 * text.
 * @param date the date on which the series begins (`YYYY-MM-DD`)
 */
export function readRecurrence(rule: string | null, date: string): Recurrence {
  if (!rule) return newRecurrence;
  const bare = rule
    .trim()
    .replace(/^RRULE:/i, '')
    .toUpperCase();
  const {
    WKST: wkst = '',
    COUNT: count,
    UNTIL: until,
    ...parts
  } = Object.fromEntries(bare.split(';').map((part) => part.split('=', 2) as [string, string]));
  const repeat = readRepeat(parts, date);
  if (!repeat)
    return {
      repeat: { kind: 'custom', rule: bare },
      ending: { kind: 'never' },
      weekStart: null,
    };
  const weekStart = isWeekday(wkst) ? wkst : null;
  return { repeat, ending: readEnding(count, until), weekStart };
}

/** Parses the parts of a rule that say when it repeats. Returns null without a matching choice. */
function readRepeat(parts: Record<string, string | undefined>, date: string): Repeat | null {
  const {
    FREQ: freq,
    INTERVAL: interval = '1',
    BYDAY: byDay,
    BYMONTHDAY: byMonthDay,
    ...otherParts
  } = parts;
  if (Object.keys(otherParts).length > 0) return null;
  const days = byDay?.split(',') ?? [];
  const namesNoDate = byMonthDay === undefined;
  const isWeekly = interval === '1' || interval === '2';
  if (freq === 'WEEKLY' && namesNoDate && isWeekly && days.every(isWeekday))
    return {
      kind: interval === '1' ? 'weekly' : 'biweekly',
      days: days.length > 0 ? weekdays.filter((day) => days.includes(day)) : [weekdayOf(date)],
    };
  if (interval !== '1') return null;
  if (freq === 'MONTHLY' && days.length > 0 && namesNoDate) return readMonthlyWeekday(days);
  if (days.length > 0) return null;
  const dayOfMonth = String(Number(date.slice(8, 10)));
  if (freq === 'MONTHLY' && (namesNoDate || byMonthDay === dayOfMonth))
    return { kind: 'monthly-day' };
  return freq === 'YEARLY' && namesNoDate ? { kind: 'yearly' } : null;
}

/** Parses days such as `1SU` and `3SU`. Returns null if they are not the same weekday. */
function readMonthlyWeekday(days: string[]): Repeat | null {
  const picked = days.map((text) => ({
    nth: text.slice(0, -2).replace('+', ''),
    day: text.slice(-2),
  }));
  const { day } = picked[0]!;
  const isOneDay = picked.every((other) => other.day === day && isOrdinal(other.nth));
  if (!isWeekday(day) || !isOneDay) return null;
  const nths = ordinals.filter((nth) => picked.some((other) => other.nth === nth));
  return { kind: 'monthly-weekday', nths, day };
}

/** Parses the end of a rule. The server writes `UNTIL` as a local time, `20261231T235959`. */
function readEnding(count: string | undefined, until: string | undefined): Ending {
  if (count) return { kind: 'after', times: Number(count) };
  if (!until) return { kind: 'never' };
  const date = `${until.slice(0, 4)}-${until.slice(4, 6)}-${until.slice(6, 8)}`;
  const time = until.slice(9, 15);
  return time === '' || time === wholeDay ? { kind: 'on', date } : { kind: 'on', date, time };
}

const joined = (words: string[]) =>
  words.length < 3 ? words.join(' and ') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)!}`;
const ordinalsInWords = (nths: Ordinal[]) =>
  joined(nths.map((nth) => ordinalNames[nth].toLowerCase()));

function endingInWords(ending: Ending): string {
  if (ending.kind === 'after' && ending.times >= 1)
    return ending.times === 1 ? ', once' : `, ${ending.times} times`;
  if (ending.kind === 'on' && ending.date) return `, until ${formatLong(ending.date)}`;
  return '';
}

/** Returns the choice in words, for the form: `Every 1st and 3rd Sunday, 10 times`. */
export function wordsOf({ repeat, ending }: Recurrence): string {
  const end = endingInWords(ending);
  switch (repeat.kind) {
    case 'none':
    case 'custom':
      return '';
    case 'weekly':
      return `Every ${joined(repeat.days.map((day) => weekdayNames[day]))}${end}`;
    case 'biweekly':
      return `Every other ${joined(repeat.days.map((day) => weekdayNames[day]))}${end}`;
    case 'monthly-weekday':
      return `Every ${ordinalsInWords(repeat.nths)} ${weekdayNames[repeat.day]} of the month${end}`;
    case 'monthly-day':
      return `Every month${end}`;
    case 'yearly':
      return `Every year${end}`;
  }
}
