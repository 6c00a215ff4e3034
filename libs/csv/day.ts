import type { ImportMapping, ImportQuestion } from '#libs/contracts';
import {
  dayElsewhere,
  parseDate,
  parseTime,
  secondOfDay,
  serialDate,
  splitMoment,
  zoneNamed,
  type DateStyle,
} from '#libs/calendar';
import { repairText } from './repair-text.js';
import { ask } from './messages.js';
import { certainDate, isSerialDay, isYearFirst } from './values.js';

/** Where the times of a file are from, as `zoneNamed` gives zones. */
export interface Zones {
  /** the church's own */
  church: string;
  /** of times beside which none is named, by what a person said, or the header; absent: they are the church's own */
  file?: string | undefined;
  /** what a person said of zones that are not known by their names */
  unknown?: string | undefined;
}

/**
 * The church's day of a row. A date without a time stays that date; a time with a zone, its own or the file's, is moved to where the
 * church is, so that the evening of 31 December stays in its year, or comes into it. Null for what is no date.
 */
export function readDay(
  { date = '', time, timeZone }: Partial<Record<'date' | 'time' | 'timeZone', string>>,
  style: DateStyle | undefined,
  zones: Zones | undefined,
): string | null | { unknownZone: string } {
  const moment =
    style === 'serial' && isSerialDay(date) ? serialMoment(Number(date)) : splitMoment(date);
  const day = dayOf(moment.day, style);
  if (day === null || !zones) return day;
  const apart = moment.time === null && time ? parseTime(time) : null;
  const clock = moment.time ?? apart?.time;
  if (!clock) return day;
  const named = moment.zone ?? apart?.zone ?? timeZone;
  const from = named ? (zoneNamed(named) ?? zones.unknown) : zones.file;
  if (from === undefined) return named ? { unknownZone: named } : day;
  return dayElsewhere(day, clock, from, zones.church);
}

function dayOf(text: string, style: DateStyle | undefined): string | null {
  const isConverted = style === 'mdyConverted' || style === 'dmyConverted';
  const certain = isConverted && isYearFirst(text) ? null : certainDate(text);
  return certain ?? (style === undefined ? null : parseDate(text, style));
}

function serialMoment(serial: number) {
  const seconds = secondOfDay(serial);
  const two = (part: number) => String(Math.floor(part) % 60).padStart(2, '0');
  const time =
    seconds === 0
      ? null
      : `${String(Math.floor(seconds / 3600) % 24).padStart(2, '0')}:${two(seconds / 60)}:${two(seconds)}`;
  return {
    day: serialDate(Math.floor(serial) + Math.floor(seconds / 86_400)) ?? '',
    time,
    zone: null,
  };
}

/** The zone that a header names: `Created (UTC)`, `created_utc`, `Payment Date (America/Chicago)`, `Date EST`. */
export function headerZone(
  header: string[],
  { date, time }: ImportMapping['columns'],
): string | undefined {
  for (const index of [date, time]) {
    const name = index === undefined ? '' : (header[index] ?? '').trim();
    const written =
      /\(([^()]+)\)$/.exec(name)?.[1] ?? /[\s_](utc|gmt|[A-Z]{1,3}[SD]?T)$/.exec(name)?.[1];
    const zone = written && zoneNamed(written);
    if (zone) return zone;
  }
  return undefined;
}

const sampleCount = 5;

/** Gathers what a file's texts leave open beside their values: zones that nobody knows by their names, and letters that were damaged. */
export function createTextObserver(
  columns: ImportMapping['columns'],
  { zone, mendText }: Pick<ImportMapping, 'zone' | 'mendText'>,
) {
  const cell = (cells: string[], index: number | undefined) =>
    index === undefined ? '' : (cells[index] ?? '').trim();
  const zones = new Map<string, boolean>();
  const mends = new Map<string, string>();
  const asksZone = zone === undefined && columns.date !== undefined;
  return {
    see(cells: string[]) {
      if (asksZone) {
        const [date, time] = [cell(cells, columns.date), cell(cells, columns.time)];
        const named =
          (date.includes(':') ? splitMoment(date).zone : null) ??
          (time === '' ? null : parseTime(time)?.zone) ??
          cell(cells, columns.timeZone);
        if (named !== '' && zones.size < 1_000 && !zones.has(named))
          zones.set(named, zoneNamed(named) !== null);
      }
      if (mendText !== undefined || mends.size >= sampleCount) return;
      for (const text of cells) {
        if (!/[^\0-\x7f]/.test(text)) continue;
        const meant = repairText(text);
        if (meant !== null && mends.size < sampleCount) mends.set(text, meant);
      }
    },
    /** whether there is text that can be repairText */
    canMend: () => mends.size > 0,
    questions(): ImportQuestion[] {
      const unknown = [...zones].flatMap(([name, isKnown]) => (isKnown ? [] : [name]));
      const short = (text: string) => text.trim().slice(0, 60);
      return [
        ...(unknown.length > 0
          ? [
              {
                kind: 'zone' as const,
                message: ask.zone,
                samples: unknown.slice(0, sampleCount).map(short),
              },
            ]
          : []),
        ...(mends.size > 0
          ? [
              {
                kind: 'mendText' as const,
                message: ask.mendText,
                samples: [...mends].map(([text, meant]) => `${short(text)} → ${short(meant)}`),
              },
            ]
          : []),
      ];
    },
  };
}
