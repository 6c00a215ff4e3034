/** A text and its selection. */
export interface Marked {
  text: string;
  from: number;
  to: number;
}

/** A replacement of the characters from `from` to `to`, and the selection afterwards. */
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

/**
 * Makes the selection bold or italic, or removes the mark. Without a selection, it inserts a
 * placeholder and selects it.
 */
export function toggleMark({ text, from, to }: Marked, mark: Mark): Change {
  const sign = signs[mark];
  const selectedText = text.slice(from, to);
  const before = text.slice(0, from);
  const after = text.slice(to);
  // One star of `**` is not an italic mark.
  const isAround =
    before.endsWith(sign) &&
    after.startsWith(sign) &&
    (mark === 'bold' || starsBefore(before) % 2 === 1);
  if (isAround)
    return {
      from: from - sign.length,
      to: to + sign.length,
      insert: selectedText,
      select: [from - sign.length, to - sign.length],
    };
  const [, left = '', core = '', right = ''] = /^(\s*)([^]*?)(\s*)$/.exec(selectedText) ?? [];
  // A mark must not span several lines.
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

/**
 * Makes the selected lines headings, bullets or numbers, or plain if they are already. A large
 * heading first becomes a small one.
 */
export function toggleLines({ text, from, to }: Marked, kind: LineKind): Change {
  const start = text.lastIndexOf('\n', from - 1) + 1;
  const next = text.indexOf('\n', to);
  const end = next === -1 ? text.length : next;
  const lines = text.slice(start, end).split('\n');
  const filled = lines.filter((line) => line.trim() !== '');
  const are = (pattern: RegExp) => filled.length > 0 && filled.every((line) => pattern.test(line));
  const nextSign = () => {
    if (kind !== 'heading') return are(prefixes[kind]) ? '' : kind;
    if (are(/^##\s/)) return '### ';
    return are(/^###\s/) ? '' : '## ';
  };
  const sign = nextSign();
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

/**
 * Returns what Enter does in a line of a list: it begins the next item, or ends the list if the
 * item is empty. Returns null if Enter has its usual effect.
 */
export function continueList({ text, from, to }: Marked): Change | null {
  if (from !== to) return null;
  const start = text.lastIndexOf('\n', from - 1) + 1;
  const line = text.slice(start, from);
  const [, lead = '', bullet, number, itemText] =
    /^(\s*)(?:([-*•])|(\d{1,6})[.)])\s+(.*)$/.exec(line) ?? [];
  if (itemText === undefined) return null;
  if (itemText === '') return { from: start, to: from, insert: '', select: [start, start] };
  const insert = `\n${lead}${bullet ?? `${Number(number) + 1}.`} `;
  return { from, to, insert, select: [from + insert.length, from + insert.length] };
}
