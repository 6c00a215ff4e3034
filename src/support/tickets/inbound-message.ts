import { maxAttachments } from '#libs/contracts';
import { wholeTextName } from '#libs/mail';

/** How many characters of the new text and of the quoted text are stored. */
export const maxLength = { text: 10_000, quoted: 20_000 };

/** Returns the text of a message, with notes about text and files that are left out. */
export function messageOf(text: string, refusedNames: readonly string[]): string {
  const isLong = text.length > maxLength.text && !refusedNames.includes(wholeTextName);
  const beginning = text.slice(0, maxLength.text).toWellFormed().trim();
  const notes = isLong
    ? [`(This email is longer. The file “${wholeTextName}” has its whole text.)`]
    : [];
  const parts = [beginning, ...notes, ...attachmentNotes(refusedNames)];
  return parts.join('\n\n').trim() || '(Sent without words.)';
}

/**
 * Returns notes about attachments that are left out: the first ones by name, and the number of
 * others.
 */
function attachmentNotes(names: readonly string[]): string[] {
  const [named, surplus] = [names.slice(0, maxAttachments), names.length - maxAttachments];
  return [
    ...named.map((name) => `(The attachment “${name}” could not be taken.)`),
    ...(surplus > 0
      ? [`(${surplus} more ${surplus === 1 ? 'attachment' : 'attachments'} could not be taken.)`]
      : []),
  ];
}
