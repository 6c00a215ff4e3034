import { daysBetween } from './date.js';

/** The weekdays in the form of RFC 5545, beginning with Sunday. */
export const weekdays = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'] as const;
export type Weekday = (typeof weekdays)[number];

/** The position of a weekday in a month, for example the second Sunday; -1 is the last. */
export const ordinals = ['1', '2', '3', '4', '-1'] as const;
export type Ordinal = (typeof ordinals)[number];

// 1970-01-04 was a Sunday
export const weekdayOf = (date: string): Weekday =>
  weekdays[((daysBetween('1970-01-04', date) % 7) + 7) % 7]!;

/** Returns the position of a date among the same weekdays of its month. The fifth is the last. */
export function ordinalOf(date: string): Ordinal {
  const nth = Math.ceil(Number(date.slice(8, 10)) / 7);
  return ordinals[nth - 1] ?? '-1';
}
