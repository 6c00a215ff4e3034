import { parse } from 'tldts';
import { refusedAt } from '#libs/http';

/** Characters of a church's name. Names that are longer from earlier stay until somebody edits them. */
const maxLength = 80;

/** Top-level names that lead nowhere on the public internet, but look like a web address to a reader. */
const specialNames = new Set(['example', 'test', 'invalid', 'local', 'localhost', 'onion']);

/**
 * Says what is wrong with the name of a church, or null. The name appears in the sender and subject of genuine emails, so it
 * must not carry a message of its own: no email address, no link, no telephone number, and not the name of the product.
 */
export function problemOfChurchName(name: string): string | null {
  const plain = readable(name);
  if (name.length > maxLength) return `A church’s name has at most ${maxLength} characters.`;
  if (/\S@\S/.test(plain) || hasLink(plain))
    return 'A church’s name cannot contain an email address or a web address.';
  // what separates digits does not count: 555-123-4567, 5 5 5 1 2 3 4
  if (/\p{N}{7}/u.test(plain.replace(/[^\p{L}\p{N}]/gu, '')))
    return 'A church’s name cannot contain a number of seven or more digits.';
  if (/church[^\p{L}\p{N}]*connect/iu.test(plain))
    return 'A church’s name cannot contain “Church Connect”: people would take it for the product.';
  return null;
}

/**
 * Checks a church's new name. The name that it has already is always accepted. @throws HttpError 400 at the field
 */
export function assertChurchName(field: string, name: string, present?: string): void {
  if (name === present) return;
  const problem = problemOfChurchName(name);
  if (problem) throw refusedAt(field, problem);
}

/** The name as a reader sees it: without invisible characters, and with plain digits, dots and @ signs. */
const readable = (name: string) =>
  name
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .replace(/[。・]/g, '.');

function hasLink(text: string): boolean {
  if (/:\/\/|\bwww\./i.test(text)) return true;
  const dotted = text.match(/[\p{L}\p{M}\p{N}-]+(?:\.[\p{L}\p{M}\p{N}-]+)+/gu) ?? [];
  return dotted.some(isWebAddress);
}

/** Whether a browser or mail program may make a link of a text such as `evil.com`. `St.Paul` is none: no domain ends with `.paul`. */
function isWebAddress(text: string): boolean {
  const { isIcann, isPrivate, isIp, publicSuffix } = parse(text, { allowPrivateDomains: true });
  const lastLabel = text.slice(text.lastIndexOf('.') + 1).toLowerCase();
  return Boolean(isIcann || isPrivate || isIp) || specialNames.has(publicSuffix ?? lastLabel);
}
