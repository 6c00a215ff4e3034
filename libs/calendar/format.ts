import { utcMidnight } from './date.js';

const long = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });
const short = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' });

/**
 * Formats `2025-03-02` as `Mar 2, 2025`.
 * @throws {RangeError} if the text is no calendar date
 */
export const formatShort = (date: string): string => short.format(utcMidnight(date));

/**
 * Formats `2025-03-02` as `March 2, 2025`.
 * @throws {RangeError} if the text is no calendar date
 */
export const formatLong = (date: string): string => long.format(utcMidnight(date));
