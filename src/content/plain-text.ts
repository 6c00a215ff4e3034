/** Removes the characters that XML 1.0 forbids. A single one would make the document unreadable. */
export const withoutXmlControls = (text: string): string =>
  text.toWellFormed().replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '');

/**
 * Returns a text for a property of a calendar file. Every kind of line break becomes a line feed,
 * which the format escapes. A bare carriage return would end the line, so that a text could add
 * properties of its own. Other control characters are removed.
 */
export const calendarText = (text: string): string =>
  text
    .toWellFormed()
    .replace(/\r\n|[\r\v\f\u0085\u2028\u2029]/g, '\n')
    .replace(/[^\P{Cc}\t\n]/gu, '');
