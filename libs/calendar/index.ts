/**
 * Calendar dates are texts, `YYYY-MM-DD`: the day in the time zone of the church. They never become
 * a `Date` in local time, so a donation of December 31 stays in its year wherever the server or the
 * browser runs.
 */
export { endOfDay, instantAt, isTimeZone, localNow, todayIn, withOffset } from './zone.js';
export { addDays, addMinutes, endOf } from './local-time.js';
export { compact, seriesLines, withEndInUtc, withLocalEnd, type Series } from './series.js';
export { convertDay, parseTime, splitMoment, findTimeZone, type ParsedMoment } from './moment.js';
export { parseDate, type DateStyle } from './parse.js';
export { addYears, daysBetween, isCalendarDate, yearOf } from './date.js';
export { dateSerial, secondOfDay, serialDate } from './serial.js';
export {
  formatLong,
  formatShort,
  formatTime,
  monthNames,
  shortMonthName,
  weekdayName,
} from './format.js';
export { type Ordinal, ordinalOf, ordinals, type Weekday, weekdayOf, weekdays } from './weekday.js';
