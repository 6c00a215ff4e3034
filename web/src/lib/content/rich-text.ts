/** A part of a line with one style. */
export interface Span {
  text: string;
  bold: boolean;
  italic: boolean;
}

/**
 * A block of a text in mini-markdown. Everything that is not a mark is plain text, so nothing in it
 * can be executed by the browser.
 */
export type Block =
  | { kind: 'heading' | 'subheading' | 'paragraph'; lines: Span[][] }
  | { kind: 'bullets' | 'numbers'; items: Span[][]; start: number }
  | { kind: 'space' };

const bullet = /^\s*[-*•]\s+(.*)$/;
const number = /^\s*(\d{1,6})[.)]\s+(.*)$/;
const heading = /^##\s+(.*)$/;
const subheading = /^###\s+(.*)$/;

/**
 * Parses the subset of Markdown that content may use: bullet lines, numbered lines (`1.`),
 * `### small heading`, `## larger heading`, `**bold**`, `*italic*`. One blank line ends a
 * paragraph, and each further blank line adds space.
 */
export function readRichText(source: string): Block[] {
  const blocks: Block[] = [];
  let blanks = 0;
  for (const line of source.replaceAll('\r\n', '\n').split('\n')) {
    if (line.trim() === '') {
      blanks++;
      continue;
    }
    if (blocks.length > 0)
      for (let extra = 1; extra < blanks; extra++) blocks.push({ kind: 'space' });
    addLine(blocks, line, blanks > 0);
    blanks = 0;
  }
  return blocks;
}

function addLine(blocks: Block[], line: string, isAfterBlank: boolean): void {
  const last = isAfterBlank ? undefined : blocks.at(-1);
  const small = subheading.exec(line)?.[1];
  const large = heading.exec(line)?.[1];
  const point = bullet.exec(line)?.[1];
  const [, counted, numbered] = number.exec(line) ?? [];
  if (small !== undefined) blocks.push({ kind: 'subheading', lines: [readSpans(small)] });
  else if (large !== undefined) blocks.push({ kind: 'heading', lines: [readSpans(large)] });
  else if (point !== undefined) {
    if (last?.kind === 'bullets') last.items.push(readSpans(point));
    else blocks.push({ kind: 'bullets', items: [readSpans(point)], start: 1 });
  } else if (numbered !== undefined) {
    if (last?.kind === 'numbers') last.items.push(readSpans(numbered));
    else blocks.push({ kind: 'numbers', items: [readSpans(numbered)], start: Number(counted) });
  } else if (last?.kind === 'paragraph') last.lines.push(readSpans(line));
  else blocks.push({ kind: 'paragraph', lines: [readSpans(line)] });
}

const marks =
  /(\*\*\*[^\s*](?:[^*]*[^\s*])?\*\*\*|\*\*(?=\S)(?:[^*]|\*(?!\*))*?\S\*\*|\*(?=[^\s*])[^*]*?[^\s*]\*|\*[^\s*]\*)/;

function readSpans(
  line: string,
  outer: Omit<Span, 'text'> = { bold: false, italic: false },
): Span[] {
  return line.split(marks).flatMap((part): Span[] => {
    if (part === '') return [];
    if (part.length > 6 && part.startsWith('***') && part.endsWith('***'))
      return readSpans(part.slice(3, -3), { bold: true, italic: true });
    if (part.length > 4 && part.startsWith('**') && part.endsWith('**'))
      return readSpans(part.slice(2, -2), { ...outer, bold: true });
    if (part.length > 2 && part.startsWith('*') && part.endsWith('*') && !part.startsWith('**'))
      return readSpans(part.slice(1, -1), { ...outer, italic: true });
    return [{ text: part, ...outer }];
  });
}

/** Returns the text without marks on one line, for a card or a message. */
export function plainText(source: string): string {
  const words = (spans: Span[]) => spans.map(({ text }) => text).join('');
  return readRichText(source)
    .flatMap((block) => {
      if (block.kind === 'space') return [];
      return 'items' in block ? [block.items.map(words).join(' · ')] : block.lines.map(words);
    })
    .join(' ')
    .trim();
}

/** The maximum number of characters of an announcement that the dashboard shows. */
export const announcementTeaserLength = 100;

/**
 * Returns the beginning of a text on one line, without marks. A longer text is cut after a word,
 * and ends with three dots.
 */
export function teaserOf(source: string, maxLength: number): string {
  // A long source is not read to its end. Marks make it longer than its text.
  const text = plainText(source.slice(0, maxLength * 4));
  if (text.length <= maxLength && source.length <= maxLength * 4) return text;
  return `${text
    .slice(0, endOfWord(text, maxLength))
    .replace(/[·,;:.–-]$/u, '')
    .trimEnd()}...`;
}

/** Returns the length of the longest beginning of a text that ends with a word. */
function endOfWord(text: string, maxLength: number): number {
  const lastSpace = text.slice(0, maxLength + 1).lastIndexOf(' ');
  if (lastSpace > maxLength / 2) return lastSpace;
  // Some languages have no spaces between words. A word that is too long is cut between two letters
  // as the reader sees them (graphemes), because one letter can consist of several characters.
  return lastBoundary(text, maxLength, 'word') || lastBoundary(text, maxLength, 'grapheme');
}

function lastBoundary(text: string, maxLength: number, granularity: 'word' | 'grapheme'): number {
  const segments = [...new Intl.Segmenter('en', { granularity }).segment(text)];
  const ends = segments.map(({ index, segment }) => index + segment.length);
  return ends.findLast((end) => end <= maxLength) ?? 0;
}
