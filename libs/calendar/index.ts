/**
 * Calendar dates are text, `YYYY-MM-DD`: the day as the church counts it. They never become a `Date`
 * in local time, so a gift of 31 December stays in its year wherever the server or browser runs.
 */
export { endOfDay, instantAt, isTimeZone, localNow, todayIn, withOffset } from './zone.js';
export { addDays, addMinutes, endOf } from './local-time.js';
export { compact, seriesLines, withEndInUtc, withLocalEnd, type Series } from './series.js';
export { dayElsewhere, parseTime, splitMoment, zoneNamed, type ParsedMoment } from './moment.js';
export { parseDate, type DateStyle } from './parse.js';
export { addYears, daysBetween, isCalendarDate, yearOf } from './date.js';
export { dateSerial, secondOfDay, serialDate } from './serial.js';
export { formatLong, formatShort } from './format.js';
export { type Ordinal, ordinalOf, ordinals, type Weekday, weekdayOf, weekdays } from './weekday.js';
