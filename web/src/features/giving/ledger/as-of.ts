import { formatShort, isCalendarDate } from '#libs/calendar';

/** Returns "as of Mar 2, 2025", or the same with a journal number. */
export function describeAsOf(asOf: string | undefined): string | undefined {
  if (!asOf) return undefined;
  return isCalendarDate(asOf) ? `as of ${formatShort(asOf)}` : `as of journal no. ${asOf}`;
}
