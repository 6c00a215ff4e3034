import {
  attributionEndingAt,
  headingBlockAt,
  isGreeting,
  isMark,
  isOriginalMessage,
  isPicturePlaceholder,
  isSeparator,
  plainLine,
  unknownBlockAbove,
} from './quotation-headings.js';
import { hasSign, SentText } from './sent-text.js';

/** An email in two parts. Every line of it is in one of them. */
export interface Answer {
  /** what was written anew */
  text: string;
  /** what it repeats of earlier emails; null: nothing */
  quoted: string | null;
}

/**
 * Separates what a person wrote from the quotation of earlier emails. Lines with a `>` are quoted, and lines below a
 * heading ("-----Original Message-----", "From: / Sent: / To:", "On Monday … wrote:") or below the mark of our emails.
 *
 * Text that is hidden is worse than too much text. If the texts that were sent to the person are known, only their
 * lines and the headings count as quoted: what a person wrote between and below the lines of a quotation, with or
 * without a `>`, is part of the answer, and so is a quotation of something else.
 * @param text the text of the email
 * @param sentTexts what earlier emails may contain; null: not known
 */
export function splitAnswer(text: string, sentTexts: readonly string[] | null = null): Answer {
  const lines = text.replaceAll('\r\n', '\n').split('\n');
  const layout = layoutOf(lines);
  const sent = sentTexts === null ? null : new SentText(sentTexts);
  const isQuoted = sent === null ? layout.isInside : compareWithSent(lines, layout, sent);
  return { text: join(lines, isQuoted, false), quoted: join(lines, isQuoted, true) || null };
}

/** The lines of one kind. More than one empty line in a row becomes one. */
const join = (lines: readonly string[], isQuoted: readonly boolean[], kind: boolean): string =>
  lines
    .filter((_line, at) => isQuoted[at] === kind)
    .map((line) => line.trimEnd())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .replace(/^\n+/, '')
    .trimEnd();

/** What the form of an email says about its lines. */
interface Layout {
  /** whether a line looks quoted: by a `>`, or by the heading above it */
  isInside: boolean[];
  headings: Heading[];
}

/** The lines of a heading such as "On Monday … wrote:". */
interface Heading {
  start: number;
  /** the line behind it */
  end: number;
  /** whether the lines below it are quoted without a `>` */
  opensSection: boolean;
}

function layoutOf(lines: readonly string[]): Layout {
  const headings = headingsOf(lines);
  const sectionStart = headings.find(({ opensSection }) => opensSection)?.start ?? lines.length;
  const isInside = lines.map((line, at) => at >= sectionStart || hasSign(line));
  for (const { start, end } of headings) isInside.fill(true, start, end);
  fillEmptyLines(lines, isInside);
  return { isInside, headings };
}

const isEmpty = (line: string): boolean => line.trim() === '';

/** An empty line belongs to the kind of the line above it. */
function fillEmptyLines(lines: readonly string[], kind: boolean[]): void {
  for (let at = 1; at < lines.length; at++) if (isEmpty(lines[at]!)) kind[at] = kind[at - 1]!;
}

function headingsOf(lines: readonly string[]): Heading[] {
  const headings: Heading[] = [];
  for (let at = 0; at < lines.length; at++) {
    const heading = headingAt(lines, at);
    if (heading === null) continue;
    headings.push(heading);
    at = heading.end - 1;
  }
  return headings;
}

function headingAt(lines: readonly string[], at: number): Heading | null {
  const line = lines[at]!;
  if (isEmpty(line)) return null;
  if (isMark(line))
    return { start: startAbove(lines, at), end: at + 1, opensSection: !hasSign(line) };
  const block = isOriginalMessage(line) ? 1 : headingBlockAt(lines, at);
  if (block > 0) {
    const end = at + block;
    return { start: withSeparator(lines, at), end, opensSection: !isFollowedBySign(lines, end) };
  }
  const attribution = attributionEndingAt(lines, at);
  return attribution === 0 ? null : attributionHeading(lines, at - attribution + 1, at + 1);
}

/**
 * A sentence such as "On … wrote:". Without a `>` on its own lines or on the next ones it is a heading only if it
 * contains a date or a number, or stands above the mark of our emails: a person may write "My son wrote:".
 */
function attributionHeading(lines: readonly string[], start: number, end: number): Heading | null {
  if (hasSign(lines[start]!) || isFollowedBySign(lines, end))
    return { start, end, opensSection: false };
  const next = nextLine(lines, end);
  const hasNumber = /\d/.test(lines.slice(start, end).map(plainLine).join(' '));
  const isHeading = hasNumber || (next !== undefined && isMark(next));
  return isHeading ? { start, end, opensSection: true } : null;
}

/** The next line that is not empty, if it is near. */
const nextLine = (lines: readonly string[], from: number): string | undefined =>
  lines.slice(from, from + 4).find((line) => !isEmpty(line));

function isFollowedBySign(lines: readonly string[], from: number): boolean {
  const next = nextLine(lines, from);
  return next !== undefined && hasSign(next);
}

/** Where a heading begins: a line of dashes above it belongs to it. */
function withSeparator(lines: readonly string[], start: number): number {
  const above = skipEmptyAbove(lines, start);
  return above > 0 && isSeparator(lines[above - 1]!) ? above - 1 : start;
}

/** Where a heading in an unknown language begins that ends above the mark of our emails. */
function startAbove(lines: readonly string[], mark: number): number {
  const end = skipEmptyAbove(lines, mark);
  const block = unknownBlockAbove(lines, end);
  return block > 0 ? withSeparator(lines, end - block) : mark;
}

function skipEmptyAbove(lines: readonly string[], start: number): number {
  let at = start;
  while (at > 0 && start - at < 4 && isEmpty(lines[at - 1]!)) at--;
  return at;
}

/** Of the lines that look quoted, those are that were sent, and the headings above them. */
function compareWithSent(
  lines: readonly string[],
  { isInside, headings }: Layout,
  sent: SentText,
): boolean[] {
  const wasSent: boolean[] = [];
  let place = 0;
  for (const [at, line] of lines.entries()) {
    const found = isInside[at] ? sent.find(line, place) : null;
    wasSent.push(found !== null);
    place = found ?? place;
  }
  if (!wasSent.includes(true)) return lines.map(() => false);
  const isQuoted = lines.map((line, at) => isInside[at]! && (wasSent[at]! || isDecoration(line)));
  for (const { start, end } of headingsOfSent(lines, headings, wasSent))
    isQuoted.fill(true, start, end);
  fillEmptyLines(lines, isQuoted);
  return isQuoted;
}

/** The headings above something that was sent, directly or with other headings between. */
function headingsOfSent(
  lines: readonly string[],
  headings: readonly Heading[],
  wasSent: readonly boolean[],
): Heading[] {
  const found: Heading[] = [];
  let nextStart = lines.length;
  let isNextFound = false;
  for (const heading of headings.toReversed()) {
    const { start, end } = heading;
    const isAboveSent = wasSent.slice(start, nextStart).includes(true);
    const isAboveHeading: boolean = isNextFound && lines.slice(end, nextStart).every(isDecoration);
    isNextFound = isAboveSent || isAboveHeading;
    if (isNextFound) found.push(heading);
    nextStart = start;
  }
  return found;
}

/** A line that says nothing: a `>` alone, dashes, the place of a picture, or the quoted greeting of an email. */
const isDecoration = (line: string): boolean =>
  /^[\s>|]*$/.test(line) ||
  isSeparator(line) ||
  isPicturePlaceholder(line) ||
  (hasSign(line) && isGreeting(line));
