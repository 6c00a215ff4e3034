import {
  attributionEndingAt,
  headingBlockAt,
  isGreeting,
  hasAnswerMark,
  isOriginalMessage,
  isPicturePlaceholder,
  isSeparator,
  plainLine,
  unknownBlockAbove,
} from './quotation-headings.js';
import { hasSign, SentText } from './sent-text.js';

/** An email in two parts. Every line of it is in one of them. */
export interface Answer {
  /** the new text */
  text: string;
  /** the text that it repeats of earlier emails; null: none */
  quoted: string | null;
}

/**
 * Separates the new text of an email from the quotation of earlier emails. These lines look quoted:
 * lines with a `>`, and lines below a heading ("-----Original Message-----", "From: / Sent: / To:",
 * "On Monday … wrote:") or below the mark of our emails.
 *
 * Hidden text is worse than too much text. If the texts that were sent to the person are known,
 * only their lines and the headings above them count as quoted. Text that the person wrote between
 * or below quoted lines, with or without a `>`, is part of the answer. So is a quotation of other
 * texts.
 * @param sentTexts the texts that earlier emails may contain; null: not known
 */
export function splitAnswer(text: string, sentTexts: readonly string[] | null = null): Answer {
  const lines = text.replaceAll('\r\n', '\n').split('\n');
  const layout = layoutOf(lines);
  const sentText = sentTexts === null ? null : new SentText(sentTexts);
  const isQuoted = sentText === null ? layout.isInside : compareWithSent(lines, layout, sentText);
  return { text: join(lines, isQuoted, false), quoted: join(lines, isQuoted, true) || null };
}

/** Joins the quoted or the other lines. Several empty lines in a row become one. */
const join = (lines: readonly string[], isQuoted: readonly boolean[], kind: boolean): string =>
  lines
    .filter((_line, index) => isQuoted[index] === kind)
    .map((line) => line.trimEnd())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .replace(/^\n+/, '')
    .trimEnd();

/** What the layout of an email shows about its lines. */
interface Layout {
  /** whether a line looks quoted: by a `>`, or by the heading above it */
  isInside: boolean[];
  headings: Heading[];
}

/** The lines of a heading such as "On Monday … wrote:". */
interface Heading {
  start: number;
  /** the index of the line after the heading */
  end: number;
  /** whether the lines below it are quoted without a `>` */
  opensSection: boolean;
}

function layoutOf(lines: readonly string[]): Layout {
  const headings = headingsOf(lines);
  const sectionStart = headings.find(({ opensSection }) => opensSection)?.start ?? lines.length;
  const isInside = lines.map((line, index) => index >= sectionStart || hasSign(line));
  for (const { start, end } of headings) isInside.fill(true, start, end);
  fillEmptyLines(lines, isInside);
  return { isInside, headings };
}

const isEmpty = (line: string): boolean => line.trim() === '';

/** Gives each empty line the kind of the line above it. */
function fillEmptyLines(lines: readonly string[], kind: boolean[]): void {
  for (let index = 1; index < lines.length; index++)
    if (isEmpty(lines[index]!)) kind[index] = kind[index - 1]!;
}

function headingsOf(lines: readonly string[]): Heading[] {
  const headings: Heading[] = [];
  for (let index = 0; index < lines.length; index++) {
    const heading = headingAt(lines, index);
    if (heading === null) continue;
    headings.push(heading);
    index = heading.end - 1;
  }
  return headings;
}

function headingAt(lines: readonly string[], index: number): Heading | null {
  const line = lines[index]!;
  if (isEmpty(line)) return null;
  if (hasAnswerMark(line))
    return { start: startAbove(lines, index), end: index + 1, opensSection: !hasSign(line) };
  const block = isOriginalMessage(line) ? 1 : headingBlockAt(lines, index);
  if (block > 0) {
    const end = index + block;
    return { start: withSeparator(lines, index), end, opensSection: !isFollowedBySign(lines, end) };
  }
  const attribution = attributionEndingAt(lines, index);
  return attribution === 0 ? null : attributionHeading(lines, index - attribution + 1, index + 1);
}

