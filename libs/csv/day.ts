import type { ImportMapping, ImportQuestion } from '#libs/contracts';
import {
  convertDay,
  parseDate,
  parseTime,
  secondOfDay,
  serialDate,
  splitMoment,
  findTimeZone,
  type DateStyle,
} from '#libs/calendar';
import { cellText } from './cell-text.js';
import { repairText } from './repair-text.js';
import { ask } from './messages.js';
import { certainDate, isSerialDay, isYearFirst } from './values.js';

/** The time zones of a file, in the form that `findTimeZone` returns. */
export interface Zones {
  /** The time zone of the church. */
  church: string;
  /**
   * The time zone of times without one, which a user or the header has named. If it is absent,
   * these times are in the church's time zone.
   */
  file?: string | undefined;
  /** The time zone that a user has chosen for zones with unknown names. */
  unknown?: string | undefined;
}

/**
 * Returns the day of a row in the church's time zone. A date without a time stays as it is. A time
 * with a time zone, its own or that of the file, is converted, so that a gift of the evening of
 * 31 December gets the right year.
 * @returns null if the text is no date
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
  const separateTime = moment.time === null && time ? parseTime(time) : null;
  const clock = moment.time ?? separateTime?.time;
  if (!clock) return day;
  const zoneName = moment.zone ?? separateTime?.zone ?? timeZone;
  const zone = zoneName ? (findTimeZone(zoneName) ?? zones.unknown) : zones.file;
  if (zone === undefined) return zoneName ? { unknownZone: zoneName } : day;
  return convertDay(day, clock, zone, zones.church);
}

function dayOf(text: string, style: DateStyle | undefined): string | null {
  const isConverted = style === 'mdyConverted' || style === 'dmyConverted';
  const certain = isConverted && isYearFirst(text) ? null : certainDate(text);
  return certain ?? (style === undefined ? null : parseDate(text, style));
}

function serialMoment(serial: number) {
  const seconds = secondOfDay(serial);
  const twoDigits = (value: number) => String(value).padStart(2, '0');
  const hour = twoDigits(Math.floor(seconds / 3600) % 24);
  const minute = twoDigits(Math.floor(seconds / 60) % 60);
  const second = twoDigits(Math.floor(seconds) % 60);
  const time = seconds === 0 ? null : `${hour}:${minute}:${second}`;
  return {
    day: serialDate(Math.floor(serial) + Math.floor(seconds / 86_400)) ?? '',
    time,
    zone: null,
  };
}

/**
 * Returns the time zone that a header names, as these do: `Created (UTC)`, `created_utc`,
 * `Payment Date (America/Chicago)`, `Date EST`.
 */
export function headerZone(
  header: string[],
  { date, time }: ImportMapping['columns'],
): string | undefined {
  for (const index of [date, time]) {
    const name = cellText(header, index);
    const written =
      /\(([^()]+)\)$/.exec(name)?.[1] ?? /[\s_](utc|gmt|[A-Z]{1,3}[SD]?T)$/.exec(name)?.[1];
    const zone = written && findTimeZone(written);
    if (zone) return zone;
  }
  return undefined;
}

const sampleCount = 5;

/** Collects time zones with unknown names, and texts with damaged letters, and asks about them. */
export function createTextObserver(
  columns: ImportMapping['columns'],
  { zone, mendText }: Pick<ImportMapping, 'zone' | 'mendText'>,
) {
  const zones = new Map<string, boolean>();
  /** Damaged texts and their repaired forms. */
  const repairs = new Map<string, string>();
  const asksZone = zone === undefined && columns.date !== undefined;
  return {
    see(cells: string[]) {
      if (asksZone) addZone(zones, zoneNameOf(cells, columns));
      if (mendText === undefined) addRepairs(repairs, cells);
    },
    /** Whether the file has damaged text that can be repaired. */
    canMend: () => repairs.size > 0,
    questions: () => askAboutTexts(zones, repairs),
  };
}

/** Returns the time zone that a row names, or the empty text. */
function zoneNameOf(cells: string[], columns: ImportMapping['columns']): string {
  const [date, time] = [cellText(cells, columns.date), cellText(cells, columns.time)];
  return (
    (date.includes(':') ? splitMoment(date).zone : null) ??
    (time === '' ? null : parseTime(time)?.zone) ??
    cellText(cells, columns.timeZone)
  );
}

/** Adds the name of a time zone to `zones`, with whether the program knows this time zone. */
function addZone(zones: Map<string, boolean>, name: string): void {
  if (name !== '' && zones.size < 1_000 && !zones.has(name))
    zones.set(name, findTimeZone(name) !== null);
}

/** Adds the damaged texts of a row, and their repaired forms. */
function addRepairs(repairs: Map<string, string>, cells: string[]): void {
  if (repairs.size >= sampleCount) return;
  for (const text of cells) {
    if (!/[^\0-\x7f]/.test(text)) continue;
    const repaired = repairText(text);
    if (repaired !== null && repairs.size < sampleCount) repairs.set(text, repaired);
  }
}

function askAboutTexts(
  zones: ReadonlyMap<string, boolean>,
  repairs: ReadonlyMap<string, string>,
): ImportQuestion[] {
  const shorten = (text: string) => text.trim().slice(0, 60);
  const unknownZones = [...zones].flatMap(([name, isKnown]) => (isKnown ? [] : [shorten(name)]));
  const repairSamples = [...repairs].map(
    ([text, repaired]) => `${shorten(text)} → ${shorten(repaired)}`,
  );
  const questions: ImportQuestion[] = [];
  if (unknownZones.length > 0)
    questions.push({
      kind: 'zone',
      message: ask.zone,
      samples: unknownZones.slice(0, sampleCount),
    });
  if (repairSamples.length > 0)
    questions.push({ kind: 'mendText', message: ask.mendText, samples: repairSamples });
  return questions;
}
