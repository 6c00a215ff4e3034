import { parseDate, splitMoment } from '#libs/calendar';
import type { ImportMapping } from '#libs/contracts';

/**
 * Samples from a column of dates in which a spreadsheet program seems to have swapped day and month
 * of some dates, because it expected another order than the file has.
 */
export interface ConvertedDates {
  /** The order of day and month in the file before the conversion. */
  order: 'dmy' | 'mdy';
  /** Dates that the spreadsheet could convert: in `2026-05-01` the day may be the month. */
  converted: string[];
  /** Dates that it could not convert, such as `19/01/2026`. */
  left: string[];
}

/** Number of dates that are remembered, because dates are often repeated. */
const maxKnown = 1_000;
const sampleCount = 3;
/** Days above this can be no month. */
const lastMonth = 12;

interface ConversionObserver {
  see(cells: string[]): void;
  /** Null if no dates were converted. */
  found(): ConvertedDates | null;
}

/**
 * Watches a column of dates. A spreadsheet that expects months first turns 05/01/2026 into a date
 * of May, and leaves 19/01/2026 as a text. So its dates have days of at most 12, and the texts have
 * days above 12. One date or text of another kind shows that nothing was converted.
 */
export function createConversionObserver({ date }: ImportMapping['columns']): ConversionObserver {
  const seenTexts = new Set<string>();
  const samples = {
    converted: new Set<string>(),
    dmy: new Set<string>(),
    mdy: new Set<string>(),
  };
  let isPlain = date === undefined;
  const add = (to: Set<string>, text: string) => {
    if (to.size < sampleCount) to.add(text);
  };
  return {
    see(cells) {
      if (isPlain) return;
      const text = (cells[date!] ?? '').trim();
      if (text === '' || seenTexts.has(text)) return;
      if (seenTexts.size >= maxKnown) seenTexts.clear();
      seenTexts.add(text);
      const kind = kindOf(text);
      if (kind === 'plain') isPlain = true;
      else if (kind !== 'unreadable') add(samples[kind], text);
    },
    found() {
      const { converted, dmy, mdy } = samples;
      const hasOneOrder = dmy.size > 0 !== mdy.size > 0;
      if (isPlain || converted.size === 0 || !hasOneOrder) return null;
      const order = dmy.size > 0 ? 'dmy' : 'mdy';
      return { order, converted: [...converted], left: [...samples[order]] };
    },
  };
}

function kindOf(text: string): 'converted' | 'dmy' | 'mdy' | 'plain' | 'unreadable' {
  const { day } = splitMoment(text);
  const yearFirst = parseDate(day, 'ymd');
  if (yearFirst !== null) return Number(yearFirst.slice(8)) <= lastMonth ? 'converted' : 'plain';
  const [monthFirst, dayFirst] = [parseDate(day, 'mdy'), parseDate(day, 'dmy')];
  if (monthFirst !== null && dayFirst !== null) return 'plain';
  if (dayFirst !== null) return 'dmy';
  return monthFirst === null ? 'unreadable' : 'mdy';
}
