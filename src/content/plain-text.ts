/**
 * Removes what XML 1.0 forbids: a single such character makes a whole document unreadable. Tabs and line breaks stay.
 */
export const withoutXmlControls = (text: string): string =>
  text.toWellFormed().replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '');

/**
 * A text for a property of a calendar file. Every kind of line break becomes a line feed, which the format escapes: a bare
 * carriage return would end the line, so that a text could bring in properties of its own. Other control characters go.
 */
export const calendarText = (text: string): string =>
  text
    .toWellFormed()
    .replace(/\r\n|[\r\v\f\u0085\u2028\u2029]/g, '\n')
    .replace(/[^\P{Cc}\t\n]/gu, '');