/**
 * Returns the heading that a sentence such as "On … wrote:" forms. If neither the sentence nor the
 * next line has a `>`, the sentence is a heading only if it contains a number (such as a date) or
 * is above the mark of our emails, because a person may write "My son wrote:".
 */
function attributionHeading(lines: readonly string[], start: number, end: number): Heading | null {
  if (hasSign(lines[start]!) || isFollowedBySign(lines, end))
    return { start, end, opensSection: false };
  const next = nextLine(lines, end);
  const hasNumber = /\d/.test(lines.slice(start, end).map(plainLine).join(' '));
  const isHeading = hasNumber || (next !== undefined && hasAnswerMark(next));
  return isHeading ? { start, end, opensSection: true } : null;
}

/** Returns the next line that is not empty, if it is one of the next four lines. */
const nextLine = (lines: readonly string[], from: number): string | undefined =>
  lines.slice(from, from + 4).find((line) => !isEmpty(line));

function isFollowedBySign(lines: readonly string[], from: number): boolean {
  const next = nextLine(lines, from);
  return next !== undefined && hasSign(next);
}

/** Returns where a heading begins. A line of dashes above it belongs to it. */
function withSeparator(lines: readonly string[], start: number): number {
  const above = skipEmptyLinesAbove(lines, start);
  return above > 0 && isSeparator(lines[above - 1]!) ? above - 1 : start;
}

/** Returns where a heading in an unknown language begins that ends above the mark of our emails. */
function startAbove(lines: readonly string[], mark: number): number {
  const end = skipEmptyLinesAbove(lines, mark);
  const block = unknownBlockAbove(lines, end);
  return block > 0 ? withSeparator(lines, end - block) : mark;
}

function skipEmptyLinesAbove(lines: readonly string[], start: number): number {
  let index = start;
  while (index > 0 && start - index < 4 && isEmpty(lines[index - 1]!)) index--;
  return index;
}

/** Counts as quoted only the lines that were sent, and the headings above them. */
function compareWithSent(
  lines: readonly string[],
  { isInside, headings }: Layout,
  sentText: SentText,
): boolean[] {
  const wasSent: boolean[] = [];
  let place = 0;
  for (const [index, line] of lines.entries()) {
    const linePlace = isInside[index] ? sentText.find(line, place) : null;
    wasSent.push(linePlace !== null);
    place = linePlace ?? place;
  }
  if (!wasSent.includes(true)) return lines.map(() => false);
  const isQuoted = lines.map(
    (line, index) => isInside[index]! && (wasSent[index]! || isDecoration(line)),
  );
  for (const { start, end } of headingsOfSent(lines, headings, wasSent))
    isQuoted.fill(true, start, end);
  fillEmptyLines(lines, isQuoted);
  return isQuoted;
}

/** Returns the headings above lines that were sent, directly or with other headings between. */
function headingsOfSent(
  lines: readonly string[],
  headings: readonly Heading[],
  wasSent: readonly boolean[],
): Heading[] {
  const confirmedHeadings: Heading[] = [];
  let nextStart = lines.length;
  let isNextFound = false;
  for (const heading of headings.toReversed()) {
    const { start, end } = heading;
    const isAboveSent = wasSent.slice(start, nextStart).includes(true);
    const isAboveHeading: boolean = isNextFound && lines.slice(end, nextStart).every(isDecoration);
    isNextFound = isAboveSent || isAboveHeading;
    if (isNextFound) confirmedHeadings.push(heading);
    nextStart = start;
  }
  return confirmedHeadings;
}

/** Returns whether a line has no content: a `>`, dashes, a picture, or the quoted greeting. */
const isDecoration = (line: string): boolean =>
  /^[\s>|]*$/.test(line) ||
  isSeparator(line) ||
  isPicturePlaceholder(line) ||
  (hasSign(line) && isGreeting(line));
