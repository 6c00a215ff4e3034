/** A text and what is chosen in it. */
export interface Marked {
  text: string;
  from: number;
  to: number;
}

/** What takes the place of the characters from `from` to `to`, and what is chosen then. */
export interface Change {
  from: number;
  to: number;
  insert: string;
  select: [from: number, to: number];
}

export type Mark = 'bold' | 'italic';
export type LineKind = 'heading' | 'bullets' | 'numbers';

const signs: Record<Mark, string> = { bold: '**', italic: '*' };
const words: Record<Mark, string> = { bold: 'bold text', italic: 'italic text' };

/** Makes what is chosen bold or italic, or takes that off it again; where nothing is chosen, some words that are then typed over. */
export function toggleMark({ text, from, to }: Marked, mark: Mark): Change {
  const sign = signs[mark];
  const chosen = text.slice(from, to);
  const before = text.slice(0, from);
  const after = text.slice(to);
  // of `**`, a single star is no italic
  const isAround =
    before.endsWith(sign) &&
    after.startsWith(sign) &&
    (mark === 'bold' || starsBefore(before) % 2 === 1);
  if (isAround)
    return {
      from: from - sign.length,
      to: to + sign.length,
      insert: chosen,
      select: [from - sign.length, to - sign.length],
    };
  const [, left = '', core = '', right = ''] = /^(\s*)([^]*?)(\s*)$/.exec(chosen) ?? [];
  // a mark ends with its line
  const inner = (core || words[mark])
    .split('\n')
    .map((line) => (line.trim() === '' ? line : `${sign}${line}${sign}`))
    .join('\n');
  const start = from + left.length;
  const isOneLine = !inner.includes('\n');
  return {
    from,
    to,
    insert: `${left}${inner}${right}`,
    select: isOneLine
      ? [start + sign.length, start + inner.length - sign.length]
      : [start, start + inner.length],
  };
}

const starsBefore = (text: string): number => /\**$/.exec(text)![0].length;

const prefixes: Record<LineKind, RegExp> = {
  heading: /^#{2,3}\s+/,
  bullets: /^\s*[-*•]\s+/,
  numbers: /^\s*\d{1,6}[.)]\s+/,
};
const anyPrefix = /^(?:#{2,3}\s+|\s*[-*•]\s+|\s*\d{1,6}[.)]\s+)/;

/** Makes the chosen lines headings, bullets or numbers, or plain again where they are already; a heading becomes a smaller one first. */
export function toggleLines({ text, from, to }: Marked, kind: LineKind): Change {
  const start = text.lastIndexOf('\n', from - 1) + 1;
  const next = text.indexOf('\n', to);
  const end = next === -1 ? text.length : next;
  const lines = text.slice(start, end).split('\n');
  const filled = lines.filter((line) => line.trim() !== '');
  const are = (pattern: RegExp) => filled.length > 0 && filled.every((line) => pattern.test(line));
  const sign =
    kind === 'heading'
      ? are(/^##\s/)
        ? '### '
        : are(/^###\s/)
          ? ''
          : '## '
      : are(prefixes[kind])
        ? ''
        : kind;
  let count = 0;
  const insert = lines
    .map((line) => {
      if (line.trim() === '' && lines.length > 1) return line;
      const bare = line.replace(anyPrefix, '');
      if (sign === 'bullets') return `- ${bare}`;
      return sign === 'numbers' ? `${++count}. ${bare}` : `${sign}${bare}`;
    })
    .join('\n');
  const isOneEmpty = lines.length === 1 && from === to;
  return {
    from: start,
    to: end,
    insert,
    select: isOneEmpty
      ? [start + insert.length, start + insert.length]
      : [start, start + insert.length],
  };
}

/** What Enter does at the end of a list's line: the next point, or an end to the list where the point is empty. Null: what it always does. */
export function continueList({ text, from, to }: Marked): Change | null {
  if (from !== to) return null;
  const start = text.lastIndexOf('\n', from - 1) + 1;
  const line = text.slice(start, from);
  const [, lead = '', bullet, number, rest] =
    /^(\s*)(?:([-*•])|(\d{1,6})[.)])\s+(.*)$/.exec(line) ?? [];
  if (rest === undefined) return null;
  if (rest === '') return { from: start, to: from, insert: '', select: [start, start] };
  const insert = `\n${lead}${bullet ?? `${Number(number) + 1}.`} `;
  return { from, to, insert, select: [from + insert.length, from + insert.length] };
}
