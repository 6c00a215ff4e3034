import { RRuleTemporal } from 'rrule-temporal';
import { toText } from 'rrule-temporal/totext';

/** Something that happens again and again, by the clocks of one time zone. */
export interface Series {
  /** what they show at its beginning: `2026-11-22T18:00:00` */
  start: string;
  /** the value of an RRULE (RFC 5545): `FREQ=WEEKLY;BYDAY=TH` */
  rule: string;
  /** local dates on which it does not happen */
  exceptions: readonly string[];
  timeZone: string;
}

/** A rule that cannot be kept, with a sentence for the person. */
export class NoRule extends Error {}

const parts: Record<string, RegExp> = {
  FREQ: /^(DAILY|WEEKLY|MONTHLY|YEARLY)$/,
  INTERVAL: /^[1-9]\d{0,2}$/,
  COUNT: /^[1-9]\d{0,3}$/,
  UNTIL: /^\d{8}(T\d{6}Z?)?$/,
  BYDAY: /^([+-]?[1-9]\d?)?(SU|MO|TU|WE|TH|FR|SA)(,([+-]?[1-9]\d?)?(SU|MO|TU|WE|TH|FR|SA))*$/,
  BYMONTHDAY: /^-?[1-9]\d?(,-?[1-9]\d?)*$/,
  BYYEARDAY: /^-?[1-9]\d{0,2}(,-?[1-9]\d{0,2})*$/,
  BYWEEKNO: /^-?[1-9]\d?(,-?[1-9]\d?)*$/,
  BYMONTH: /^[1-9]\d?(,[1-9]\d?)*$/,
  BYSETPOS: /^-?[1-9]\d{0,2}(,-?[1-9]\d{0,2})*$/,
  WKST: /^(SU|MO|TU|WE|TH|FR|SA)$/,
};

/**
 * Reads what somebody sent as a rule, with or without the name before it.
 * @returns its value, as it is kept
 * @throws NoRule for what is no rule, and for one finer than daily
 */
export function readRule(typed: string): string {
  const value = typed
    .trim()
    .replace(/^RRULE:/i, '')
    .toUpperCase();
  const seen = new Set<string>();
  for (const part of value.split(';')) {
    const [name = '', given = ''] = part.split('=', 2);
    if (name === 'FREQ' && /^(HOURLY|MINUTELY|SECONDLY)$/.test(given))
      throw new NoRule('An event repeats daily at most.');
    if (/^BY(HOUR|MINUTE|SECOND)$/.test(name))
      throw new NoRule('An event happens once a day at most.');
    if (!parts[name]?.test(given) || seen.has(name))
      throw new NoRule('This rule of repetition cannot be read.');
    seen.add(name);
  }
  if (!seen.has('FREQ')) throw new NoRule('This rule of repetition cannot be read.');
  if (seen.has('COUNT') && seen.has('UNTIL'))
    throw new NoRule('A series ends after so many times or on a date, not both.');
  return value;
}

/** When the zone's clocks show it: the first occurrence at `from` or later, or null. @throws NoRule where none can be found */
export function occurrenceFrom(series: Series, from: Date): string | null {
  return local(seek(() => ruleOf(series).next(from, true)));
}

/** The last occurrence before `until`, or null. */
export function occurrenceBefore(series: Series, until: Date): string | null {
  return local(seek(() => ruleOf(series).previous(until, false)));
}

function seek<T>(find: () => T): T {
  try {
    return find();
  } catch (error) {
    throw new NoRule('This rule never comes true.', { cause: error });
  }
}

/** A rule that comes true so seldom never does. */
const maxIterations = 2_000;

function ruleOf({ start, rule, exceptions, timeZone }: Series): RRuleTemporal {
  const compact = (text: string) => text.replaceAll(/[-:]/g, '');
  const time = compact(start.slice(10));
  const excluded = exceptions.map((date) => `${compact(date)}${time}`).join(',');
  const lines = [
    `DTSTART;TZID=${timeZone}:${compact(start)}`,
    `RRULE:${rule}`,
    ...(excluded ? [`EXDATE;TZID=${timeZone}:${excluded}`] : []),
  ];
  return new RRuleTemporal({
    rruleString: lines.join('\n'),
    maxIterations,
    maxCandidateEvaluations: maxCandidates + countOf(rule),
  });
}

/** Days that are tried in vain before a rule counts as never coming true; a series with a count has its own days besides. */
const maxCandidates = 5_000;
const countOf = (rule: string) => Number(/COUNT=(\d{1,4})/.exec(rule)?.[1] ?? 0);

const local = (moment: { toString(): string } | null) => moment?.toString().slice(0, 19) ?? null;

const weekdays: Record<string, string> = {
  SU: 'Sunday',
  MO: 'Monday',
  TU: 'Tuesday',
  WE: 'Wednesday',
  TH: 'Thursday',
  FR: 'Friday',
  SA: 'Saturday',
};
const order: Record<string, string> = {
  1: '1st',
  2: '2nd',
  3: '3rd',
  4: '4th',
  5: '5th',
  '-1': 'last',
};
const joined = (words: string[]) =>
  words.length < 3 ? words.join(' and ') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)!}`;

/** The rule in words, without the time: "1st and 3rd Sunday", "Every Thursday". */
export function inWords({
  start,
  rule,
  timeZone,
}: Pick<Series, 'start' | 'rule' | 'timeZone'>): string {
  const given = Object.fromEntries(
    rule.split(';').map((part) => part.split('=', 2) as [string, string]),
  );
  const days =
    given.BYDAY?.split(',').map((day) => ({
      day: day.slice(-2),
      nth: day.slice(0, -2).replace('+', ''),
    })) ?? [];
  const isPlain = Object.keys(given).every((name) => ['FREQ', 'BYDAY', 'WKST'].includes(name));
  if (isPlain && given.FREQ === 'WEEKLY' && days.length > 0 && days.every(({ nth }) => nth === ''))
    return `Every ${joined(days.map(({ day }) => weekdays[day]!))}`;
  if (
    isPlain &&
    given.FREQ === 'MONTHLY' &&
    days.length > 0 &&
    days.every(({ day, nth }) => day === days[0]!.day && order[nth])
  ) {
    const words = `${joined(days.map(({ nth }) => order[nth]!))} ${weekdays[days[0]!.day]!}`;
    return words[0]!.toUpperCase() + words.slice(1);
  }
  const text = toText(ruleOf({ start, rule, exceptions: [], timeZone }), 'en', {
    excludeTzAbbreviation: true,
  }).replace(/ at \d[^,]{0,20}?(?:AM|PM)\b/, '');
  return text[0]!.toUpperCase() + text.slice(1);
}
