import { RRuleTemporal } from 'rrule-temporal';
import { toText } from 'rrule-temporal/totext';
import { compact, endOf, instantAt, seriesLines, withLocalEnd, type Series } from '#libs/calendar';

/** A rule that cannot be stored. The message is a sentence for the user. */
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

const unreadable = 'This rule of repetition cannot be read.';

/**
 * Reads a rule that a client sent, with or without the name `RRULE:`.
 * @param timeZone the time zone of the local times of the rule
 * @returns the value in its stored form, in which the end is a local time (`withLocalEnd`)
 * @throws NoRule for a text that is no rule, and for a rule with more than one occurrence a day
 */
export function readRule(typed: string, timeZone: string): string {
  const value = typed
    .trim()
    .replace(/^RRULE:/i, '')
    .toUpperCase();
  const partNames = new Set<string>();
  for (const part of value.split(';')) {
    const [name = '', partValue = ''] = part.split('=', 2);
    if (name === 'FREQ' && /^(HOURLY|MINUTELY|SECONDLY)$/.test(partValue))
      throw new NoRule('An event repeats daily at most.');
    if (/^BY(HOUR|MINUTE|SECOND)$/.test(name))
      throw new NoRule('An event happens once a day at most.');
    if (!parts[name]?.test(partValue) || partNames.has(name)) throw new NoRule(unreadable);
    partNames.add(name);
  }
  if (!partNames.has('FREQ')) throw new NoRule(unreadable);
  if (partNames.has('COUNT') && partNames.has('UNTIL'))
    throw new NoRule('A series ends after so many times or on a date, not both.');
  const stored = withLocalEnd(value, timeZone);
  if (stored === null) throw new NoRule('The date on which this series ends does not exist.');
  return stored;
}

/**
 * Returns the local time of the first occurrence at `from` or later, or null.
 * @throws NoRule if none can be found
 */
export function occurrenceFrom(series: Series, from: Date): string | null {
  return local(seek(() => ruleOf(series).next(from, true)));
}

/** Returns the local time of the last occurrence before `until`, or null. */
export function occurrenceBefore(series: Series, until: Date): string | null {
  return local(seek(() => ruleOf(series).previous(until, false)));
}

/** Longer than any change of the clocks, in milliseconds. */
const longestChange = 3 * 3_600_000;

/**
 * Returns the local time of the occurrence that takes place at `now`, or of the next one; null if
 * the series is over.
 * @param minutes the duration of each occurrence
 */
export function occurrenceAtOrAfter(series: Series, minutes: number, now: Date): string | null {
  let from = new Date(now.getTime() - minutes * 60_000 - longestChange);
  for (;;) {
    const occurrence = occurrenceFrom(series, from);
    if (occurrence === null) return null;
    const end = instantAt(endOf(occurrence, minutes, series.timeZone), series.timeZone);
    if (end.getTime() > now.getTime()) return occurrence;
    from = new Date(instantAt(occurrence, series.timeZone).getTime() + 1_000);
  }
}

/** Tells whether the rule has an occurrence on the local date, also if it is skipped. */
export function happensOn(series: Series, date: string): boolean {
  const withoutExceptions = { ...series, exceptions: [] };
  const occurrence = occurrenceFrom(
    withoutExceptions,
    instantAt(`${date}T00:00:00`, series.timeZone),
  );
  return occurrence?.slice(0, 10) === date;
}

function seek<T>(find: () => T): T {
  try {
    return find();
  } catch (error) {
    if (isTooSeldom(error)) throw new NoRule('This rule never comes true.', { cause: error });
    throw error;
  }
}

/** Tells whether the library reached its limit of tries. */
const isTooSeldom = (error: unknown): boolean =>
  error instanceof Error && /^Maximum (iterations|candidate evaluations)\b/.test(error.message);

/** A rule with so few occurrences counts as a rule without any. */
const maxIterations = 2_000;

function ruleOf(series: Series): RRuleTemporal {
  const begin = `DTSTART;TZID=${series.timeZone}:${compact(series.start)}`;
  try {
    return new RRuleTemporal({
      rruleString: [begin, ...seriesLines(series)].join('\n'),
      maxIterations: maxIterations + countOf(series.rule),
      maxCandidateEvaluations: maxCandidates + countOf(series.rule),
    });
  } catch (error) {
    throw new NoRule(unreadable, { cause: error });
  }
}

/**
 * The number of days without an occurrence after which a rule counts as a rule without any. A
 * series with a count may have as many additional days.
 */
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

/** The text for users does not mention the first day of a week. */
const withoutWeekStart = (rule: string) =>
  rule
    .split(';')
    .filter((part) => !part.startsWith('WKST='))
    .join(';');

/** Describes the rule in words, without the time: "1st and 3rd Sunday", "Every Thursday". */
export function inWords({
  start,
  rule,
  timeZone,
}: Pick<Series, 'start' | 'rule' | 'timeZone'>): string {
  const partsByName = Object.fromEntries(
    rule.split(';').map((part) => part.split('=', 2) as [string, string]),
  );
  const days =
    partsByName.BYDAY?.split(',').map((day) => ({
      day: day.slice(-2),
      nth: day.slice(0, -2).replace('+', ''),
    })) ?? [];
  const isPlain = Object.keys(partsByName).every((name) =>
    ['FREQ', 'BYDAY', 'WKST'].includes(name),
  );
  if (
    isPlain &&
    partsByName.FREQ === 'WEEKLY' &&
    days.length > 0 &&
    days.every(({ nth }) => nth === '')
  )
    return `Every ${joined(days.map(({ day }) => weekdays[day]!))}`;
  if (
    isPlain &&
    partsByName.FREQ === 'MONTHLY' &&
    days.length > 0 &&
    days.every(({ day, nth }) => day === days[0]!.day && order[nth])
  ) {
    const words = `${joined(days.map(({ nth }) => order[nth]!))} ${weekdays[days[0]!.day]!}`;
    return words[0]!.toUpperCase() + words.slice(1);
  }
  const text = toText(
    ruleOf({ start, rule: withoutWeekStart(rule), exceptions: [], timeZone }),
    'en',
    {
      excludeTzAbbreviation: true,
    },
  ).replace(/ at \d[^,]{0,20}?(?:AM|PM)\b/, '');
  return text[0]!.toUpperCase() + text.slice(1);
}
