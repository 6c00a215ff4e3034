import { daysBetween } from './date.js';

/** Weekdays as RFC 5545 writes them, Sunday first. */
export const weekdays = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'] as const;
export type Weekday = (typeof weekdays)[number];

/** Which of its kind in a month; the last is -1. */
export const ordinals = ['1', '2', '3', '4', '-1'] as const;
export type Ordinal = (typeof ordinals)[number];

// 1970-01-04 was a Sunday
export const weekdayOf = (date: string): Weekday =>
  weekdays[((daysBetween('1970-01-04', date) % 7) + 7) % 7]!;

/** Which of its weekday in the month a date is; the fifth is the last. */
export function ordinalOf(date: string): Ordinal {
  const nth = Math.ceil(Number(date.slice(8, 10)) / 7);
  return ordinals[nth - 1] ?? '-1';
}
