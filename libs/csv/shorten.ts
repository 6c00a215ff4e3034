/** Longest text of a cell that a message quotes, in characters. */
const longest = 100;

/** A cell as a message quotes it: on one line, at most 100 characters. */
export function shorten(text: string): string {
  const line = text.replace(/\s+/g, ' ');
  return line.length > longest ? `${line.slice(0, longest - 1)}…` : line;
}
