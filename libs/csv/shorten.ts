/** Maximum number of characters of a cell that a message quotes. */
const maxLength = 100;

/** Returns the text of a cell for a message: on one line, and with at most 100 characters. */
export function shorten(text: string): string {
  const line = text.replace(/\s+/g, ' ');
  return line.length > maxLength ? `${line.slice(0, maxLength - 1)}…` : line;
}
